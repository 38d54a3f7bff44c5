package objects

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// The encoding of trees by hand is the one by struct tags, in both directions.
func TestTreeCodecsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree := drawTree(t)
		fast, err := Encode(tree)
		if err != nil {
			t.Fatal(err)
		}
		slow, err := tree.marshalWire()
		if err != nil || !bytes.Equal(fast, slow) {
			t.Fatalf("by hand\n%x, by tags\n%x, %v", fast, slow, err)
		}
		var a, b Tree
		if !a.decodeFast(fast) {
			t.Fatalf("not decoded by hand: %x", fast)
		}
		if err := b.unmarshal(fast); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(a, b); diff != "" {
			t.Fatalf("decoded by hand and by tags differ:\n%s", diff)
		}
	})
}

// What is decoded by hand is canonical: it never takes more than the other.
func FuzzTreeCodecsAgree(f *testing.F) {
	for _, v := range samples() {
		if tree, ok := v.(*Tree); ok {
			data, _ := Encode(tree)
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var fast, slow Tree
		if !fast.decodeFast(data) {
			return
		}
		if err := scan(data); err != nil {
			t.Fatalf("%x: %v", data, err)
		}
		if err := slow.unmarshal(data); err != nil {
			t.Fatalf("%x: %v", data, err)
		}
		if diff := cmp.Diff(fast, slow); diff != "" {
			t.Fatalf("%x:\n%s", data, diff)
		}
		again, err := Encode(&fast)
		if err != nil || !bytes.Equal(again, data) {
			t.Fatalf("%x becomes %x, %v", data, again, err)
		}
	})
}

func TestModes(t *testing.T) {
	for mode, want := range map[Mode]struct{ valid, file bool }{
		ModeFile: {true, true}, ModeExec: {true, true}, ModeDir: {true, false},
		ModeSymlink: {true, false}, ModeGitlink: {true, false},
		"100600": {true, true}, "100777": {true, true}, "100664": {true, true},
	} {
		if mode.Valid() != want.valid || mode.IsFile() != want.file {
			t.Errorf("%s: valid %v, file %v", mode, mode.Valid(), mode.IsFile())
		}
	}
	for _, mode := range []Mode{"", "100644", "100755", "120000", "040755", "10066", "1006644", "100 64", "100-64"} {
		if mode.Valid() {
			t.Errorf("%q is valid", mode)
		}
	}
}

// directory makes a tree of n files, as in a source tree.
func directory(n int) *Tree {
	tree := &Tree{}
	for i := range n {
		id := Sum(KindBlob, fmt.Append(nil, i))
		tree.Entries = append(tree.Entries, Entry{
			Name: Bytes(fmt.Sprintf("file_%06d.go", i)), Mode: ModeFile, ID: id, Size: uint64(i) * 77,
		})
	}
	return tree
}

func TestCapOnEntries(t *testing.T) {
	tree := &Tree{Entries: make([]Entry, MaxEntries+1)}
	_, err := Encode(tree)
	wantMalformed(t, err)
	data, err := Encode(directory(100_000))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := DecodeAs[*Tree](data); err != nil {
		t.Error(err)
	}
}

func BenchmarkTree(b *testing.B) {
	for _, n := range []int{8, 100, 10_000} {
		tree := directory(n)
		data, err := Encode(tree)
		if err != nil {
			b.Fatal(err)
		}
		bench := func(name string, work func() error) {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.ReportAllocs()
				b.SetBytes(int64(len(data)))
				for b.Loop() {
					if err := work(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		bench("encode", func() error { _, err := Encode(tree); return err })
		bench("encode-tags", func() error { _, err := tree.marshalWire(); return err })
		bench("decode", func() error { _, err := Decode(KindTree, data); return err })
		bench("decode-tags", func() error { return new(Tree).unmarshal(data) })
		bench("check", func() error { return CheckCanonical(KindTree, data) })
	}
}
