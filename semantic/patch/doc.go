// Package patch is the model of a patch: what it takes to turn one tree of files
// into another, operation by operation, in two spellings that read as the same.
//
// A patch has an intent, a provenance and operations in their order. Some work on
// any file (write-file, remove-file, move-file, set-mode, edit-text), some on a
// module of CoreForm or on a unit of another language. Each names what it expects
// to find, by hash: a content by the id that the store has for it, a term by the
// hash of CoreForm, a unit by that of its language.
//
// The spellings are a CoreForm term, which a .gcpatch file holds, and JSON. Both
// are closed: a key that an operation does not have is refused. Both become the
// normal form, in which names are strings, sets are sorted, every key is there and
// a content stands as its id, so that layout and order of keys give a patch no
// other identity. Its hash is that of the vector of normal operations.
//
// Apply is all or nothing: it gives the changes or an error that names the
// operation, and what stood there. Operations on terms write the canonical form of
// the forms that they change, and leave the rest of the file as it is.
package patch
