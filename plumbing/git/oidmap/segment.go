package oidmap

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/chunk"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
)

// A segment is a blob, its numbers little-endian:
//
//	magic  8 "GITMAP\x01\n"
//	count  4
//	zero   4
//	rows   52 each: Git's name 20, our id 32; sorted by Git's name
//	order  4 each: the number of a row; sorted by our ids
//
// Every range of it that is read is proved by the identity of the blob.
const (
	headerSize = 16
	rowSize    = gitobj.OIDSize + objects.IDSize
	orderSize  = 4
	maxRows    = 1 << 28
)

const magic = "GITMAP\x01\n"

// SegmentError reports a segment that no writer makes. It is in the store as
// somebody put it there; nothing is known from it.
type SegmentError struct {
	ID     objects.ID // the blob, or the tree of the map
	Reason string
}

func (e *SegmentError) Error() string { return "malformed map of Git ids: " + e.Reason }

// segment reads one blob of the map.
type segment struct {
	name  string // in the tree of the map
	entry objects.Entry
	blob  *chunk.Reader
	count int
	// blocks are the parts that were read, by number: many lookups read the same.
	blocks map[int64][]byte
}

const (
	blockSize = 64 << 10
	// maxBlocks bounds the parts of one segment that are kept.
	maxBlocks = 1024
)

func openSegment(ctx context.Context, store objects.Store, e objects.Entry) (*segment, error) {
	blob, err := chunk.Open(ctx, store, e.ID)
	if err != nil {
		return nil, err
	}
	s := &segment{name: string(e.Name), entry: e, blob: blob, blocks: map[int64][]byte{}}
	var head [headerSize]byte
	if blob.Size() < headerSize {
		return nil, s.malformed("a segment is cut off")
	}
	if err := s.read(head[:], 0); err != nil {
		return nil, err
	}
	s.count = int(binary.LittleEndian.Uint32(head[8:]))
	if string(head[:8]) != magic || s.count > maxRows || blob.Size() != segmentSize(s.count) {
		return nil, s.malformed("a segment has another form")
	}
	return s, nil
}

func segmentSize(count int) uint64 { return headerSize + uint64(count)*(rowSize+orderSize) }

func (s *segment) malformed(reason string) error {
	return &SegmentError{ID: s.entry.ID, Reason: reason}
}

// read reads a part, which may reach over the border of two blocks.
func (s *segment) read(b []byte, at int64) error {
	for len(b) > 0 {
		block, err := s.block(at / blockSize)
		if err != nil {
			return err
		}
		if at%blockSize >= int64(len(block)) {
			return io.ErrUnexpectedEOF
		}
		n := copy(b, block[at%blockSize:])
		b, at = b[n:], at+int64(n)
	}
	return nil
}

func (s *segment) block(number int64) ([]byte, error) {
	if block, ok := s.blocks[number]; ok {
		return block, nil
	}
	start := number * blockSize
	block := make([]byte, max(0, min(blockSize, int64(s.blob.Size())-start)))
	if n, err := s.blob.ReadAt(block, start); n < len(block) {
		return nil, cmp.Or(err, io.ErrUnexpectedEOF)
	}
	if len(s.blocks) >= maxBlocks {
		clear(s.blocks)
	}
	s.blocks[number] = block
	return block, nil
}

// row reads the i-th row.
func (s *segment) row(i int) (p Pair, err error) {
	var b [rowSize]byte
	if err := s.read(b[:], headerSize+int64(i)*rowSize); err != nil {
		return p, err
	}
	return parseRow(b[:]), nil
}

func parseRow(b []byte) Pair {
	return Pair{OID: gitobj.OID(b), ID: objects.ID(b[gitobj.OIDSize:rowSize])}
}

// ordered reads the i-th row in the order of our ids.
func (s *segment) ordered(i int) (p Pair, err error) {
	var b [orderSize]byte
	at := headerSize + int64(s.count)*rowSize + int64(i)*orderSize
	if err := s.read(b[:], at); err != nil {
		return p, err
	}
	row := int(binary.LittleEndian.Uint32(b[:]))
	if row >= s.count {
		return p, s.malformed("the second order names no row")
	}
	return s.row(row)
}

// search returns the place of the first row whose key is not below want. The
// keys are hashes, so the place is about where the first bytes of want say.
func (s *segment) search(want []byte, at func(i int) (key []byte, err error)) (int, error) {
	lo, hi := 0, s.count
	guess := s.guess(want)
	for step := 8; lo < hi; step *= 2 {
		mid := int(uint(lo+hi) >> 1)
		if step < hi-lo { // close in on the guess from both sides first
			mid = min(max(guess, lo), hi-1)
		}
		key, err := at(mid)
		if err != nil {
			return 0, err
		}
		if bytes.Compare(key, want) < 0 {
			lo = mid + 1
			guess = mid + step
		} else {
			hi = mid
			guess = mid - step
		}
	}
	return lo, nil
}

// guess is where a key of evenly spread hashes is expected.
func (s *segment) guess(want []byte) int {
	var first [4]byte
	copy(first[:], want)
	return int(uint64(binary.BigEndian.Uint32(first[:])) * uint64(s.count) >> 32)
}

func (s *segment) byOID(want []byte) (int, error) {
	return s.search(want, func(i int) ([]byte, error) {
		p, err := s.row(i)
		return p.OID[:], err
	})
}

// byID appends the names in Git of our object, in their order.
func (s *segment) byID(id objects.ID, oids []gitobj.OID) ([]gitobj.OID, error) {
	i, err := s.search(id[:], func(i int) ([]byte, error) {
		p, err := s.ordered(i)
		return p.ID[:], err
	})
	for ; err == nil && i < s.count; i++ {
		var p Pair
		if p, err = s.ordered(i); err != nil || p.ID != id {
			break
		}
		oids = append(oids, p.OID)
	}
	return oids, err
}

// each reads all rows in the order of Git's names.
func (s *segment) each(visit func(Pair) error) error {
	const atOnce = 1024
	b := make([]byte, atOnce*rowSize)
	for i := 0; i < s.count; i += atOnce {
		part := b[:min(atOnce, s.count-i)*rowSize]
		if err := s.read(part, headerSize+int64(i)*rowSize); err != nil {
			return err
		}
		for ; len(part) > 0; part = part[rowSize:] {
			if err := visit(parseRow(part)); err != nil {
				return err
			}
		}
	}
	return nil
}

// encodeSegment sorts the rows and drops those that are there twice.
func encodeSegment(pairs []Pair) []byte {
	slices.SortFunc(pairs, comparePairs)
	pairs = slices.Compact(pairs)
	order := make([]uint32, len(pairs))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortStableFunc(order, func(a, b uint32) int { return pairs[a].ID.Compare(pairs[b].ID) })
	b := make([]byte, 0, segmentSize(len(pairs)))
	b = append(b, magic...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(pairs)))
	b = append(b, 0, 0, 0, 0)
	for i := range pairs {
		b = append(append(b, pairs[i].OID[:]...), pairs[i].ID[:]...)
	}
	for _, i := range order {
		b = binary.LittleEndian.AppendUint32(b, i)
	}
	return b
}

func comparePairs(a, b Pair) int {
	if c := a.OID.Compare(b.OID); c != 0 {
		return c
	}
	return a.ID.Compare(b.ID)
}

// segmentName names the n-th segment, so that they sort by age.
func segmentName(n uint64) string { return fmt.Sprintf("%016x", n) }
