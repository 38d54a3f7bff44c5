// Package coreform is the language CoreForm: its reader, its canonical form, its
// printers and the identities that follow from them.
//
// A term is an atom (nil, a boolean, an integer of any size, a string, octets, a
// symbol), a list, a vector or a map. A module is a sequence of terms, its forms.
// The canonical form of a module has no sugar: functions and calls take one
// argument, bodies are one expression, maps are sorted. Two texts of it are told
// apart: the canonical text has no comments and is what is hashed; the formatted
// text is the canonical layout with the comments kept, each above the form that
// it stood before.
//
// What is promised: reading what was printed gives the term that was printed;
// canonical forms and formatted texts are fixed points; comments enter no hash,
// so that here, unlike in other languages, a change of comments alone changes no
// hash of a unit. Nothing that would print as something else can be built: no
// symbol that reads as another token, no list that does not end in nil.
//
// Terms are immutable; the slices that they give out are not to be changed. Depth
// is bounded by MaxDepth, a token by MaxToken, a printed text by MaxText, so
// that no input takes the stack or unbounded time.
//
// The units of a document are its forms, "def" with the name that it defines and
// "form" for every other. Forms that share a line are cut right behind the form
// that ends on it. A comment paragraph at the top that a blank line parts from
// the first form belongs to the file.
package coreform
