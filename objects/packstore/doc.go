// Package packstore is the embedded store: immutable packs and a transactional
// catalog in one directory.
//
// # Glossary
//
//   - A pack is a file of records (objects, compressed where it pays) with a
//     footer that finds them by id. It is written once and never changed.
//   - A delta is a record that stores what an object does not share with its
//     base, another object of the same pack. Only an optimized pack has some:
//     one that Optimize wrote. All others are plain.
//   - The catalog is a small Badger database: which packs are live, the rows
//     (refs, HEADs, pins, settings, marks) and the head of the operations. The
//     state is its one row that every transaction replaces; a family is a set
//     of rows that the state counts and hashes as a whole.
//   - A generation numbers the transactions of the catalog. The slots repeat
//     the newest generation and operation head outside of the catalog.
//   - A stage is a temporary pack under the lease (an advisory lock on the
//     file) of the process that writes it. Without its lease it is rubbish.
//   - A view is an object that lists every row as of one operation.
//
// # Guarantees
//
// One synced transaction of the catalog publishes a pack and moves the rows.
// Before it nothing has happened, after it everything has, also when the
// process is killed or the power fails at any moment. A pack is synced and has
// its name before the catalog mentions it.
//
// Every byte with meaning is under a checksum, every object is re-hashed when
// it is read, and a row is believed to be absent only when count and hash of
// its family agree: damage is an *objects.CorruptError, never another value and
// never "not there". An object of which several packs have a copy is read from
// one that is whole.
//
// The catalog can be made again from the packs alone (RebuildCatalog).
//
// Optimize drops a pack only after it has read each of its objects back from
// another one.
//
// # Caveats
//
// The locks are flock(2) locks, which some network file systems do not keep.
// Copy a store only while no process writes to it. The catalog's files are
// mapped into memory; a disk that fills up between the check for room and the
// write kills the process, which loses nothing that was acknowledged.
package packstore
