package commitindex

import (
	"bytes"
	"context"
	"encoding/binary"

	"github.com/genesis-vcs/genesis/objects"
)

// Name is the name of the index among the derived data of a store.
const Name = "commits"

// Index reads an index. The zero Index, and nil, know nothing.
type Index struct {
	layout
	file   objects.DerivedFile
	sums   []byte
	blocks map[int64][]byte // those that were read and compared
	broken bool
}

// maxBlocks bounds the blocks that are kept in memory, to 32 MiB.
const maxBlocks = 2048

// Row is what the index knows of a commit; its parents are asked for with
// Parents.
type Row struct {
	ID         objects.ID
	Time       int64 // of the committer, in seconds
	Generation int64
}

// Open opens the index of a store; nil when it has none that can be used, or
// keeps no derived data. It is to be closed.
func Open(ctx context.Context, store objects.Store) *Index {
	derived, ok := store.(objects.Derived)
	if !ok {
		return nil
	}
	file, err := derived.OpenDerived(ctx, Name)
	if err != nil || file == nil {
		return nil
	}
	x := &Index{file: file, blocks: map[int64][]byte{}}
	if !x.open() {
		x.Close()
		return nil
	}
	return x
}

// open reads the header and the checksums.
func (x *Index) open() bool {
	first := make([]byte, blockSize)
	if x.file.Size() < blockSize {
		return false
	}
	if _, err := x.file.ReadAt(first, 0); err != nil {
		return false
	}
	var ok bool
	if x.layout, ok = parseHeader(first, x.file.Size()); !ok {
		return false
	}
	sums := make([]byte, x.size-x.layout.sums)
	if _, err := x.file.ReadAt(sums, x.layout.sums); err != nil {
		return false
	}
	x.sums = sums[:len(sums)-4]
	if binary.LittleEndian.Uint32(sums[len(x.sums):]) != checksum(x.sums) || !x.matches(0, first) {
		return false
	}
	x.blocks[0] = first
	return true
}

func (x *Index) matches(block int64, b []byte) bool {
	return binary.LittleEndian.Uint32(x.sums[block*4:]) == checksum(b)
}

// Close gives the file back.
func (x *Index) Close() {
	if x != nil {
		_ = x.file.Close()
	}
}

// Broken reports whether a part of the index could not be read or does not match
// its checksum. From then on it knows nothing; what it said before is right.
func (x *Index) Broken() bool { return x != nil && x.broken }

// Len is the number of rows.
func (x *Index) Len() int {
	if x == nil || x.broken {
		return 0
	}
	return x.rows
}

// block returns a block; nil when it is damaged.
func (x *Index) block(n int64) []byte {
	if b, ok := x.blocks[n]; ok {
		return b
	}
	if x.broken {
		return nil
	}
	b := make([]byte, blockSize)
	if _, err := x.file.ReadAt(b, n*blockSize); err != nil || !x.matches(n, b) {
		x.broken = true
		return nil
	}
	if len(x.blocks) >= maxBlocks {
		clear(x.blocks)
	}
	x.blocks[n] = b
	return b
}

// cell returns size bytes that do not cross the end of a block.
func (x *Index) cell(off int64, size int) []byte {
	b := x.block(off / blockSize)
	if b == nil {
		return nil
	}
	at := int(off % blockSize)
	return b[at : at+size]
}

// bytes returns bytes that may lie in several blocks.
func (x *Index) bytes(off, size int64) []byte {
	if off/blockSize == (off+size-1)/blockSize {
		return x.cell(off, int(size))
	}
	out := make([]byte, 0, size)
	for size > 0 {
		n := min(size, blockSize-off%blockSize)
		part := x.cell(off, int(n))
		if part == nil {
			return nil
		}
		out = append(out, part...)
		off, size = off+n, size-n
	}
	return out
}

func (x *Index) number(off int64) (uint32, bool) {
	b := x.cell(off, 4)
	if b == nil {
		return 0, false
	}
	return binary.LittleEndian.Uint32(b), true
}

// Find returns the position of a commit.
func (x *Index) Find(id objects.ID) (pos int, ok bool) {
	if x.Len() == 0 {
		return 0, false
	}
	lo := uint32(0)
	if first := int64(id[0]); first > 0 {
		lo, _ = x.number(headerSize + 4*(first-1))
	}
	hi, ok := x.number(headerSize + 4*int64(id[0]))
	if !ok || hi > uint32(x.rows) {
		return 0, false
	}
	for lo < hi {
		mid := (lo + hi) / 2
		at, ok := x.number(x.order + 4*int64(mid))
		if !ok || int(at) >= x.rows {
			return 0, false
		}
		cell := x.cell(x.ids+cellSize*int64(at), cellSize)
		if cell == nil {
			return 0, false
		}
		switch bytes.Compare(cell, id[:]) {
		case 0:
			return int(at), true
		case -1:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return 0, false
}

// Row returns a row. ok is false when the index turns out to be broken, here and
// below.
func (x *Index) Row(pos int) (row Row, ok bool) {
	id := x.cell(x.ids+cellSize*int64(pos), cellSize)
	links := x.cell(x.links+cellSize*int64(pos), cellSize)
	if id == nil || links == nil {
		return Row{}, false
	}
	return Row{
		ID:         objects.ID(id),
		Time:       int64(binary.LittleEndian.Uint64(links)),
		Generation: int64(binary.LittleEndian.Uint64(links[16:])),
	}, true
}

// Parents appends the positions of the parents, in order.
func (x *Index) Parents(pos int, to []int) (parents []int, ok bool) {
	links := x.cell(x.links+cellSize*int64(pos), cellSize)
	if links == nil {
		return to, false
	}
	first, second := binary.LittleEndian.Uint32(links[8:]), binary.LittleEndian.Uint32(links[12:])
	if first == noParent {
		return to, true
	}
	if to, ok = x.parent(pos, first, to); !ok || second == noParent {
		return to, ok
	}
	if second&manyParents == 0 {
		return x.parent(pos, second, to)
	}
	for at := second &^ manyParents; ; at++ {
		if int(at) >= x.edges {
			x.broken = true
			return to, false
		}
		next, ok := x.number(x.edgesAt + 4*int64(at))
		if !ok {
			return to, false
		}
		if to, ok = x.parent(pos, next&^manyParents, to); !ok || next&manyParents != 0 {
			return to, ok
		}
	}
}

// parent appends a parent after making sure that it comes before its child: no
// index can send a walk in circles.
func (x *Index) parent(pos int, parent uint32, to []int) ([]int, bool) {
	if int(parent) >= pos {
		x.broken = true
		return to, false
	}
	return append(to, int(parent)), true
}

// Root returns the root tree of a commit.
func (x *Index) Root(pos int) (root objects.ID, ok bool) {
	b := x.cell(x.roots+cellSize*int64(pos), cellSize)
	if b == nil {
		return objects.ID{}, false
	}
	return objects.ID(b), true
}

// MayDiffer reports whether one of the paths may differ between a commit and its
// first parent, or the empty tree if it has none. False is certain.
func (x *Index) MayDiffer(pos int, paths []Path) bool {
	filter, known := x.filter(pos)
	if !known {
		return true
	}
	for _, p := range paths {
		if p.in(filter) {
			return true
		}
	}
	return false
}

// filter returns the filter of a commit; known is false when there is none.
func (x *Index) filter(pos int) (f filter, known bool) {
	start := uint64(0)
	if pos > 0 {
		before := x.cell(x.links+cellSize*int64(pos-1), cellSize)
		if before == nil {
			return nil, false
		}
		start = binary.LittleEndian.Uint64(before[24:]) &^ noFilter
	}
	links := x.cell(x.links+cellSize*int64(pos), cellSize)
	if links == nil {
		return nil, false
	}
	end := binary.LittleEndian.Uint64(links[24:])
	if end&noFilter != 0 {
		return nil, false
	}
	if end < start || end > uint64(x.filters) {
		x.broken = true
		return nil, false
	}
	if start == end {
		return filter{}, true
	}
	b := x.bytes(x.filtersAt+int64(start), int64(end-start))
	return b, b != nil
}
