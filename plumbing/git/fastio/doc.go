// Package fastio reads streams of `git fast-export`, and what else `git
// fast-import` takes, one command after the other.
//
// # Guarantees
//
// A stream is untrusted. Every refusal is a *StreamError that says the line and the
// byte where it happened, and what is wrong. Memory is bounded whatever the stream
// says: lines have a greatest length, data of any size is handed on as a reader, and
// nothing is allocated for a size that was only announced.
//
// The grammar is that of git-fast-import(1). What needs an answer on a back channel
// (cat-blob, ls, get-mark) is refused, and so are dates in another format than the
// raw one.
package fastio
