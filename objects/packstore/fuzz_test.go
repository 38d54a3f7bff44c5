package packstore

import (
	"bytes"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
)

func FuzzRecordHeader(f *testing.F) {
	f.Add(recordHeader{kind: objects.KindTree, codec: codecZstd, raw: 900, stored: 80, sum: 7}.appendTo(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		if h, err := parseRecordHeader(b); err == nil && !bytes.Equal(h.appendTo(nil), b[:recordHeaderSize]) {
			t.Errorf("%x does not come back", b)
		}
	})
}

func FuzzPackHeader(f *testing.F) {
	f.Add(packHeader{format: formatPlain, id: packID{1}, created: 5}.encode())
	f.Fuzz(func(t *testing.T, b []byte) {
		if h, err := parsePackHeader(b); err == nil && !bytes.Equal(h.encode(), b[:packHeaderSize]) {
			t.Errorf("%x does not come back", b)
		}
	})
}

// FuzzFooter lets parse and search whatever has a fitting trailer.
func FuzzFooter(f *testing.F) {
	for _, n := range []int{0, 3, largePack + 1} {
		var entries []entry
		for i := range n {
			entries = append(entries, entry{id: objects.Sum(objects.KindBlob, []byte{byte(i), byte(i >> 8)}), offset: int64(i), kind: objects.KindBlob})
		}
		_, b := buildFooter(packHeader{format: formatPlain, id: packID{2}}, packHeaderSize, entries, []packID{{3}})
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) < trailerSize {
			return
		}
		size := packHeaderSize + int64(len(b))
		tr, err := parseTrailer(b[len(b)-trailerSize:], size)
		if err != nil || tr.footer != packHeaderSize {
			return
		}
		x, err := parseIndex(tr, b)
		if err != nil {
			return
		}
		_ = x.checkAll()
		for i := range x.count {
			e := x.at(i)
			if !bytes.Equal(e.appendTo(nil), x.entries[i*entrySize:(i+1)*entrySize]) {
				t.Errorf("entry %d does not come back", i)
			}
			_, _, _ = x.find(e.id)
		}
	})
}

func FuzzSlot(f *testing.F) {
	f.Add(slot{generation: 3, head: objects.Head{Operation: objects.ID{1}, Seq: 2}}.encode()[:80])
	f.Fuzz(func(t *testing.T, b []byte) {
		full := make([]byte, slotSize) // seal it, so that the content is looked at
		copy(full, b)
		if _, err := parseSlot(b); err == nil && len(b) != slotSize {
			t.Error("a slot of another size")
		}
		if s, err := parseSlot(full); err == nil && !bytes.Equal(s.encode()[:56], full[:56]) {
			t.Errorf("%x does not come back", b)
		}
	})
}

func FuzzCatalogRows(f *testing.F) {
	st := state{generation: 1}
	f.Add("0123456789abcdef", st.encode())
	f.Add("0123456789abcdef", packRow{size: packHeaderSize + trailerSize, trailer: trailer{format: formatPlain, footer: packHeaderSize}}.encode())
	f.Fuzz(func(t *testing.T, name string, b []byte) {
		if s, err := parseState(b); err == nil && !bytes.Equal(s.encode(), b) {
			t.Errorf("state %x does not come back", b)
		}
		if p, err := parsePackRow(name, b); err == nil && !bytes.Equal(p.encode(), b) {
			t.Errorf("row %x does not come back", b)
		}
	})
}

func FuzzFormat(f *testing.F) {
	f.Add([]byte(sealed("format = 1\n")))
	f.Fuzz(func(_ *testing.T, b []byte) {
		_, _ = parseFormat(b)
		_, _ = parseFormat([]byte(sealed(string(b))))
	})
}

// FuzzSalvage walks through anything and gives out only objects that hash to
// their identity.
func FuzzSalvage(f *testing.F) {
	var good []byte
	good = append(good, make([]byte, packHeaderSize)...)
	for _, data := range []string{"one", "two"} {
		h := recordHeader{kind: objects.KindBlob, raw: 3, stored: 3, sum: checksum([]byte(data))}
		good = append(h.appendTo(good), data...)
	}
	f.Add(good)
	f.Add(append(good, good...))
	f.Fuzz(func(t *testing.T, b []byte) {
		last := int64(-1)
		err := walkRecords(bytes.NewReader(b), int64(len(b)), func(s salvaged) error {
			if s.offset <= last {
				t.Errorf("from %d back to %d", last, s.offset)
			}
			last = s.offset
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}

func FuzzDecodeObject(f *testing.F) {
	data := compressible(1, 300)
	payload, how, err := compressRecord(data, false)
	if err != nil {
		f.Fatal(err)
	}
	id := objects.Sum(objects.KindBlob, data)
	f.Add(recordHeader{kind: objects.KindBlob, codec: how, raw: 300, stored: uint32(len(payload)), sum: checksum(payload)}.appendTo(nil), payload)
	f.Fuzz(func(t *testing.T, head, payload []byte) {
		h, err := parseRecordHeader(head)
		if err != nil || h.raw > 1<<20 {
			return
		}
		h.sum = checksum(payload) // let the payload through
		e := entry{id: id, kind: h.kind, flags: h.flags, stored: h.stored}
		if o, err := decodeObject(recordSource{}, e, append(h.appendTo(nil), payload...)); err == nil && !h.chunked() && !bytes.Equal(o.Data, data) {
			t.Errorf("other bytes: %q", o.Data)
		}
	})
}
