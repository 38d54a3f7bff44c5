package packstore

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
)

// reseal fixes the checksum of a header that a test has changed.
func reseal(b []byte) []byte {
	binary.LittleEndian.PutUint32(b[20:], checksum(b[:20]))
	return b
}

// TestRecordHeaderRefusals seals headers that no writer makes.
func TestRecordHeaderRefusals(t *testing.T) {
	good := recordHeader{kind: objects.KindBlob, raw: 100, stored: 100}
	ptr := recordHeader{kind: objects.KindBlob, flags: flagChunked, raw: pointerSize, stored: pointerSize}
	for _, h := range []recordHeader{good, ptr} {
		if got, err := parseRecordHeader(h.appendTo(nil)); err != nil || got != h {
			t.Fatalf("%+v, %v", got, err)
		}
	}
	for name, b := range map[string][]byte{
		"cut off":        good.appendTo(nil)[:23],
		"unknown kind":   recordHeader{kind: 200, raw: 1, stored: 1}.appendTo(nil),
		"no kind":        recordHeader{raw: 1, stored: 1}.appendTo(nil),
		"unknown codec":  recordHeader{kind: objects.KindBlob, codec: 9, raw: 2, stored: 1}.appendTo(nil),
		"unknown flag":   recordHeader{kind: objects.KindBlob, flags: 2, raw: 1, stored: 1}.appendTo(nil),
		"too large":      recordHeader{kind: objects.KindBlob, codec: codecZstd, raw: maxRaw + 1, stored: 1}.appendTo(nil),
		"raw, shorter":   recordHeader{kind: objects.KindBlob, raw: 2, stored: 1}.appendTo(nil),
		"zstd, longer":   recordHeader{kind: objects.KindBlob, codec: codecZstd, raw: 1, stored: 2}.appendTo(nil),
		"chunked tree":   recordHeader{kind: objects.KindTree, flags: flagChunked, raw: pointerSize, stored: pointerSize}.appendTo(nil),
		"chunked, short": recordHeader{kind: objects.KindBlob, flags: flagChunked, raw: 3, stored: 3}.appendTo(nil),
		"spare byte":     reseal(append(good.appendTo(nil)[:7], append([]byte{1}, good.appendTo(nil)[8:]...)...)),
	} {
		if h, err := parseRecordHeader(b); err == nil {
			t.Errorf("%s: %+v", name, h)
		}
	}
}

// TestDecompressRefusals unfolds what is longer or shorter than its header says,
// or is no zstd at all.
func TestDecompressRefusals(t *testing.T) {
	data := bytes.Repeat([]byte("abc"), 100)
	packed, how, err := compressRecord(data, true)
	if err != nil || how != codecZstd {
		t.Fatal(how, err)
	}
	if out, err := decompress(packed, len(data)); err != nil || !bytes.Equal(out, data) {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		b []byte
		n int
	}{"longer": {packed, len(data) - 1}, "shorter": {packed, len(data) + 1}, "none": {[]byte("no zstd"), 7}} {
		if out, err := decompress(test.b, test.n); err == nil {
			t.Errorf("%s: %d bytes", name, len(out))
		}
	}
}

// TestCompressChoice stores small and hopeless data as it is.
func TestCompressChoice(t *testing.T) {
	random := make([]byte, 64<<10)
	fillRandom(random, 5)
	for name, test := range map[string]struct {
		data []byte
		want codec
	}{
		"small":          {bytes.Repeat([]byte{1}, minCompress-1), codecRaw},
		"repetitive":     {bytes.Repeat([]byte{1}, minCompress), codecZstd},
		"random":         {random, codecRaw},
		"short random":   {random[:200], codecRaw},
		"text":           {compressible(1, 64<<10), codecZstd},
		"half and half":  {append(compressible(1, 30<<10), random[:34<<10]...), codecZstd},
		"random, zeroes": {append(bytes.Clone(random), make([]byte, 64<<10)...), codecZstd},
	} {
		if _, got, err := compressRecord(test.data, true); err != nil || got != test.want {
			t.Errorf("%s: codec %d, %v", name, got, err)
		}
	}
}

// TestOverhead keeps what a pack adds to an object within 80 bytes.
func TestOverhead(t *testing.T) {
	s := newStore(t)
	const n = 5000
	bulk(t, s, n, func(i int) []byte { return binary.LittleEndian.AppendUint64(nil, uint64(i)) })
	size := s.snap.packs[0].size
	if per := float64(size)/n - 8; per > 80 {
		t.Errorf("%.1f bytes an object", per)
	}
}
