package objects

import (
	"bytes"
	"encoding/json"
	"runtime"
	"testing"
)

// FuzzDecode gives arbitrary bytes to the decoder of every kind. What decodes
// and passes CheckCanonical encodes to the same bytes; everything that is made
// from it (edges, JSON) works too. Nothing panics.
func FuzzDecode(f *testing.F) {
	for _, v := range samples() {
		data, err := Encode(v)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(uint8(v.Kind()), data)
	}
	f.Add(uint8(KindTree), []byte("\xa1\x67entries\x9a\x7f\xff\xff\xff"))
	f.Add(uint8(KindView), []byte("\xa1\x64refs\x9a\x00\x0f\x42\x40"))
	f.Fuzz(func(t *testing.T, number uint8, data []byte) {
		kind := Kind(number)
		v, err := Decode(kind, data)
		if err != nil {
			wantMalformed(t, err)
			return
		}
		again, err := Encode(v)
		if err != nil {
			t.Fatalf("%s %x decodes and does not encode: %v", kind, data, err)
		}
		if err := CheckCanonical(kind, data); (err == nil) != bytes.Equal(data, again) {
			t.Fatalf("%s %x becomes %x, CheckCanonical says %v", kind, data, again, err)
		}
		if _, err := Edges(Object{Info: Info{Kind: kind}, Data: data}); err != nil {
			t.Fatal(err)
		}
		text, err := JSON(v)
		if err != nil || !json.Valid(text) {
			t.Fatalf("JSON of %s %x: %s, %v", kind, data, text, err)
		}
	})
}

// Claims of a huge size cost nothing.
func TestDecodeAllocatesInProportion(t *testing.T) {
	claims := []string{
		"\xa1\x67entries\x9a\x00\x0f\x42\x40",         // a list of a million
		"\xa1\x67entries\x9b\x00\x00\x7f\xff\xff\xff", // and of more
		"\xa1\x64refs\x9a\x00\x0f\x42\x40\xa0",
		"\xa1\x67parents\x99\x10\x00\x40",
		"\xbb\x00\x00\x00\x00\x7f\xff\xff\xff",
		"\x5b\x00\x00\x00\x00\x7f\xff\xff\xff",
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, claim := range claims {
		for _, kind := range Kinds {
			_, err := Decode(kind, []byte(claim))
			wantMalformed(t, err)
		}
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
		t.Errorf("%d bytes were allocated for %d short inputs", n, len(claims)*len(Kinds))
	}
}
