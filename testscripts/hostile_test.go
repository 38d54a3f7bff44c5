package testscripts

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/packstore"
	"github.com/genesis-vcs/genesis/refs"
)

// craft commits a tree that no working tree of ours would give, straight into
// the store, and names it refs/heads/crafted.
func (w *world) craft(entries ...objects.Entry) {
	w.t.Helper()
	ctx := context.Background()
	store, err := packstore.Open(ctx, filepath.Join(w.dir, ".genesis", "store"), packstore.Options{Verb: "test"})
	if err != nil {
		w.t.Fatal(err)
	}
	defer store.Close()
	stage, err := store.Begin(ctx)
	if err != nil {
		w.t.Fatal(err)
	}
	put := func(v objects.Structured) objects.ID {
		data, err := objects.Encode(v)
		if err != nil {
			w.t.Fatal(err)
		}
		id, _, err := stage.Put(ctx, v.Kind(), data)
		if err != nil {
			w.t.Fatal(err)
		}
		return id
	}
	blob, _, err := stage.Put(ctx, objects.KindBlob, []byte("evil\n"))
	if err != nil {
		w.t.Fatal(err)
	}
	inner := put(&objects.Tree{Entries: []objects.Entry{{Name: "config", Mode: objects.ModeFile, ID: blob, Size: 5}}})
	for i, e := range entries {
		switch {
		case e.Mode == objects.ModeDir:
			entries[i].ID = inner
		case e.Mode == objects.ModeSymlink:
			if entries[i].ID, _, err = stage.Put(ctx, objects.KindBlob, []byte(".git")); err != nil {
				w.t.Fatal(err)
			}
		default:
			entries[i].ID, entries[i].Size = blob, 5
		}
	}
	root := put(&objects.Tree{Entries: entries})
	snap := put(&objects.Snapshot{Root: root, Files: 1, Bytes: 5})
	who := objects.Person{Name: "Eve", Email: "eve@example.org", Seconds: 1, Zone: "+0000"}
	commit := put(&objects.Commit{Snapshot: snap, Author: who, Committer: who, Message: "crafted\n"})
	tx := refs.New(store, refs.AllowAll{}, refs.Origin{}).Begin("test")
	tx.Set("refs/heads/crafted", commit, refs.Expect{})
	if _, err := tx.Commit(ctx, stage); err != nil {
		w.t.Fatal(err)
	}
}

// A crafted tree never reaches the disk, whatever alias of the metadata it
// uses, and nothing of it is written.
func TestCraftedTreesAreRefused(t *testing.T) {
	t.Parallel()
	for _, name := range []string{".git", ".GIT", ".genesis", ".Genesis", "git~1", ".git ", ".git.", ".g\u200cit", ".git::$INDEX_ALLOCATION"} {
		w := newWorld(t)
		w.ok(nil, "init")
		w.write("f", "mine\n")
		w.ok(nil, "commit", "-m", "first")
		w.craft(objects.Entry{Name: objects.Bytes(name), Mode: objects.ModeDir})
		before, err := hashTree(w.dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"switch", "crafted"}, {"checkout", "crafted", "--", "."}, {"switch", "crafted", "--discard"}} {
			if a := w.run(args...); a.status != 10 || a.code() != "worktree/path-refused" {
				t.Errorf("%q, %v: exit status %d, %s", name, args, a.status, a.stdout)
			}
		}
		if after, err := hashTree(w.dir); err != nil || after != before {
			t.Errorf("%q: something changed: %v", name, err)
		}
	}
}

// A link in the place of a directory is never followed: what is behind it stays
// as it is, also when the link is put there again and again during a checkout.
func TestLinkInTheWayOfACheckout(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.ok(nil, "init")
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "f0"), []byte("outside\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	before, err := hashTree(outside)
	if err != nil {
		t.Fatal(err)
	}
	w.write("other", "x")
	w.ok(nil, "commit", "-m", "without")
	w.ok(nil, "branch", "without")
	for i := range 60 {
		w.write(filepath.Join("dir", "f"+string(rune('0'+i%10))+string(rune('a'+i/10))), "inside\n")
	}
	w.write("dir/f0", "inside\n")
	w.ok(nil, "commit", "-m", "with")
	w.ok(nil, "switch", "without")

	dir := filepath.Join(w.dir, "dir")
	if err := os.Symlink(outside, dir); err != nil {
		t.Fatal(err)
	}
	if a := w.run("switch", "main"); a.status != 20 || a.code() != "worktree/unsaved" {
		t.Errorf("a link that is stored nowhere was overwritten: exit status %d, %s", a.status, a.stdout)
	}
	_ = os.Remove(dir)

	stop := make(chan struct{})
	swapped := make(chan struct{})
	go func() {
		defer close(swapped)
		for {
			select {
			case <-stop:
				return
			default:
				if os.Rename(dir, dir+".away") == nil {
					_ = os.Symlink(outside, dir)
					_ = os.Remove(dir)
					_ = os.Rename(dir+".away", dir)
				}
			}
		}
	}()
	codes := map[string]int{}
	for range 10 {
		codes[w.run("switch", "main", "--discard").code()]++
		codes[w.run("switch", "without", "--discard").code()]++
	}
	close(stop)
	<-swapped
	t.Logf("codes: %v", codes)
	if after, err := hashTree(outside); err != nil || after != before {
		t.Errorf("something behind the link changed: %v", err)
	}
	_ = os.Remove(dir)
	_ = os.RemoveAll(dir + ".away")
	w.ok(nil, "checkout", "main", "--discard")
	w.ok(nil, "checkout", "main", "--discard", "--", "dir")
	var status statusData
	w.ok(&status, "status", "dir")
	if !status.Clean {
		t.Errorf("the working tree is not what main has: %s", w.run("status").stdout)
	}
}
