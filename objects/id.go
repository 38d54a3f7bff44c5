package objects

import (
	"bytes"
	"encoding/hex"
	"fmt"
)

// IDSize is the length of an ID in bytes.
const IDSize = 32

// MinShortID is the least number of hex digits that name an object in an
// argument typed by a person.
const MinShortID = 8

// ID is the identity of an object: the BLAKE3 derive-key hash of its canonical
// bytes in the domain of its kind. The zero ID names nothing.
type ID [IDSize]byte

// BadIDError reports text that is not an ID: not 64 lower-case hex digits.
type BadIDError struct {
	Text string
}

func (e *BadIDError) Error() string {
	return fmt.Sprintf("malformed hash %q: want %d lower-case hex digits", e.Text, 2*IDSize)
}

// ParseID reads exactly 64 lower-case hex digits. Anything else is a
// *BadIDError: upper case and short forms are not accepted here.
func ParseID(s string) (ID, error) {
	var id ID
	if len(s) != 2*IDSize || !IsHex(s) {
		return ID{}, &BadIDError{Text: s}
	}
	if _, err := hex.Decode(id[:], []byte(s)); err != nil {
		return ID{}, &BadIDError{Text: s}
	}
	return id, nil
}

// IsHex reports whether s is non-empty and all lower-case hex digits.
func IsHex(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return s != ""
}

// String returns 64 lower-case hex digits.
func (id ID) String() string { return hex.EncodeToString(id[:]) }

// IsZero reports whether id is the zero ID, which names nothing.
func (id ID) IsZero() bool { return id == ID{} }

// Compare orders IDs by their bytes.
func (id ID) Compare(other ID) int { return bytes.Compare(id[:], other[:]) }

// MarshalText implements encoding.TextMarshaler: 64 lower-case hex digits.
func (id ID) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, id[:]), nil }

// UnmarshalText implements encoding.TextUnmarshaler with ParseID's strictness.
func (id *ID) UnmarshalText(text []byte) error {
	parsed, err := ParseID(string(text))
	if err != nil {
		return err
	}
	*id = parsed
	return nil
}
