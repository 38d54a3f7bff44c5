// Package optimize plans how a history is best stored: in which order, and which
// object as a delta against which.
//
// # Glossary
//
//   - A version of a path is what a tree has there. The newer version is the one
//     of the commit that comes after it.
//   - A line is the versions of a path, the newest first.
//
// # Guarantees
//
// A plan has every object that rows and operations reach, once, each behind the
// one that it is stored against and of the same kind. It depends on the objects
// alone: equal stores give equal plans. What the store does not have is left out.
//
// It takes about a hundred bytes of memory an object.
package optimize
