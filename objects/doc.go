// Package objects defines the identities, the kinds and the canonical encoding
// of everything that a store holds, and the Store interface.
//
// # Glossary
//
//   - An object is a sequence of canonical bytes of one kind. A raw kind (blob,
//     chunk) is any bytes; a structured kind is a Go struct of this package in
//     deterministic CBOR (see Encode).
//   - An ID is the identity of an object: the BLAKE3 hash, in derive-key mode, of
//     its canonical bytes in the domain of its kind. Equal bytes of two kinds have
//     two identities.
//   - A context is the literal that makes the domain of a kind. Other packages
//     have contexts of their own, for what is hashed but is not an object.
//   - An edge is a reference from one object to another; see Edges.
//   - A row is a name with a value in one of the Spaces of a store: refs, HEADs,
//     pins, settings, marks.
//   - An operation is the record of one step of a store's history; a view repeats
//     all rows as of an operation.
//   - A stage collects new objects that nobody sees until it is published.
//
// # Guarantees
//
//   - One object has one encoding: what CheckCanonical accepts is what Encode
//     returns for it, byte for byte.
//   - Decoders work and allocate in proportion to their input. The caps are the
//     constants MaxEntries and its neighbors.
//   - Unknown fields are refused. A kind that needs a new field gets a new
//     context ("v2"), so old programs never read half an object.
//
// # Domains
//
// A context never changes. The vector is the identity of the object whose bytes
// are the word "genesis" (for structured kinds that is no valid object, but it
// has a hash).
//
//	kind       context                      identity of "genesis"
//	blob       genesis 2026 blob v1         cfd572e43c9145636d353d55471cced38de8a15b8afd404ca56e1db1d6044659
//	chunk      genesis 2026 chunk v1        1a4007cf0cb4fa417a337ef63205ac286c5142170e079ca3dbb6427f2cd8dcdc
//	chunklist  genesis 2026 chunklist v1    e751cf0636684b4b8aaa8125c7ab073b3417418e6392cf026899dfb9a9678d9f
//	tree       genesis 2026 tree v1         89e9eee8a51b0d779c84d14440c0cd09889875a1235498d75fa565493c0a1dcd
//	snapshot   genesis 2026 snapshot v1     f8dcb95c2613a1268d184761df5072940b9646b12e08a6126784ec780f8cf717
//	commit     genesis 2026 commit v1       ff21117a67c548635fd60953014c7e92c114b166227bc1babcfbe580b9ab125e
//	tag        genesis 2026 tag v1          dc33d4d14de086467e9f3ce57537d3d27e8a733b74e8f3919df8553470594087
//	operation  genesis 2026 operation v1    5f7a3080e1cc7d22c0d2bfeaa590dfc72b7a9114049ab3cf6beaa5e1835e32d1
//	view       genesis 2026 view v1         3c8661cb451d279defdb08ef12620c43a281752f5ca3a17f68faed1fee982b68
//	conflict   genesis 2026 conflict v1     3b7f3d2783e3fa04d3db6de8f40aa09ce1132b307f1248e2ebf7744a4b54d3df
//	patch      genesis 2026 patch v1        b62f1afea292b2ef1c80526b53815c4e69a3acab8fecb67271b5d71323064091
//
// # Caveats
//
// Times are what the clocks of people and machines said; nothing here trusts
// them. Names are bytes as they were found; see EscapeBytes for how to show
// them. The names of a decoded tree share one string: keeping one keeps all.
package objects
