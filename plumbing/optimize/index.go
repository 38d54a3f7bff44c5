package optimize

import (
	"encoding/binary"

	"github.com/genesis-vcs/genesis/objects"
)

// index numbers the objects of a plan in the order in which they are found. It is
// a hash table of numbers beside a list of ids, a third of what a map would take.
type index struct {
	ids   []objects.ID
	slots []int32 // number + 1, 0 for free; a power of two of them
}

// find returns the number of an object, or none.
func (x *index) find(id objects.ID) int32 {
	if len(x.slots) == 0 {
		return none
	}
	n, _ := x.slot(id)
	return n
}

// add numbers an object that has no number yet.
func (x *index) add(id objects.ID) int32 {
	if 4*len(x.ids) >= 3*len(x.slots) {
		x.grow()
	}
	_, at := x.slot(id)
	n := int32(len(x.ids))
	x.ids = append(x.ids, id)
	x.slots[at] = n + 1
	return n
}

// slot returns the number of an object, or none and the slot where it belongs.
func (x *index) slot(id objects.ID) (number int32, at int) {
	mask := len(x.slots) - 1
	// Any bytes of an id are as good as a hash of it.
	for at := int(binary.LittleEndian.Uint64(id[:])) & mask; ; at = (at + 1) & mask {
		n := x.slots[at] - 1
		if n == none || x.ids[n] == id {
			return n, at
		}
	}
}

func (x *index) grow() {
	x.slots = make([]int32, max(2*len(x.slots), 1024))
	for n, id := range x.ids {
		_, at := x.slot(id)
		x.slots[at] = int32(n) + 1
	}
}
