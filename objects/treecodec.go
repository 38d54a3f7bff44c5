package objects

import (
	"encoding/binary"
	"math/bits"
)

// Trees are encoded and decoded by the thousand on every commit and checkout,
// so their encoding is written out by hand here. A property test holds it to
// the encoding by struct tags in tree.go.

// The keys of an entry with their heads, in canonical order.
const (
	keyEntries = "\x67entries"
	keyID      = "\x62id"
	keyMode    = "\x64mode"
	keyName    = "\x64name"
	keySize    = "\x64size"
)

func (t *Tree) marshal() ([]byte, error) {
	if len(t.Entries) == 0 {
		return []byte{majorMap << 5}, nil
	}
	size := 16
	for i := range t.Entries {
		// 1 map, 3+34 id, 5+8 mode, 5+3 name, 5+9 size.
		size += 73 + len(t.Entries[i].Name)
	}
	b := make([]byte, 0, size)
	b = append(b, majorMap<<5|1)
	b = append(b, keyEntries...)
	b = appendHead(b, majorList, uint64(len(t.Entries)))
	for i := range t.Entries {
		b = t.Entries[i].append(b)
	}
	return b, nil
}

func (e *Entry) append(b []byte) []byte {
	file := e.Mode.IsFile()
	pairs := byte(3)
	if file {
		pairs = 4
	}
	b = append(b, majorMap<<5|pairs)
	b = append(b, keyID...)
	if e.Mode == ModeGitlink {
		b = appendHead(b, majorBytes, uint64(len(e.Gitlink)))
		b = append(b, e.Gitlink...)
	} else {
		b = append(b, 0x58, IDSize)
		b = append(b, e.ID[:]...)
	}
	b = append(b, keyMode...)
	b = appendHead(b, majorText, uint64(len(e.Mode)))
	b = append(b, e.Mode...)
	b = append(b, keyName...)
	b = appendHead(b, majorBytes, uint64(len(e.Name)))
	b = append(b, e.Name...)
	if file {
		b = append(b, keySize...)
		b = appendHead(b, majorUint, e.Size)
	}
	return b
}

// appendHead appends a CBOR head in its shortest form.
func appendHead(b []byte, major byte, arg uint64) []byte {
	major <<= 5
	switch n := bits.Len64(arg); {
	case arg < 24:
		return append(b, major|byte(arg))
	case n <= 8:
		return append(b, major|24, byte(arg))
	case n <= 16:
		return binary.BigEndian.AppendUint16(append(b, major|25), uint16(arg))
	case n <= 32:
		return binary.BigEndian.AppendUint32(append(b, major|26), uint32(arg))
	default:
		return binary.BigEndian.AppendUint64(append(b, major|27), arg)
	}
}

// decodeFast implements fastBody.
func (t *Tree) decodeFast(data []byte) bool {
	if len(data) == 1 && data[0] == majorMap<<5 {
		return true
	}
	r := newFastReader(data)
	if !r.skip("\xa1" + keyEntries) {
		return false
	}
	major, n, ok := r.head()
	// The shortest entry has more than 32 bytes.
	if !ok || major != majorList || n == 0 || n > uint64(len(data)/32) || n > MaxEntries {
		return false
	}
	entries := make([]Entry, n)
	for i := range entries {
		e := &entries[i]
		if !r.entry(e) || e.check() != nil || i > 0 && entries[i-1].Name >= e.Name {
			return false
		}
	}
	if r.pos != len(data) {
		return false
	}
	t.Entries = entries
	return true
}

func (r *fastReader) entry(e *Entry) bool {
	major, pairs, ok := r.head()
	if !ok || major != majorMap || !r.skip(keyID) {
		return false
	}
	id, ok := r.str(majorBytes)
	if !ok || !r.skip(keyMode) {
		return false
	}
	mode, ok := r.str(majorText)
	if !ok || !r.skip(keyName) {
		return false
	}
	name, ok := r.str(majorBytes)
	if !ok {
		return false
	}
	e.Mode, e.Name = Mode(mode), Bytes(name)
	switch {
	case e.Mode == ModeGitlink:
		e.Gitlink = Bytes(id)
	case len(id) == IDSize:
		copy(e.ID[:], id)
	default:
		return false
	}
	if !e.Mode.IsFile() {
		return pairs == 3
	}
	if pairs != 4 || !r.skip(keySize) {
		return false
	}
	major, e.Size, ok = r.head()
	return ok && major == majorUint
}
