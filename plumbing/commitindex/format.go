package commitindex

import (
	"encoding/binary"
	"hash/crc32"

	"github.com/genesis-vcs/genesis/objects"
)

// The file is a header, columns of rows in the order of their positions, the
// order of the ids, and the checksums. Numbers are little-endian. Each part
// begins at a multiple of blockSize, zeros between them.
//
//	header   magic 8 "GENHIST\x01", rows 4, edges 4, bytes of filters 8
//	         fanout 256 × 4: rows whose ids begin with at most this byte
//	ids      32 a row
//	links    32 a row: time 8, first parent 4, second parent 4, generation 8,
//	         end of the filter 8
//	roots    32 a row: id of the root tree
//	order    4 a row: positions in the order of the ids
//	edges    4 an edge: parents beyond the first, of commits with more than two
//	filters  one after the other
//	sums     4 a block of all the above: CRC-32C
//	         4: CRC-32C of the sums
const (
	blockSize  = 16 << 10
	cellSize   = objects.IDSize // of an id, a root, the links of a row
	headerSize = 24
	fanoutSize = 256 * 4
)

var magic = [8]byte{'G', 'E', 'N', 'H', 'I', 'S', 'T', 1}

const (
	// noParent stands where there is none.
	noParent = 1<<32 - 1
	// manyParents marks a second parent that is the place of the first of
	// several in the edges; the last of them has the same mark.
	manyParents = 1 << 31
	// noFilter marks the end of a filter that was not made: too many paths.
	noFilter = 1 << 63
	// latest is the greatest time that counts in a generation.
	latest = 1 << 62
	// maxRows keeps positions and places of edges apart from the marks.
	maxRows = 1<<31 - 1
)

// layout tells where the parts of a file are.
type layout struct {
	rows, edges               int
	filters                   int64
	ids, links, roots         int64
	order, edgesAt, filtersAt int64
	sums                      int64
	size                      int64
}

func layoutOf(rows, edges int, filters int64) layout {
	l := layout{rows: rows, edges: edges, filters: filters}
	at := int64(blockSize) // the header
	next := func(size int64) int64 {
		start := at
		at += (size + blockSize - 1) / blockSize * blockSize
		return start
	}
	l.ids = next(int64(rows) * cellSize)
	l.links = next(int64(rows) * cellSize)
	l.roots = next(int64(rows) * cellSize)
	l.order = next(int64(rows) * 4)
	l.edgesAt = next(int64(edges) * 4)
	l.filtersAt = next(filters)
	l.sums = at
	l.size = at + at/blockSize*4 + 4
	return l
}

// header reads the counts; ok is false when they do not fit a file of the size.
func parseHeader(b []byte, size int64) (l layout, ok bool) {
	if len(b) < headerSize || [8]byte(b) != magic {
		return layout{}, false
	}
	rows, edges := binary.LittleEndian.Uint32(b[8:]), binary.LittleEndian.Uint32(b[12:])
	filters := binary.LittleEndian.Uint64(b[16:])
	if rows > maxRows || edges > maxRows || filters > uint64(size) {
		return layout{}, false
	}
	l = layoutOf(int(rows), int(edges), int64(filters))
	return l, l.size == size
}

// checksum must not cost anything before the first index is read.
func checksum(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }
