package packstore

import (
	"encoding/binary"
	"fmt"
	"sync"

	"github.com/zeebo/blake3"

	"github.com/genesis-vcs/genesis/objects"
)

// A family is a set of catalog keys that is counted and hashed as a whole. The
// letter is the first byte of its keys and never changes.
type family byte

const (
	famPack    family = 'p' // pack id -> packRow: the live packs
	famDropped family = 'd' // pack id -> "": files of merged packs that are to be deleted
	famRef     family = 'r'
	famHead    family = 'h'
	famPin     family = 'n'
	famSetting family = 's'
	famMark    family = 'm'
)

// families lists them in the order in which the state stores their digests.
var families = [...]family{famPack, famDropped, famRef, famHead, famPin, famSetting, famMark}

// spaceFamily maps the spaces of rows to families.
var spaceFamily = map[objects.Space]family{
	objects.SpaceRef: famRef, objects.SpaceHead: famHead, objects.SpacePin: famPin,
	objects.SpaceSetting: famSetting, objects.SpaceMark: famMark,
}

// key returns the catalog key of a row.
func (f family) key(name string) []byte {
	return append(append(make([]byte, 0, 2+len(name)), byte(f), '/'), name...)
}

// digest counts the rows of a family and sums their hashes modulo 2²⁵⁶: it does
// not depend on the order and is updated row by row.
type digest struct {
	count uint64
	sum   [4]uint64
}

var rowHasher = sync.OnceValue(func() *blake3.Hasher {
	return blake3.NewDeriveKey("genesis 2026 catalog row v1")
})

func rowHash(f family, name string, value []byte) [4]uint64 {
	h := rowHasher().Clone()
	var head [5]byte
	head[0] = byte(f)
	binary.LittleEndian.PutUint32(head[1:], uint32(len(name)))
	_, _ = h.Write(head[:])
	_, _ = h.WriteString(name)
	_, _ = h.Write(value)
	var out [32]byte
	h.Sum(out[:0])
	var words [4]uint64
	for i := range words {
		words[i] = binary.LittleEndian.Uint64(out[8*i:])
	}
	return words
}

func (d *digest) add(f family, name string, value []byte) {
	d.count++
	carry := uint64(0)
	for i, w := range rowHash(f, name, value) {
		sum := d.sum[i] + w
		c := uint64(0)
		if sum < w {
			c = 1
		}
		total := sum + carry
		if total < sum {
			c = 1
		}
		d.sum[i], carry = total, c
	}
}

func (d *digest) remove(f family, name string, value []byte) {
	d.count--
	borrow := uint64(0)
	for i, w := range rowHash(f, name, value) {
		diff := d.sum[i] - w
		b := uint64(0)
		if d.sum[i] < w {
			b = 1
		}
		total := diff - borrow
		if total > diff {
			b = 1
		}
		d.sum[i], borrow = total, b
	}
}

// state is the one row that every transaction of the catalog replaces.
type state struct {
	generation uint64 // of the catalog: one more with each transaction
	head       objects.Head
	view       objects.Head // the operation that the newest view stands for
	epoch      uint64       // raised by each garbage collection
	digests    [len(families)]digest
}

var stateKey = []byte("state")

const (
	stateVersion = 1
	stateSize    = 1 + 8 + 2*(8+objects.IDSize) + 8 + len(families)*(1+8+32) + 4
)

func (s *state) digest(f family) *digest {
	for i, g := range families {
		if g == f {
			return &s.digests[i]
		}
	}
	panic("packstore: family without a digest")
}

func (s *state) encode() []byte {
	b := append(make([]byte, 0, stateSize), stateVersion)
	b = binary.LittleEndian.AppendUint64(b, s.generation)
	for _, h := range []objects.Head{s.head, s.view} {
		b = binary.LittleEndian.AppendUint64(b, h.Seq)
		b = append(b, h.Operation[:]...)
	}
	b = binary.LittleEndian.AppendUint64(b, s.epoch)
	for i, f := range families {
		b = append(b, byte(f))
		b = binary.LittleEndian.AppendUint64(b, s.digests[i].count)
		for _, w := range s.digests[i].sum {
			b = binary.LittleEndian.AppendUint64(b, w)
		}
	}
	return binary.LittleEndian.AppendUint32(b, checksum(b))
}

func parseState(b []byte) (*state, error) {
	if len(b) != stateSize || b[0] != stateVersion {
		return nil, fmt.Errorf("state row has %d bytes", len(b))
	}
	if binary.LittleEndian.Uint32(b[stateSize-4:]) != checksum(b[:stateSize-4]) {
		return nil, fmt.Errorf("state row checksum does not match")
	}
	s := &state{generation: binary.LittleEndian.Uint64(b[1:])}
	b = b[9:]
	for _, h := range []*objects.Head{&s.head, &s.view} {
		h.Seq, h.Operation = binary.LittleEndian.Uint64(b), objects.ID(b[8:40])
		b = b[40:]
	}
	s.epoch = binary.LittleEndian.Uint64(b)
	b = b[8:]
	for i, f := range families {
		if b[0] != byte(f) {
			return nil, fmt.Errorf("state row lists an unknown family %q", b[0])
		}
		s.digests[i].count = binary.LittleEndian.Uint64(b[1:])
		for w := range s.digests[i].sum {
			s.digests[i].sum[w] = binary.LittleEndian.Uint64(b[9+8*w:])
		}
		b = b[41:]
	}
	return s, nil
}

// packRow is what the catalog knows of a live pack: enough to read the footer
// of a small pack with one read.
type packRow struct {
	size    int64
	created int64
	trailer
}

// packRowSize is the length of the row of a plain pack; that of another one has
// its format behind that.
const packRowSize = 8 + 8 + 8 + 4 + 4 + 4

func (p packRow) encode() []byte {
	b := binary.LittleEndian.AppendUint64(make([]byte, 0, packRowSize), uint64(p.size))
	b = binary.LittleEndian.AppendUint64(b, uint64(p.created))
	b = binary.LittleEndian.AppendUint64(b, uint64(p.footer))
	b = binary.LittleEndian.AppendUint32(b, uint32(p.count))
	b = binary.LittleEndian.AppendUint32(b, uint32(p.replaces))
	b = binary.LittleEndian.AppendUint32(b, p.sum)
	if p.format != formatPlain {
		b = append(b, byte(p.format))
	}
	return b
}

func parsePackRow(name string, b []byte) (packRow, error) {
	format := formatPlain
	if len(b) == packRowSize+1 && b[packRowSize] == byte(formatOptimized) {
		format, b = formatOptimized, b[:packRowSize]
	}
	if len(name) != len(packID{}) || len(b) != packRowSize {
		return packRow{}, fmt.Errorf("malformed row of a pack")
	}
	id := packID([]byte(name))
	p := packRow{
		size:    int64(binary.LittleEndian.Uint64(b)),
		created: int64(binary.LittleEndian.Uint64(b[8:])),
		trailer: trailer{
			format:   format,
			id:       id,
			footer:   int64(binary.LittleEndian.Uint64(b[16:])),
			count:    int(binary.LittleEndian.Uint32(b[24:])),
			replaces: int(binary.LittleEndian.Uint32(b[28:])),
			sum:      binary.LittleEndian.Uint32(b[32:]),
		},
	}
	if p.footer < packHeaderSize || p.footer+p.footerLen() != p.size {
		return packRow{}, fmt.Errorf("row of pack %s does not fit together", id)
	}
	return p, nil
}
