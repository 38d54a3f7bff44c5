// Package contract is the machine contract of the binary: what a command's
// answer looks like and what can go wrong.
//
// Glossary:
//
//   - A kind is the id of a command's result, "genesis/store-put-v0.2". The
//     table in kinds.go is the only place where one is written.
//   - A fault is one thing that can go wrong: a row of the registry with its
//     exit status, its causes and its advice. The files faults_*.go hold the
//     rows, one file a family.
//   - An Error is a fault that occurred: the row's code with the facts of the
//     occurrence. From turns the typed errors of the layers below into one.
//   - An Envelope is the JSON document that a run answers with.
//
// Guarantees: equal inputs give equal bytes. No fact, message or diagnostic of
// an envelope holds an absolute host path or a control character. A code that
// the registry lacks fails closed as diagnostic/catalog-miss. Advice comes from
// the registry alone, never from facts, files or peers.
//
// Caveat: a change to any row changes the identity of the catalog. Run
// `make generate` and commit what it writes; a test fails until then.
package contract
