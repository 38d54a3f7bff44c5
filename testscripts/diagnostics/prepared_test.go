package diagnostics

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/packstore"
	"github.com/genesis-vcs/genesis/refs"
)

// prepared are worlds after some steps, by the steps. They are only copied, so
// that what many cases begin with is done once.
var prepared sync.Map

// preparation is one of them.
type preparation struct {
	once  sync.Once
	done  bool
	base  string
	names map[string]string
}

// prepare does the steps of a case.
func (w *world) prepare(steps []step) {
	w.t.Helper()
	n := 0
	for n < len(steps) && steps[n].copies() {
		n++
	}
	w.begin(steps[:n])
	for _, s := range steps[n:] {
		w.take(s)
	}
}

// take does one step.
func (w *world) take(s step) {
	w.t.Helper()
	if err := w.do(s); err != nil {
		w.t.Fatalf("%+v: %v", s, err)
	}
}

// copies reports that what the step does is the same in a copy: no lock is held,
// nothing is special, and nothing names a place outside.
func (s *step) copies() bool {
	return s.Hold == "" && s.Chmod0 == "" && s.Fifo == "" && !slices.Contains(s.Run, "--store")
}

// begin makes the world a copy of one in which these steps were done.
func (w *world) begin(steps []step) {
	w.t.Helper()
	if len(steps) == 0 {
		return
	}
	key, err := json.Marshal(steps)
	if err != nil {
		w.t.Fatal(err)
	}
	entry, _ := prepared.LoadOrStore(string(key), new(preparation))
	p := entry.(*preparation)
	p.once.Do(func() { p.make(w.t, steps) })
	if !p.done {
		w.t.Fatal("another case could not prepare this")
	}
	if err := copyTree(p.base, w.base); err != nil {
		w.t.Fatal(err)
	}
	w.names = maps.Clone(p.names)
}

// make does the steps in a directory that stays until the tests end.
func (p *preparation) make(t *testing.T, steps []step) {
	t.Helper()
	base, err := os.MkdirTemp(scratch, "prepared-*") //nolint:usetesting // other tests copy it later
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, base: base, names: map[string]string{}}
	if err := os.MkdirAll(w.dir(), 0o755); err != nil {
		t.Fatal(err)
	}
	last := len(steps) - 1
	w.begin(steps[:last])
	w.take(steps[last])
	p.base, p.names, p.done = base, w.names, true
}

// copyTree copies what is below a directory into another one. The room that a
// store keeps for bad times stays behind: it is made again when it is needed.
func copyTree(from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() == "ballast" {
			return err
		}
		target := to + strings.TrimPrefix(path, from)
		info, err := d.Info()
		switch {
		case err != nil:
			return err
		case d.IsDir():
			return os.MkdirAll(target, info.Mode().Perm())
		case info.Mode()&os.ModeSymlink != 0:
			link, err := os.Readlink(path)
			if err != nil {
				return err
			}
			return os.Symlink(link, target)
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, content, info.Mode().Perm())
	})
}

// craft commits a tree with a name that no working tree of ours has, straight
// into the store, as refs/heads/crafted.
func (w *world) craft(name string) error {
	ctx := w.t.Context()
	store, err := packstore.Open(ctx, w.path(".genesis/store"), packstore.Options{Verb: "test"})
	if err != nil {
		return err
	}
	defer store.Close()
	stage, err := store.Begin(ctx)
	if err != nil {
		return err
	}
	put := func(kind objects.Kind, data []byte) objects.ID {
		if err != nil {
			return objects.ID{}
		}
		var id objects.ID
		id, _, err = stage.Put(ctx, kind, data)
		return id
	}
	structured := func(v objects.Structured) objects.ID {
		data, failed := objects.Encode(v)
		if failed != nil {
			err = failed
		}
		return put(v.Kind(), data)
	}
	blob := put(objects.KindBlob, []byte("crafted\n"))
	root := structured(&objects.Tree{Entries: []objects.Entry{{Name: objects.Bytes(name), Mode: objects.ModeFile, ID: blob, Size: 8}}})
	snap := structured(&objects.Snapshot{Root: root, Files: 1, Bytes: 8})
	who := objects.Person{Name: "Eve", Email: "eve@example.org", Seconds: 1, Zone: "+0000"}
	commit := structured(&objects.Commit{Snapshot: snap, Author: who, Committer: who, Message: "crafted\n"})
	if err != nil {
		return err
	}
	tx := refs.New(store, refs.AllowAll{}, refs.Origin{}).Begin("test")
	tx.Set("refs/heads/crafted", commit, refs.Expect{})
	_, err = tx.Commit(ctx, stage)
	return err
}
