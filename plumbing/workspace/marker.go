package workspace

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"

	"github.com/pelletier/go-toml/v2"
)

// marker is the content of workspace.toml.
type marker struct {
	ID    string `toml:"id" comment:"The identity of this workspace in its store: a copy of the directory needs another."`
	Store string `toml:"store" comment:"The store: relative to the workspace's directory when it is inside."`
}

// validID reports whether an id is 8 to 64 lower-case letters and digits.
func validID(id string) bool {
	for i := 0; i < len(id); i++ {
		if c := id[i]; (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return len(id) >= 8 && len(id) <= 64
}

// newID returns an identity that no other workspace has: 128 random bits.
func newID() string {
	var raw [16]byte
	_, _ = rand.Read(raw[:]) // never fails: the runtime stops the process instead
	return hex.EncodeToString(raw[:])
}

func readMarker(path string) (marker, error) {
	var m marker
	name := MetaDir + "/" + markerFile
	file, err := decodeFile(path, name, &m)
	if err != nil {
		return m, err
	}
	if !validID(m.ID) {
		return m, file.fault("id", fmt.Sprintf("id %q is not 8 to 64 lower-case letters and digits", m.ID))
	}
	if m.Store == "" {
		return m, file.fault("store", "store is missing")
	}
	return m, nil
}

func (m marker) write(path string) error {
	text, err := toml.Marshal(m)
	if err != nil {
		return err
	}
	return writeAtomic(path, text)
}
