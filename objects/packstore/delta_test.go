package packstore

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/objects"
)

// memoryPack is a pack in memory: a header without meaning and records.
type memoryPack struct{ b []byte }

func newMemoryPack() *memoryPack { return &memoryPack{make([]byte, packHeaderSize)} }

// add appends a record of raw bytes of which payload is stored, and returns
// where it begins.
func (p *memoryPack) add(how codec, raw int, payload []byte) int64 {
	at := int64(len(p.b))
	h := recordHeader{kind: objects.KindBlob, codec: how, raw: uint32(raw), stored: uint32(len(payload)), sum: checksum(payload)}
	p.b = append(h.appendTo(p.b), payload...)
	return at
}

// delta appends the delta of an object against what stands at base.
func (p *memoryPack) delta(t testing.TB, base int64, of, data []byte) int64 {
	t.Helper()
	blocks, ok, err := deltaBlocks(of, data)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	return p.add(codecDelta, len(data), joinDelta(int64(len(p.b))-base, blocks))
}

// open reads the record at an offset.
func (p *memoryPack) open(at int64) ([]byte, error) {
	src := recordSource{r: bytes.NewReader(p.b), end: int64(len(p.b)), deltas: true}
	return src.at(at)
}

// at opens the record that begins at an offset.
func (src recordSource) at(at int64) ([]byte, error) {
	h, payload, err := src.base(at, src.end)
	if err != nil {
		return nil, err
	}
	return src.open(at, h, payload)
}

// TestDeltaUnfolds makes deltas of whatever from whatever.
func TestDeltaUnfolds(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		base := compressible(rapid.Uint64().Draw(r, "seed"), rapid.IntRange(minDelta, 300<<10).Draw(r, "size"))
		data := bytes.Clone(base)
		for range rapid.IntRange(0, 5).Draw(r, "edits") {
			at := rapid.IntRange(0, len(data)).Draw(r, "at")
			end := rapid.IntRange(at, min(len(data), at+500)).Draw(r, "end")
			data = append(append(bytes.Clone(data[:at]), rapid.SliceOfN(rapid.Byte(), 0, 100).Draw(r, "new")...), data[end:]...)
		}
		blocks, ok, err := deltaBlocks(base, data)
		if err != nil {
			r.Fatal(err)
		}
		if !ok {
			return
		}
		if _, _, err := splitDelta(joinDelta(1000, blocks)); err != nil {
			r.Fatal(err)
		}
		got, err := applyDelta(base, blocks, len(data))
		if err != nil || !bytes.Equal(got, data) {
			r.Fatalf("%d bytes instead of %d, %v", len(got), len(data), err)
		}
	})
}

// goldenDelta is what an early version wrote for the second text against the first.
const goldenDelta = "98053501001401696e7374656164206f66206e756d6265720500592e895aa8e542c020a1423b2398b20820"

func goldenTexts() (base, data []byte) {
	base = []byte(strings.Repeat("a line that comes again\n", 3) + "and one that does not\n")
	for i := range 20 {
		base = fmt.Appendf(base, "line %d of the golden text\n", i*i)
	}
	return base, bytes.Replace(base, []byte("line 81 of"), []byte("a line instead of number 81 of"), 1)
}

func goldenPayload(t *testing.T) []byte {
	t.Helper()
	payload, err := hex.DecodeString(goldenDelta)
	if err != nil {
		t.Fatal(err)
	}
	return payload
}

// TestGoldenDelta reads a delta that is as old as the format.
func TestGoldenDelta(t *testing.T) {
	base, data := goldenTexts()
	p := newMemoryPack()
	p.add(codecRaw, len(base), base)
	got, err := p.open(p.add(codecDelta, len(data), goldenPayload(t)))
	if err != nil || !bytes.Equal(got, data) {
		t.Errorf("%q, %v", got, err)
	}
}

// TestDeltaRefusals reads deltas that no writer makes.
func TestDeltaRefusals(t *testing.T) {
	base, data := goldenTexts()
	blocks, ok, err := deltaBlocks(base, data)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	size := recordHeaderSize + int64(len(base))
	for name, test := range map[string]struct {
		payload []byte
		raw     int
		why     string
	}{
		"good":            {joinDelta(size, blocks), len(data), ""},
		"itself":          {joinDelta(0, blocks), len(data), "malformed distance"},
		"in its header":   {joinDelta(recordHeaderSize, blocks), len(data), "malformed distance"},
		"long distance":   {append([]byte{0x80 | byte(size&0x7f), byte(size>>7) | 0x80, 0}, blocks...), len(data), "malformed distance"},
		"endless":         {bytes.Repeat([]byte{0x80}, 12), len(data), "malformed distance"},
		"before the pack": {joinDelta(size+1, blocks), len(data), "no record"},
		"far away":        {joinDelta(1<<40, blocks), len(data), "no record"},
		"in a record":     {joinDelta(size-1, blocks), len(data), "no record"},
		"shorter":         {joinDelta(size, blocks), len(data) + 1, "unfold delta"},
		"longer":          {joinDelta(size, blocks), len(data) - 1, "unfold delta"},
		"no blocks":       {joinDelta(size, nil), len(data), "cut off"},
		"cut off":         {joinDelta(size, blocks[:len(blocks)-1]), len(data), "cut off"},
		"more":            {joinDelta(size, append(bytes.Clone(blocks), 0)), len(data), "follow the last block"},
		"a frame behind":  {joinDelta(size, append(bytes.Clone(blocks), 0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0)), len(data), "follow the last block"},
		"reserved block":  {joinDelta(size, []byte{7, 0, 0}), len(data), "unfold delta"},
		"over the cap":    {joinDelta(size, blocks), maxUnfold, "cap"},
	} {
		p := newMemoryPack()
		p.add(codecRaw, len(base), base)
		got, err := p.open(p.add(codecDelta, test.raw, test.payload))
		switch {
		case test.why == "" && (err != nil || !bytes.Equal(got, data)):
			t.Errorf("%s: %v", name, err)
		case test.why != "" && (err == nil || !strings.Contains(err.Error(), test.why)):
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestDeltaBases refuses records that can be the base of none.
func TestDeltaBases(t *testing.T) {
	base, data := goldenTexts()
	for name, test := range map[string]struct {
		change func(h *recordHeader)
		why    string
	}{
		"chunked": {func(h *recordHeader) { h.flags, h.raw, h.stored = flagChunked, pointerSize, pointerSize }, "stored as chunks"},
		"longer":  {func(h *recordHeader) { h.raw++; h.stored++ }, "reaches into the delta"},
		"large":   {func(h *recordHeader) { h.codec, h.raw = codecZstd, maxUnfold+1 }, "cap"},
		"damaged": {func(h *recordHeader) { h.sum++ }, "checksum"},
	} {
		p := newMemoryPack()
		p.add(codecRaw, len(base), base)
		h, err := parseRecordHeader(p.b[packHeaderSize:])
		if err != nil {
			t.Fatal(err)
		}
		test.change(&h)
		copy(p.b[packHeaderSize:], h.appendTo(nil))
		if got, err := p.open(p.delta(t, packHeaderSize, base, data)); err == nil || !strings.Contains(err.Error(), test.why) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	p := newMemoryPack()
	p.add(codecRaw, len(base), base)
	at := p.delta(t, packHeaderSize, base, data)
	src := recordSource{r: bytes.NewReader(p.b), end: int64(len(p.b))}
	if got, err := src.at(at); err == nil || !strings.Contains(err.Error(), "a pack that holds none") {
		t.Errorf("a delta in a plain pack: %q, %v", got, err)
	}
}

// TestLongChain reads chains up to the bound, whatever is remembered.
func TestLongChain(t *testing.T) {
	texts := versionsOf("chain", maxChain+2)
	p := newMemoryPack()
	at := p.add(codecRaw, len(texts[0]), texts[0])
	for i := 1; i < len(texts); i++ {
		at = p.delta(t, at, texts[i-1], texts[i])
		got, err := p.open(at)
		if i <= maxChain && (err != nil || !bytes.Equal(got, texts[i])) {
			t.Errorf("%d in a row: %v", i, err)
		}
		if i > maxChain && (err == nil || !strings.Contains(err.Error(), "chain of more than")) {
			t.Errorf("%d in a row: %v", i, err)
		}
	}
}

// TestBaseCache stays within its bytes, and forgets what was not used longest.
func TestBaseCache(t *testing.T) {
	c := newBaseCache(10 * (100 + baseCost))
	key := func(i int) baseKey { return baseKey{offset: int64(i)} }
	for i := range 11 {
		c.put(key(i), make([]byte, 100))
		_, _ = c.get(key(0))
	}
	for i, want := range map[int]bool{0: true, 1: false, 2: true, 10: true} {
		if _, ok := c.get(key(i)); ok != want {
			t.Errorf("%d: %v", i, ok)
		}
	}
	c.put(key(99), make([]byte, c.limit))
	c.put(key(2), make([]byte, 100))
	if len(c.items) != 10 || c.bytes != c.limit || c.order.Len() != 10 {
		t.Errorf("%d items of %d bytes", len(c.items), c.bytes)
	}
}

// FuzzDelta unfolds anything against a base: to the length that the record says,
// or not at all.
func FuzzDelta(f *testing.F) {
	base, data := goldenTexts()
	blocks, _, err := deltaBlocks(base, data)
	if err != nil {
		f.Fatal(err)
	}
	back := recordHeaderSize + int64(len(base))
	f.Add(uint32(len(data)), joinDelta(back, blocks))
	f.Add(uint32(3), joinDelta(back, []byte{3<<3 | 1, 0, 0, 'a', 'b', 'c'}))
	f.Add(uint32(90), joinDelta(back, []byte{1 | 1<<1 | 90<<3&0xff, 90 >> 5, 0, 'x'}))
	f.Fuzz(func(t *testing.T, raw uint32, payload []byte) {
		if raw > 1<<20 {
			return
		}
		p := newMemoryPack()
		p.add(codecRaw, len(base), base)
		first := p.add(codecDelta, int(raw), payload)
		if int(raw) <= len(payload) { // no header says that
			return
		}
		got, err := p.open(first)
		if err == nil && len(got) != int(raw) {
			t.Errorf("%d bytes instead of %d", len(got), raw)
		}
		if back, blocks, err := splitDelta(payload); err == nil && !bytes.Equal(joinDelta(back, blocks), payload) {
			t.Errorf("%x does not come back", payload)
		}
	})
}
