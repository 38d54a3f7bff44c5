package linediff

import (
	"bytes"
	"hash/maphash"
)

// intern numbers the distinct lines of both texts from 0, in the order in which
// they first appear, and gives how many there are.
func intern(a, b [][]byte) (na, nb []int32, distinct int) {
	t := newTable(a, b)
	na, nb = make([]int32, len(a)), make([]int32, len(b))
	for i, line := range a {
		na[i] = t.number(line, i)
	}
	// The texts have most lines in common, and in the same order: what follows the
	// line of a that was met last is tried before anything is hashed.
	expected := 0
	for j, line := range b {
		if expected < len(a) && bytes.Equal(a[expected], line) {
			nb[j] = na[expected]
			expected++
			continue
		}
		nb[j] = t.number(line, len(a)+j)
		if place := int(t.places[nb[j]]); place < len(a) {
			expected = place + 1
		}
	}
	return na, nb, len(t.places)
}

// table is a hash table with open addressing, at most two thirds full. It holds
// the hash beside the number so that nearly every comparison of bytes is one of
// equal lines. Which slot a line falls into differs from run to run and shows
// nowhere in the result.
type table struct {
	a, b   [][]byte
	seed   maphash.Seed
	slots  []slot  // a power of two
	places []int32 // by number: where the line is first, in a with b behind it
}

// slot is empty while number is 0; the line's number is one less.
type slot struct{ hash, number uint32 }

func newTable(a, b [][]byte) *table {
	size := 16
	for 2*size < 3*len(a) {
		size *= 2
	}
	return &table{a: a, b: b, seed: maphash.MakeSeed(), slots: make([]slot, size)}
}

// line gives the line of a number.
func (t *table) line(number uint32) []byte {
	place := int(t.places[number])
	if place < len(t.a) {
		return t.a[place]
	}
	return t.b[place-len(t.a)]
}

// number gives the number of the line that is at place.
func (t *table) number(line []byte, place int) int32 {
	hash := uint32(maphash.Bytes(t.seed, line))
	s := &t.slots[hash&uint32(len(t.slots)-1)]
	for at := hash; s.number != 0; s = &t.slots[at&uint32(len(t.slots)-1)] {
		if s.hash == hash && bytes.Equal(t.line(s.number-1), line) {
			return int32(s.number - 1)
		}
		at++
	}
	t.places = append(t.places, int32(place))
	*s = slot{hash: hash, number: uint32(len(t.places))}
	if 3*len(t.places) > 2*len(t.slots) {
		t.grow()
	}
	return int32(len(t.places) - 1)
}

func (t *table) grow() {
	old := t.slots
	t.slots = make([]slot, 2*len(old))
	for _, s := range old {
		if s.number == 0 {
			continue
		}
		at := s.hash
		for t.slots[at&uint32(len(t.slots)-1)].number != 0 {
			at++
		}
		t.slots[at&uint32(len(t.slots)-1)] = s
	}
}
