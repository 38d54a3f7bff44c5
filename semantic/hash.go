package semantic

import (
	"encoding/hex"
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
