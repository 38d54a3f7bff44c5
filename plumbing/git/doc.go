// Package git moves history between a store and Git's repositories.
//
// # Guarantees
//
// An import keeps everything that Git hashes: trees with their modes and links to
// other repositories, commits with both people, encodings and further headers
// (signatures among them), annotated tags, names as bytes. So the ids of Git can
// be computed again from what is stored, and package oidmap remembers them. What
// a store cannot hold is refused by a typed error before any ref moves. Every
// object that is read is held against its name.
//
// Objects are stored in packs of their own as they come, which bounds memory; the
// refs and the map of ids change at the end, all in one transaction. A run that is
// stopped leaves objects that nothing names, and the next one finds them there.
//
// A repository of Git is only read: no file of it is written.
//
// # Glossary
//
//   - An oid is the name that Git gives an object.
//   - A known object is one that the map of the store has.
package git
