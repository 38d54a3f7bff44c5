package linediff

import (
	"bytes"
	"hash/maphash"
)

// intern numbers the distinct lines of both texts from 0, in the order in which
// they first appear, and gives how many there are. Which slots of the table they
// fall into differs from run to run and shows nowhere in the result.
func intern(a, b [][]byte) (na, nb []int32, distinct int) {
	t := newTable(len(a) + len(b))
	return t.numbers(a), t.numbers(b), len(t.lines)
}

// table is a hash table with open addressing, at most half full. It holds a part
// of the hash beside the number so that nearly every comparison of bytes is one
// of equal lines.
type table struct {
	seed  maphash.Seed
	mask  uint64
	slots []slot
	lines [][]byte
}

// slot is empty while number is 0; the line's number is one less.
type slot struct{ hash, number uint32 }

func newTable(lines int) *table {
	size := 16
	for size < 2*lines {
		size *= 2
	}
	return &table{seed: maphash.MakeSeed(), mask: uint64(size - 1), slots: make([]slot, size)}
}

func (t *table) numbers(lines [][]byte) []int32 {
	out := make([]int32, len(lines), len(lines)+1)
	for i, line := range lines {
		out[i] = t.number(line)
	}
	return out
}

func (t *table) number(line []byte) int32 {
	h := maphash.Bytes(t.seed, line)
	part := uint32(h >> 32)
	for i := h & t.mask; ; i = (i + 1) & t.mask {
		s := &t.slots[i]
		if s.number == 0 {
			t.lines = append(t.lines, line)
			*s = slot{hash: part, number: uint32(len(t.lines))}
			return int32(s.number - 1)
		}
		if s.hash == part && bytes.Equal(t.lines[s.number-1], line) {
			return int32(s.number - 1)
		}
	}
}
