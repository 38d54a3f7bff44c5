// Package patching makes patches of stored trees and applies them to stored trees.
// Package patch of the languages has the model; here are the objects that it works
// on.
//
// What is promised: Apply of what Diff gives for two trees, to the first, is the
// second, byte for byte. Apply stages the new tree or fails; it publishes nothing.
package patching
