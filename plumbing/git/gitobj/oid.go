package gitobj

import (
	"bytes"
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"hash"
	"strconv"
)

// OIDSize is the length of an OID in bytes.
const OIDSize = sha1.Size

// OID is the name of a Git object: the SHA-1 of its header and body.
type OID [OIDSize]byte

// ParseOID reads 40 lower-case hex digits.
func ParseOID(text string) (OID, error) {
	var id OID
	if len(text) != 2*OIDSize {
		return id, fmt.Errorf("%q is not the name of a Git object", text)
	}
	if _, err := hex.Decode(id[:], []byte(text)); err != nil || hex.EncodeToString(id[:]) != text {
		return OID{}, fmt.Errorf("%q is not the name of a Git object", text)
	}
	return id, nil
}

// String returns 40 lower-case hex digits.
func (id OID) String() string { return hex.EncodeToString(id[:]) }

// IsZero reports whether the OID is all zero, which names no object.
func (id OID) IsZero() bool { return id == OID{} }

// Compare orders OIDs by their bytes.
func (id OID) Compare(other OID) int { return bytes.Compare(id[:], other[:]) }

// MarshalText implements encoding.TextMarshaler.
func (id OID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

// Type is the kind of a Git object.
type Type uint8

// The kinds, numbered as in packs.
const (
	Commit Type = 1 + iota
	Tree
	Blob
	Tag
)

var typeNames = [...]string{Commit: "commit", Tree: "tree", Blob: "blob", Tag: "tag"}

// String returns Git's name of the kind.
func (t Type) String() string {
	if t < Commit || t > Tag {
		return "unknown"
	}
	return typeNames[t]
}

// ParseType returns the kind with Git's name; ok is false if there is none.
func ParseType(name string) (t Type, ok bool) {
	for t := Commit; t <= Tag; t++ {
		if typeNames[t] == name {
			return t, true
		}
	}
	return 0, false
}

// AppendHeader appends what Git hashes before the body of an object.
func AppendHeader(b []byte, t Type, size int64) []byte {
	b = append(b, t.String()...)
	b = append(b, ' ')
	b = strconv.AppendInt(b, size, 10)
	return append(b, 0)
}

// Sum names an object.
func Sum(t Type, body []byte) OID {
	h := sha1.New()
	var buf [32]byte
	_, _ = h.Write(AppendHeader(buf[:0], t, int64(len(body))))
	_, _ = h.Write(body)
	return OID(h.Sum(nil))
}

// NewHash computes the name of an object of size bytes, whose body is written to
// it.
func NewHash(t Type, size int64) hash.Hash {
	h := sha1.New()
	var buf [32]byte
	_, _ = h.Write(AppendHeader(buf[:0], t, size))
	return h
}
