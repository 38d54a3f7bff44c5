// Package shape changes encoded JSON the way the flags on output ask for:
// --filter keeps records, --select keeps fields of a record, --truncate-content
// shortens texts, --max-output-bytes makes a document fit.
//
// Everything works on encoded JSON and keeps the order of object keys, so that
// the same flags mean the same in a document and in a stream of records. The
// package reads and writes nothing.
package shape
