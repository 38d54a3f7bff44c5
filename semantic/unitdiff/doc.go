// Package unitdiff says which units of a file became which: added, removed,
// changed, moved or renamed.
//
// Units of one parent are the same unit if they have the same kind and name. Of
// several with one name, those of equal hash pair first, then the others in their
// order. What is left on both sides pairs if it is of one kind and most of its
// words are the same: it was renamed. A unit has moved if it is out of the order
// that the others kept, or if another file has it now.
//
// Units that differ in layout only have not changed. A unit whose parts have
// identities of their own is reported itself only where what changed is not in
// them.
//
// Guarantees: equal inputs give equal results, and effort is bounded: where very
// many units are left without a partner, fewer of them are compared.
package unitdiff
