package commitindex

import (
	"encoding/binary"
	"errors"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
)

// errBroken stops a growth whose old index turns out to be damaged.
var errBroken = errors.New("the index of the commits is damaged")

// builder holds the columns of an index that grows.
type builder struct {
	store     objects.Store
	index     *Index             // the old one
	positions map[objects.ID]int // of the new rows

	rows, edges       int
	ids, links, roots []byte
	edgeList, filters []byte
}

// newBuilder takes over the columns of an index, which may be nil. ok is false
// when it is damaged.
func newBuilder(store objects.Store, old *Index) (b *builder, ok bool) {
	b = &builder{store: store, index: old, positions: map[objects.ID]int{}}
	if old.Len() == 0 {
		return b, !old.Broken()
	}
	b.rows, b.edges = old.rows, old.edges
	for _, part := range []struct {
		to        *[]byte
		off, size int64
	}{
		{&b.ids, old.layout.ids, int64(old.rows) * cellSize},
		{&b.links, old.layout.links, int64(old.rows) * cellSize},
		{&b.roots, old.layout.roots, int64(old.rows) * cellSize},
		{&b.edgeList, old.edgesAt, int64(old.edges) * 4},
		{&b.filters, old.filtersAt, old.layout.filters},
	} {
		if part.size == 0 {
			continue
		}
		data := old.bytes(part.off, part.size)
		if data == nil {
			return nil, false
		}
		*part.to = slices.Clone(data)
	}
	return b, true
}

func (b *builder) root(pos int) objects.ID { return objects.ID(b.roots[pos*cellSize:]) }

func (b *builder) generationOf(pos int) int64 {
	return int64(binary.LittleEndian.Uint64(b.links[pos*cellSize+16:]))
}

// append adds a row.
func (b *builder) append(f found, root objects.ID, parents []int, filter filter, known bool) {
	b.rows++
	b.ids = append(b.ids, f.id[:]...)
	b.roots = append(b.roots, root[:]...)
	first, second := uint32(noParent), uint32(noParent)
	switch len(parents) {
	case 0:
	case 1:
		first = uint32(parents[0])
	case 2:
		first, second = uint32(parents[0]), uint32(parents[1])
	default:
		first, second = uint32(parents[0]), uint32(b.edges)|manyParents
		for i, p := range parents[1:] {
			if i == len(parents)-2 {
				p |= manyParents
			}
			b.edgeList = binary.LittleEndian.AppendUint32(b.edgeList, uint32(p))
			b.edges++
		}
	}
	b.filters = append(b.filters, filter...)
	end := uint64(len(b.filters))
	if !known {
		end |= noFilter
	}
	generation := b.generation(f.time, parents)
	b.links = binary.LittleEndian.AppendUint64(b.links, uint64(f.time))
	b.links = binary.LittleEndian.AppendUint32(b.links, first)
	b.links = binary.LittleEndian.AppendUint32(b.links, second)
	b.links = binary.LittleEndian.AppendUint64(b.links, uint64(generation))
	b.links = binary.LittleEndian.AppendUint64(b.links, end)
}

// encode returns the file.
func (b *builder) encode() []byte {
	l := layoutOf(b.rows, b.edges, int64(len(b.filters)))
	out := make([]byte, 0, l.size)
	out = append(out, magic[:]...)
	out = binary.LittleEndian.AppendUint32(out, uint32(b.rows))
	out = binary.LittleEndian.AppendUint32(out, uint32(b.edges))
	out = binary.LittleEndian.AppendUint64(out, uint64(len(b.filters)))
	order, fanout := b.order()
	out = append(out, fanout...)
	for _, part := range [][]byte{nil, b.ids, b.links, b.roots, order, b.edgeList, b.filters} {
		out = append(out, part...)
		out = append(out, make([]byte, (blockSize-len(out)%blockSize)%blockSize)...)
	}
	sums := len(out)
	for at := 0; at < sums; at += blockSize {
		out = binary.LittleEndian.AppendUint32(out, checksum(out[at:at+blockSize]))
	}
	return binary.LittleEndian.AppendUint32(out, checksum(out[sums:]))
}

// order returns the positions in the order of the ids, and the fanout over them.
func (b *builder) order() (order, fanout []byte) {
	positions := make([]uint32, b.rows)
	for i := range positions {
		positions[i] = uint32(i)
	}
	id := func(pos uint32) []byte { return b.ids[int(pos)*cellSize : (int(pos)+1)*cellSize] }
	slices.SortFunc(positions, func(x, y uint32) int { return slices.Compare(id(x), id(y)) })
	var counts [256]uint32
	for _, pos := range positions {
		order = binary.LittleEndian.AppendUint32(order, pos)
		counts[id(pos)[0]]++
	}
	sum := uint32(0)
	for _, n := range counts {
		sum += n
		fanout = binary.LittleEndian.AppendUint32(fanout, sum)
	}
	return order, fanout
}
