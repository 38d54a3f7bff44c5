package packstore

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/genesis-vcs/genesis/objects"
)

// packID names a pack; it is random, so that packs of any stores can be
// brought together.
type packID [16]byte

func (id packID) String() string { return hex.EncodeToString(id[:]) }

// fileName is the pack's name in the directory packs/.
func (id packID) fileName() string { return id.String() + packSuffix }

// Pack file header:
//
//	0  magic   8 "GENPACK\x01"
//	8  format  2 1, or 2 when it may hold deltas
//	10 zero    2
//	12 id     16
//	28 time    8 seconds since 1970-01-01 UTC
//	36 sum     4 CRC-32C of the bytes above
const packHeaderSize = 40

var packMagic = [8]byte{'G', 'E', 'N', 'P', 'A', 'C', 'K', 1}

// packFormat says what a pack may hold. It is in the header and, so that the
// footer tells too, in the magic of the trailer.
type packFormat uint8

const (
	formatPlain     packFormat = 1
	formatOptimized packFormat = 2 // may hold deltas
)

type packHeader struct {
	format  packFormat
	id      packID
	created int64
}

func (h packHeader) encode() []byte {
	b := append(make([]byte, 0, packHeaderSize), packMagic[:]...)
	b = append(b, byte(h.format), 0, 0, 0)
	b = append(b, h.id[:]...)
	b = binary.LittleEndian.AppendUint64(b, uint64(h.created))
	return binary.LittleEndian.AppendUint32(b, checksum(b))
}

func parsePackHeader(b []byte) (packHeader, error) {
	if len(b) < packHeaderSize {
		return packHeader{}, fmt.Errorf("pack header is cut off")
	}
	if [8]byte(b[:8]) != packMagic {
		return packHeader{}, fmt.Errorf("not a pack")
	}
	if binary.LittleEndian.Uint32(b[36:]) != checksum(b[:36]) {
		return packHeader{}, fmt.Errorf("pack header checksum does not match")
	}
	v := binary.LittleEndian.Uint32(b[8:])
	if v != uint32(formatPlain) && v != uint32(formatOptimized) {
		return packHeader{}, fmt.Errorf("pack of unknown format %d", v)
	}
	return packHeader{format: packFormat(v), id: packID(b[12:28]), created: int64(binary.LittleEndian.Uint64(b[28:]))}, nil
}

// Behind the last record stands the footer: the entries in the order of their
// ids, the ids of the packs that this one replaces, in a large pack a table of
// 256 buckets by the first byte of the id, and the trailer.
//
// Entry: id 32, offset of the record 6, kind 1, flags 1, stored length 4.
const entrySize = 44

type entry struct {
	id     objects.ID
	offset int64
	kind   objects.Kind
	flags  uint8
	stored uint32
}

func (e entry) chunked() bool { return e.flags&flagChunked != 0 }

func (e entry) appendTo(b []byte) []byte {
	b = append(b, e.id[:]...)
	b = append(b, byte(e.offset), byte(e.offset>>8), byte(e.offset>>16), byte(e.offset>>24), byte(e.offset>>32), byte(e.offset>>40))
	b = append(b, byte(e.kind), e.flags)
	return binary.LittleEndian.AppendUint32(b, e.stored)
}

func parseEntry(b []byte) entry {
	_ = b[entrySize-1]
	return entry{
		id: objects.ID(b[:32]),
		offset: int64(b[32]) | int64(b[33])<<8 | int64(b[34])<<16 | int64(b[35])<<24 |
			int64(b[36])<<32 | int64(b[37])<<40,
		kind: objects.Kind(b[38]), flags: b[39],
		stored: binary.LittleEndian.Uint32(b[40:]),
	}
}

// sortByOffset puts entries into the order of the file, which is that of writing.
func sortByOffset(entries []entry) {
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.offset, b.offset) })
}

// largePack is the number of entries above which a footer has a bucket table
// and is mapped instead of read: then only the buckets that a lookup touches
// are paged in and checked.
const largePack = 1024

const (
	buckets    = 256
	bucketSize = 8 // entries up to the bucket's end 4, CRC-32C of the bucket 4
)

// Trailer, the last bytes of a pack:
//
//	0  magic    8 "GENFOOT" and the format of the pack
//	8  id      16 of the pack
//	24 footer   8 offset of the first entry
//	32 entries  4
//	36 replaces 4
//	40 sum      4 CRC-32C: of a small pack over entries and replaced ids, of a
//	              large one over replaced ids and bucket table
//	44 trailer  4 CRC-32C of the bytes above
const trailerSize = 48

const trailerMagic = "GENFOOT"

type trailer struct {
	format   packFormat
	id       packID
	footer   int64
	count    int
	replaces int
	sum      uint32
}

func (t trailer) large() bool { return t.count > largePack }

// footerLen is the length of the footer with its trailer.
func (t trailer) footerLen() int64 {
	n := int64(t.count)*entrySize + int64(t.replaces)*int64(len(packID{})) + trailerSize
	if t.large() {
		n += buckets * bucketSize
	}
	return n
}

func (t trailer) encode() []byte {
	b := append(make([]byte, 0, trailerSize), trailerMagic...)
	b = append(b, byte(t.format))
	b = append(b, t.id[:]...)
	b = binary.LittleEndian.AppendUint64(b, uint64(t.footer))
	b = binary.LittleEndian.AppendUint32(b, uint32(t.count))
	b = binary.LittleEndian.AppendUint32(b, uint32(t.replaces))
	b = binary.LittleEndian.AppendUint32(b, t.sum)
	return binary.LittleEndian.AppendUint32(b, checksum(b))
}

// parseTrailer reads the last trailerSize bytes of a pack of size bytes.
func parseTrailer(b []byte, size int64) (trailer, error) {
	if len(b) != trailerSize || string(b[:len(trailerMagic)]) != trailerMagic {
		return trailer{}, fmt.Errorf("pack has no trailer")
	}
	if binary.LittleEndian.Uint32(b[44:]) != checksum(b[:44]) {
		return trailer{}, fmt.Errorf("trailer checksum does not match")
	}
	t := trailer{
		format:   packFormat(b[7]),
		id:       packID(b[8:24]),
		footer:   int64(binary.LittleEndian.Uint64(b[24:])),
		count:    int(binary.LittleEndian.Uint32(b[32:])),
		replaces: int(binary.LittleEndian.Uint32(b[36:])),
		sum:      binary.LittleEndian.Uint32(b[40:]),
	}
	if t.format != formatPlain && t.format != formatOptimized {
		return trailer{}, fmt.Errorf("pack of unknown format %d", t.format)
	}
	if t.footer < packHeaderSize || t.footer > size || t.footer+t.footerLen() != size {
		return trailer{}, fmt.Errorf("trailer does not fit a pack of %d bytes", size)
	}
	return t, nil
}

// buildFooter sorts the entries and encodes the whole footer for records that
// end at offset end.
func buildFooter(head packHeader, end int64, entries []entry, replaces []packID) (trailer, []byte) {
	slices.SortFunc(entries, func(a, b entry) int { return a.id.Compare(b.id) })
	t := trailer{format: head.format, id: head.id, footer: end, count: len(entries), replaces: len(replaces)}
	b := make([]byte, 0, t.footerLen())
	for _, e := range entries {
		b = e.appendTo(b)
	}
	summed := 0
	if t.large() {
		summed = len(b)
	}
	for _, r := range replaces {
		b = append(b, r[:]...)
	}
	if t.large() {
		b = appendBuckets(b, b[:len(entries)*entrySize])
	}
	t.sum = checksum(b[summed:])
	return t, append(b, t.encode()...)
}

func appendBuckets(b, entries []byte) []byte {
	start := 0
	for first := range buckets {
		end := start
		for end < len(entries) && int(entries[end]) == first {
			end += entrySize
		}
		b = binary.LittleEndian.AppendUint32(b, uint32(end/entrySize))
		b = binary.LittleEndian.AppendUint32(b, checksum(entries[start:end]))
		start = end
	}
	return b
}

// index looks entries up in the bytes of a footer.
type index struct {
	trailer
	entries []byte
	table   []byte        // bucket table of a large pack
	packs   []packID      // that this one replaces
	checked []atomic.Bool // buckets whose checksum was compared
}

// parseIndex takes a footer (with its trailer) apart and compares the checksum
// of everything but the entries of a large pack, which are checked by bucket.
func parseIndex(t trailer, b []byte) (*index, error) {
	if int64(len(b)) != t.footerLen() {
		return nil, fmt.Errorf("footer has %d bytes instead of %d", len(b), t.footerLen())
	}
	if !bytes.Equal(b[len(b)-trailerSize:], t.encode()) {
		return nil, fmt.Errorf("trailer is not the one that was recorded")
	}
	body := b[:len(b)-trailerSize]
	x := &index{trailer: t, entries: body[:t.count*entrySize]}
	summed := body
	if t.large() {
		summed = body[len(x.entries):]
		x.table = body[len(body)-buckets*bucketSize:]
		x.checked = make([]atomic.Bool, buckets)
	}
	if checksum(summed) != t.sum {
		return nil, fmt.Errorf("footer checksum does not match")
	}
	list := body[len(x.entries) : len(x.entries)+t.replaces*len(packID{})]
	for ; len(list) > 0; list = list[len(packID{}):] {
		x.packs = append(x.packs, packID(list))
	}
	return x, x.checkTable()
}

// checkTable makes sure that a bucket table stays inside the entries.
func (x *index) checkTable() error {
	if x.table == nil {
		return nil
	}
	last := uint32(0)
	for i := range buckets {
		end := binary.LittleEndian.Uint32(x.table[i*bucketSize:])
		if end < last || int(end) > x.count {
			return fmt.Errorf("bucket table is not sorted")
		}
		last = end
	}
	if int(last) != x.count {
		return fmt.Errorf("bucket table covers %d of %d entries", last, x.count)
	}
	return nil
}

// bucket returns the range of entries that may hold ids with the first byte,
// after comparing its checksum.
func (x *index) bucket(first byte) (lo, hi int, err error) {
	if x.table == nil {
		return 0, x.count, nil
	}
	if first > 0 {
		lo = int(binary.LittleEndian.Uint32(x.table[(int(first)-1)*bucketSize:]))
	}
	hi = int(binary.LittleEndian.Uint32(x.table[int(first)*bucketSize:]))
	if x.checked[first].Load() {
		return lo, hi, nil
	}
	want := binary.LittleEndian.Uint32(x.table[int(first)*bucketSize+4:])
	if checksum(x.entries[lo*entrySize:hi*entrySize]) != want {
		return 0, 0, fmt.Errorf("footer checksum of bucket %02x does not match", first)
	}
	x.checked[first].Store(true)
	return lo, hi, nil
}

// checkAll compares the checksum of every bucket.
func (x *index) checkAll() error {
	if x.table == nil {
		return nil
	}
	for first := range buckets {
		if _, _, err := x.bucket(byte(first)); err != nil {
			return err
		}
	}
	return nil
}

func (x *index) at(i int) entry { return parseEntry(x.entries[i*entrySize:]) }

// entry returns the i-th entry after comparing the checksum of its bucket.
func (x *index) entry(i int) (e entry, err error) {
	defer x.faults(&err)()
	e = x.at(i)
	lo, hi, err := x.bucket(e.id[0])
	if err == nil && (i < lo || i >= hi) {
		err = fmt.Errorf("entry %d is in the wrong bucket", i)
	}
	return e, err
}

// faults makes a fault of this goroutine an error until the result is called:
// the footer of a large pack is mapped, and what the disk cannot read, or
// somebody cut off, would end the process.
func (x *index) faults(err *error) func() {
	if x.table == nil {
		return func() {}
	}
	unguard := guardFaults()
	return func() {
		unguard()
		switch r := recover().(type) {
		case nil:
		case interface{ Addr() uintptr }:
			*err = errors.New("the footer cannot be read from its file")
		default:
			panic(r)
		}
	}
}

// find returns the entry of an id.
func (x *index) find(id objects.ID) (e entry, ok bool, err error) {
	defer x.faults(&err)()
	i, err := x.place(id)
	if err != nil || i >= x.count {
		return entry{}, false, err
	}
	e = x.at(i)
	return e, e.id == id, nil
}

// search returns the position of the first entry that is not below id, within
// the bucket of its first byte.
func (x *index) search(id objects.ID) (at int, err error) {
	defer x.faults(&err)()
	return x.place(id)
}

// place is search without a guard against faults.
func (x *index) place(id objects.ID) (int, error) {
	lo, hi, err := x.bucket(id[0])
	if err != nil {
		return 0, err
	}
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if bytes.Compare(x.entries[mid*entrySize:mid*entrySize+objects.IDSize], id[:]) < 0 {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, nil
}
