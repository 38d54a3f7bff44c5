package semantic

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"sync"

	"github.com/zeebo/blake3"
)

// Hash is a canonical hash of a unit or a file, printed as 64 lower-case hex
// digits.
type Hash [32]byte

func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// MarshalText makes the hash hex in JSON.
func (h Hash) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// Sum hashes the canonical bytes of a language: BLAKE3 in derive-key mode with
// the context "genesis 2026 <language> <what> v1", so that no hash of one
// language or of one kind of part is one of another. CoreForm's hashes follow its
// own specification and do not come from here.
func Sum(language, what string, canonical []byte) Hash {
	pool := hashersOf(language, what)
	h := pool.Get().(*blake3.Hasher)
	defer pool.Put(h)
	h.Reset()
	_, _ = h.Write(canonical) // never fails
	var out Hash
	_, _ = h.Digest().Read(out[:])
	return out
}

// hashers keeps hashers that have derived their key: one takes 10 kB and longer to
// make than to hash a unit with. Languages have few words for their parts.
var hashers sync.Map // of part to *sync.Pool of *blake3.Hasher

type part struct{ language, what string }

func hashersOf(language, what string) *sync.Pool {
	if p, ok := hashers.Load(part{language, what}); ok {
		return p.(*sync.Pool)
	}
	p, _ := hashers.LoadOrStore(part{language, what}, &sync.Pool{New: func() any {
		return blake3.NewDeriveKey("genesis 2026 " + language + " " + what + " v1")
	}})
	return p.(*sync.Pool)
}

// AppendText appends s to canonical bytes such that where it ends can be told.
func AppendText(to, s []byte) []byte {
	return append(binary.AppendUvarint(to, uint64(len(s))), s...)
}

// AppendSet appends the members of a set to canonical bytes: how many there are,
// and each, in an order that theirs does not change. It sorts members.
func AppendSet(to []byte, members [][]byte) []byte {
	slices.SortFunc(members, bytes.Compare)
	to = binary.AppendUvarint(to, uint64(len(members)))
	for _, m := range members {
		to = AppendText(to, m)
	}
	return to
}
