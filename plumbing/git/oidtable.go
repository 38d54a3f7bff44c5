package git

import (
	"encoding/binary"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
	"github.com/genesis-vcs/genesis/plumbing/git/gitproc"
)

// item is what an import knows of one object.
type item struct {
	oid gitobj.OID
	typ gitobj.Type
	id  objects.ID // zero: not stored yet
	// size of a blob in bytes; of a tree, the sum of the sizes of its files.
	size uint64
	// files counts those below a tree.
	files uint64
	// at and length say where the body waits for its turn, in the spool.
	at     int64
	length int32
	state  itemState
	// closed: it is a tree that was paired with ours, and what is below is not.
	closed bool
}

// check refuses a body whose name is another one: git does not look when it reads.
func (it *item) check(oid gitobj.OID) error {
	if oid != it.oid {
		return &gitproc.MissingObjectError{OID: it.oid, Damaged: true}
	}
	return nil
}

type itemState uint8

const (
	itemNew    itemState = iota
	itemOpen             // a tree on the way to which we are: it must not come again
	itemStored           // id is set
)

// oidTable finds items by their oid. It takes some 120 bytes an object, so that
// the objects of 100,000 commits fit in little memory.
type oidTable struct {
	pages [][]item
	count int
	slots []uint32 // place + 1, 0 is free; open addressing
}

const (
	pageItems = 1 << 12
	minSlots  = 1 << 12
)

func newOIDTable() *oidTable { return &oidTable{slots: make([]uint32, minSlots)} }

// at returns the i-th item. The pointer stays good.
func (t *oidTable) at(i int) *item { return &t.pages[i/pageItems][i%pageItems] }

// find returns the item of an oid, or nil.
func (t *oidTable) find(oid gitobj.OID) *item {
	for slot := t.slot(oid); ; slot = t.next(slot) {
		place := t.slots[slot]
		if place == 0 {
			return nil
		}
		if it := t.at(int(place - 1)); it.oid == oid {
			return it
		}
	}
}

// add returns the item of an oid, which is new if there was none.
func (t *oidTable) add(oid gitobj.OID, typ gitobj.Type) *item {
	if it := t.find(oid); it != nil {
		return it
	}
	if (t.count+1)*3 > len(t.slots)*2 {
		t.grow()
	}
	if t.count%pageItems == 0 {
		t.pages = append(t.pages, make([]item, pageItems))
	}
	t.count++
	t.place(oid, t.count)
	it := t.at(t.count - 1)
	it.oid, it.typ = oid, typ
	return it
}

func (t *oidTable) grow() {
	t.slots = make([]uint32, 2*len(t.slots))
	for i := range t.count {
		t.place(t.at(i).oid, i+1)
	}
}

func (t *oidTable) place(oid gitobj.OID, number int) {
	slot := t.slot(oid)
	for t.slots[slot] != 0 {
		slot = t.next(slot)
	}
	t.slots[slot] = uint32(number)
}

func (t *oidTable) slot(oid gitobj.OID) int {
	return int(binary.LittleEndian.Uint64(oid[:8]) & uint64(len(t.slots)-1))
}

func (t *oidTable) next(slot int) int { return (slot + 1) & (len(t.slots) - 1) }
