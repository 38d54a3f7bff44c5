package objects

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Commits, snapshots and tags are decoded by hand as by struct tags.
func TestFastDecodersAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		commit := &Commit{
			Parents:  rapid.SliceOfN(rapid.Custom(drawID), 0, 3).Draw(t, "parents"),
			Snapshot: drawID(t), Author: drawPerson(t), Committer: drawPerson(t),
			Message:  Bytes(rapid.SliceOf(rapid.Byte()).Draw(t, "message")),
			Encoding: rapid.String().Draw(t, "encoding"), Why: rapid.String().Draw(t, "why"), Session: rapid.String().Draw(t, "session"),
		}
		for range rapid.IntRange(0, 3).Draw(t, "headers") {
			commit.Extra = append(commit.Extra, Header{Name: "gpgsig", Value: Bytes(rapid.String().Draw(t, "value"))})
		}
		if rapid.Bool().Draw(t, "patched") {
			commit.Base, commit.Patch = drawID(t), drawID(t)
		}
		wantFast(t, commit, &Commit{}, &Commit{})
		wantFast(t, &Snapshot{Root: drawID(t), Files: rapid.Uint64().Draw(t, "files"), Bytes: rapid.Uint64().Draw(t, "bytes")},
			&Snapshot{}, &Snapshot{})
		tag := &Tag{
			Target: drawID(t), TargetKind: rapid.SampledFrom(Kinds).Draw(t, "kind"), Extra: commit.Extra,
			Name: "v1", Message: commit.Message, Encoding: commit.Encoding,
		}
		if rapid.Bool().Draw(t, "tagged") {
			tag.Tagger = &commit.Author
		}
		wantFast(t, tag, &Tag{}, &Tag{})
	})
}

func drawID(t *rapid.T) ID {
	id := ID(rapid.SliceOfN(rapid.Byte(), IDSize, IDSize).Draw(t, "id"))
	id[0] |= 1
	return id
}

func drawPerson(t *rapid.T) Person {
	text := rapid.SliceOfN(rapid.Byte(), 0, 30)
	return Person{
		Name: Bytes(text.Draw(t, "name")), Email: Bytes(text.Draw(t, "email")), Zone: Bytes(text.Draw(t, "zone")),
		Seconds: rapid.Int64().Draw(t, "seconds"), Agent: rapid.SampledFrom([]string{"", "robot"}).Draw(t, "agent"),
	}
}

func wantFast(t *rapid.T, v, fast, slow body) {
	data, err := Encode(v)
	if err != nil {
		t.Fatal(err)
	}
	if !fast.(fastBody).decodeFast(data) {
		t.Fatalf("not decoded by hand: %x", data)
	}
	if err := slow.unmarshal(data); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(fast, slow); diff != "" {
		t.Fatalf("decoded by hand and by tags differ:\n%s", diff)
	}
	if diff := cmp.Diff(v, slow, cmp.Transformer("nil", func(ids []ID) int { return len(ids) })); diff != "" {
		t.Fatalf("decoded and encoded differ:\n%s", diff)
	}
}

// What is decoded by hand is canonical: it never takes more than the other.
func FuzzFastDecodersAgree(f *testing.F) {
	for _, v := range samples() {
		data, _ := Encode(v)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, kind := range []Kind{KindCommit, KindSnapshot, KindTag} {
			fast, slow := newBody[kind](), newBody[kind]()
			if !fast.(fastBody).decodeFast(data) {
				continue
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
			again, err := Encode(fast)
			if err != nil || !bytes.Equal(again, data) {
				t.Fatalf("%x becomes %x, %v", data, again, err)
			}
		}
	})
}

func BenchmarkCommit(b *testing.B) {
	var commit *Commit
	for _, v := range samples() {
		if c, ok := v.(*Commit); ok && len(c.Parents) > 0 {
			commit = &Commit{Parents: c.Parents, Snapshot: c.Snapshot, Author: c.Author, Committer: c.Committer, Message: c.Message}
		}
	}
	data, err := Encode(commit)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("decode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := Decode(KindCommit, data); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("decode-tags", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := new(Commit).unmarshal(data); err != nil {
				b.Fatal(err)
			}
		}
	})
}
