package worktree

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/google/go-cmp/cmp"
)

func exampleJournal() *journal {
	return &journal{
		Prefix: tempPrefix + "00112233445566778899aabbccddeeff-", Seq: 7,
		Before: objects.ID{1}, After: objects.ID{2}, Saved: objects.ID{3}, From: objects.ID{4}, To: objects.ID{5},
		Steps: []step{
			{Path: "a\xff", Before: &state{Mode: objects.ModeFile, ID: objects.ID{6}, Size: 1 << 40}},
			{Path: "b/c", Before: &state{Mode: objects.ModeDir}, After: &state{Mode: objects.ModeSymlink, ID: objects.ID{7}}},
		},
	}
}

func TestJournalComesBackAsItWas(t *testing.T) {
	want := exampleJournal()
	data, err := want.encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := decodeJournal(data)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got, cmp.AllowUnexported(journal{}, step{}, state{})); d != "" {
		t.Error(d)
	}
	again, err := got.encode()
	if err != nil || !bytes.Equal(data, again) {
		t.Errorf("the encoding is not deterministic: %v", err)
	}
}

func TestEveryDamageOfAJournalIsFound(t *testing.T) {
	data, err := exampleJournal().encode()
	if err != nil {
		t.Fatal(err)
	}
	var damaged *JournalError
	for i := range data {
		flipped := slices.Clone(data)
		flipped[i] ^= 0x10
		for _, bad := range [][]byte{flipped, data[:i]} {
			if _, err := decodeJournal(bad); !errors.As(err, &damaged) || damaged.Reason == "" {
				t.Fatalf("byte %d: %v", i, err)
			}
		}
	}
	if _, err := decodeJournal(append(slices.Clone(data), 0)); !errors.As(err, &damaged) {
		t.Errorf("a byte too much: %v", err)
	}
}

// A journal that somebody made up must not reach outside of the tree.
func TestJournalRefusesWhatNoMoveWrites(t *testing.T) {
	for name, spoil := range map[string]func(*journal){
		"no prefix":        func(j *journal) { j.Prefix = "" },
		"a prefix of all":  func(j *journal) { j.Prefix = tempPrefix },
		"a path as prefix": func(j *journal) { j.Prefix = tempPrefix + "../../233445566778899aabbccddeeff-" },
		"upwards":          func(j *journal) { j.Steps[0].Path = "../a" },
		"absolute":         func(j *journal) { j.Steps[0].Path = "/a" },
		"reserved":         func(j *journal) { j.Steps[0].Path = "a/.git/config" },
		"no path":          func(j *journal) { j.Steps[0].Path = "" },
		"twice":            func(j *journal) { j.Steps[0].Path = j.Steps[1].Path },
		"out of order":     func(j *journal) { j.Steps[0].Path = "z" },
	} {
		j := exampleJournal()
		spoil(j)
		data, err := j.encode()
		if err != nil {
			t.Fatal(err)
		}
		var damaged *JournalError
		if _, err := decodeJournal(data); !errors.As(err, &damaged) {
			t.Errorf("%s: %v, want a *JournalError", name, err)
		}
	}
}

// A damaged journal is reported once and set aside.
func TestRecoverSetsADamagedJournalAside(t *testing.T) {
	s := newSpace(t)
	s.ok(os.WriteFile(s.tree.journalPath(), []byte("rubbish"), 0o666))
	if there, err := s.tree.Interrupted(); err != nil || !there {
		t.Errorf("Interrupted = %v, %v", there, err)
	}
	var damaged *JournalError
	if _, err := s.tree.Recover(t.Context(), s.db); !errors.As(err, &damaged) {
		t.Errorf("Recover: %v, want a *JournalError", err)
	}
	if r, err := s.tree.Recover(t.Context(), s.db); err != nil || r.Done {
		t.Errorf("a second Recover: %+v, %v", r, err)
	}
	kept, err := os.ReadFile(filepath.Join(s.root, ".genesis", journalFile+".damaged"))
	if err != nil || string(kept) != "rubbish" {
		t.Errorf("set aside: %q, %v", kept, err)
	}
}

func FuzzDecodeJournal(f *testing.F) {
	data, err := exampleJournal().encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data[len(journalMagic)+sha256.Size:])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, body []byte) {
		sum := sha256.Sum256(body)
		j, err := decodeJournal(slices.Concat([]byte(journalMagic), sum[:], body))
		if err != nil {
			var damaged *JournalError
			if !errors.As(err, &damaged) {
				t.Fatalf("%v is no *JournalError", err)
			}
			return
		}
		for _, s := range j.Steps {
			if _, rule := badComponent(string(s.Path)); rule != "" {
				t.Fatalf("path %q passed", s.Path)
			}
		}
		if _, err := j.encode(); err != nil {
			t.Fatal(err)
		}
	})
}
