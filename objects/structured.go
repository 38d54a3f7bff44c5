package objects

import "github.com/fxamacker/cbor/v2"

// Bytes is text as it was found: usually UTF-8, but any bytes are kept. It is
// a CBOR byte string.
type Bytes = cbor.ByteString

// Structured is an object whose canonical bytes are deterministic CBOR
// (RFC 8949 §4.2.1; the subset of DESIGN §2).
type Structured interface {
	Kind() Kind
}
