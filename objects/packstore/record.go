package packstore

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"github.com/genesis-vcs/genesis/objects"
)

// castagnoli is the polynomial of every checksum in a pack and in the slots;
// both amd64 and arm64 compute it in hardware.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(b []byte) uint32 { return crc32.Checksum(b, castagnoli) }

// A record is one object in a pack: a fixed header and the stored bytes.
//
//	0  magic   4  "GREC"
//	4  kind    1
//	5  codec   1
//	6  flags   1
//	7  zero    1
//	8  raw     4  length of the canonical bytes (of the pointer, if chunked)
//	12 stored  4  length of the bytes that follow the header
//	16 payload 4  CRC-32C of the bytes that follow
//	20 header  4  CRC-32C of the 20 bytes above
const recordHeaderSize = 24

var recordMagic = [4]byte{'G', 'R', 'E', 'C'}

// maxRaw bounds what one record may unfold to. Blobs from 256 KiB on are
// stored as chunks; the largest whole objects are trees of a million entries.
const maxRaw = 1 << 30

// codec says how the bytes of a record are stored.
type codec uint8

const (
	codecRaw   codec = 0
	codecZstd  codec = 1
	codecDelta codec = 2 // in packs of format 2 only
)

// flagChunked marks the record of a blob that is stored as chunks: its bytes
// are a pointer (see encodePointer) instead of the content.
const flagChunked uint8 = 1

type recordHeader struct {
	kind   objects.Kind
	codec  codec
	flags  uint8
	raw    uint32
	stored uint32
	sum    uint32
}

func (h recordHeader) chunked() bool { return h.flags&flagChunked != 0 }

// size is what the record occupies, header included.
func (h recordHeader) size() int64 { return recordHeaderSize + int64(h.stored) }

func (h recordHeader) appendTo(b []byte) []byte {
	start := len(b)
	b = append(b, recordMagic[:]...)
	b = append(b, byte(h.kind), byte(h.codec), h.flags, 0)
	b = binary.LittleEndian.AppendUint32(b, h.raw)
	b = binary.LittleEndian.AppendUint32(b, h.stored)
	b = binary.LittleEndian.AppendUint32(b, h.sum)
	return binary.LittleEndian.AppendUint32(b, checksum(b[start:]))
}

// parseRecordHeader reads a header and refuses one that no writer makes.
func parseRecordHeader(b []byte) (recordHeader, error) {
	if len(b) < recordHeaderSize {
		return recordHeader{}, fmt.Errorf("record header is cut off after %d bytes", len(b))
	}
	if [4]byte(b[:4]) != recordMagic {
		return recordHeader{}, fmt.Errorf("no record begins here")
	}
	if got := binary.LittleEndian.Uint32(b[20:]); got != checksum(b[:20]) {
		return recordHeader{}, fmt.Errorf("record header checksum does not match")
	}
	h := recordHeader{
		kind: objects.Kind(b[4]), codec: codec(b[5]), flags: b[6],
		raw:    binary.LittleEndian.Uint32(b[8:]),
		stored: binary.LittleEndian.Uint32(b[12:]),
		sum:    binary.LittleEndian.Uint32(b[16:]),
	}
	switch {
	case !h.kind.Valid():
		return recordHeader{}, fmt.Errorf("record of unknown kind %d", b[4])
	case h.codec > codecDelta:
		return recordHeader{}, fmt.Errorf("record with unknown codec %d", b[5])
	case h.flags&^flagChunked != 0 || b[7] != 0:
		return recordHeader{}, fmt.Errorf("record with unknown flags")
	case h.raw > maxRaw:
		return recordHeader{}, fmt.Errorf("record of %d bytes is over the cap of %d", h.raw, maxRaw)
	case h.codec == codecRaw && h.stored != h.raw, h.codec != codecRaw && h.stored >= h.raw:
		return recordHeader{}, fmt.Errorf("record stores %d bytes for %d", h.stored, h.raw)
	case h.chunked() && (h.kind != objects.KindBlob || h.codec != codecRaw || h.raw != pointerSize):
		return recordHeader{}, fmt.Errorf("malformed record of a chunked blob")
	}
	return h, nil
}

// pointer is the payload of a chunked blob's record. Its identity cannot be
// recomputed from the payload, so it is in it, under the record's checksum.
type pointer struct {
	id   objects.ID
	size uint64
	list objects.ID
}

const pointerSize = 2*objects.IDSize + 8

func (p pointer) encode() []byte {
	b := append(make([]byte, 0, pointerSize), p.id[:]...)
	b = binary.LittleEndian.AppendUint64(b, p.size)
	return append(b, p.list[:]...)
}

// record is the record of a chunked blob: its header and payload.
func (p pointer) record() (recordHeader, []byte) {
	payload := p.encode()
	return recordHeader{
		kind: objects.KindBlob, flags: flagChunked,
		raw: pointerSize, stored: pointerSize, sum: checksum(payload),
	}, payload
}

func parsePointer(b []byte) (pointer, error) {
	if len(b) != pointerSize {
		return pointer{}, fmt.Errorf("pointer of a chunked blob has %d bytes", len(b))
	}
	p := pointer{size: binary.LittleEndian.Uint64(b[objects.IDSize:])}
	copy(p.id[:], b)
	copy(p.list[:], b[objects.IDSize+8:])
	return p, nil
}

// openRecord checks the bytes behind a header and returns the canonical bytes
// (of a chunked blob, the pointer's). It does not compute the identity. Deltas
// need their pack: see recordSource.
func openRecord(h recordHeader, payload []byte) ([]byte, error) {
	if err := checkPayload(h, payload); err != nil {
		return nil, err
	}
	switch h.codec {
	case codecRaw:
		return payload, nil
	case codecZstd:
		return decompress(payload, int(h.raw))
	default:
		return nil, fmt.Errorf("a delta in a pack that holds none")
	}
}

// checkPayload compares the bytes behind a header with what it says of them.
func checkPayload(h recordHeader, payload []byte) error {
	if len(payload) != int(h.stored) {
		return fmt.Errorf("record is cut off after %d of %d bytes", len(payload), h.stored)
	}
	if checksum(payload) != h.sum {
		return fmt.Errorf("payload checksum does not match")
	}
	return nil
}

// identify returns the identity of an opened record.
func identify(h recordHeader, raw []byte) (objects.ID, error) {
	if !h.chunked() {
		return objects.Sum(h.kind, raw), nil
	}
	p, err := parsePointer(raw)
	return p.id, err
}
