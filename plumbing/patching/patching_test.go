package patching_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
	"github.com/genesis-vcs/genesis/plumbing/patching"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/plumbing/treemerge"
	"github.com/genesis-vcs/genesis/semantic/patch"
)

// tester is what *testing.T and *rapid.T have in common.
type tester interface {
	Helper()
	Context() context.Context
	Fatalf(format string, args ...any)
}

// shop is a store with a place for new objects.
type shop struct {
	tester
	store *memstore.Store
	desk  *treemerge.Desk
}

func newShop(t tester) *shop {
	store := memstore.New()
	stage, err := store.Begin(t.Context())
	if err != nil {
		t.Fatalf("begin: %v", err)
	}
	return &shop{tester: t, store: store, desk: treemerge.NewDesk(store, stage)}
}

// leaf is what stands at a path.
type leaf struct {
	mode    objects.Mode
	content string
}

// tree stores a tree of leaves.
func (s *shop) tree(leaves map[string]leaf) objects.ID {
	s.Helper()
	stage, err := s.store.Begin(s.Context())
	if err != nil {
		s.Fatalf("begin: %v", err)
	}
	seed := treemerge.NewDesk(s.store, stage)
	var edits []snapshot.Edit
	for path, l := range leaves {
		e := &objects.Entry{Mode: l.mode}
		switch l.mode {
		case objects.ModeGitlink:
			e.Gitlink = objects.Bytes(strings.Repeat(l.content[:1], 20))
		case objects.ModeDir:
			data, _ := objects.Encode(&objects.Tree{})
			e.ID, _, err = stage.Put(s.Context(), objects.KindTree, data)
		default:
			var f *objects.Entry
			if f, err = seed.File(s.Context(), []byte(l.content)); err == nil {
				e.ID = f.ID
				if l.mode.IsFile() {
					e.Size = f.Size
				}
			}
		}
		if err != nil {
			s.Fatalf("%s: %v", path, err)
		}
		edits = append(edits, snapshot.Edit{Path: path, Entry: e})
	}
	root, err := snapshot.Rewrite(s.Context(), s.store, stage, objects.ID{}, edits)
	if err != nil {
		s.Fatalf("rewrite: %v", err)
	}
	if _, err := s.store.Publish(s.Context(), stage, objects.Batch{}); err != nil {
		s.Fatalf("publish: %v", err)
	}
	return root
}

var (
	names = []string{"a", "b", "c.go", "d\xff", "d", "e.gc", "f.json", "g.md"}
	modes = []objects.Mode{objects.ModeFile, objects.ModeFile, objects.ModeFile, objects.ModeExec, "100664", objects.ModeSymlink, objects.ModeGitlink, objects.ModeDir}
	lines = []string{"package a\n", "func f() {}\n", "(def a 1)\n", "x\r\n", "\r", "\x00\n", "\ufeffx\n", "\xff", "{\"a\": 1}\n", "# t\n", "\n", "end"}
)

// drawTree makes leaves none of which is below another one.
func drawTree(t *rapid.T) map[string]leaf {
	out := map[string]leaf{}
	for range rapid.IntRange(0, 8).Draw(t, "leaves") {
		path := strings.Join(rapid.SliceOfN(rapid.SampledFrom(names), 1, 3).Draw(t, "path"), "/")
		free := true
		for other := range out {
			free = free && !strings.HasPrefix(other, path+"/") && !strings.HasPrefix(path, other+"/")
		}
		if free {
			content := strings.Join(rapid.SliceOfN(rapid.SampledFrom(lines), 1, 12).Draw(t, "content"), "")
			out[path] = leaf{rapid.SampledFrom(modes).Draw(t, "mode"), content}
		}
	}
	return out
}

// drawOther makes a tree near another one: some leaves move, some change.
func drawOther(t *rapid.T, from map[string]leaf) map[string]leaf {
	if rapid.Bool().Draw(t, "fresh") {
		return drawTree(t)
	}
	to := drawTree(t)
	for path, l := range from {
		for other := range to {
			if strings.HasPrefix(other, path+"/") || strings.HasPrefix(path, other+"/") {
				delete(to, other)
			}
		}
		switch rapid.IntRange(0, 5).Draw(t, "fate") {
		case 0:
		case 1:
			if _, taken := to["moved"]; !taken {
				to["moved"] = l
			}
		case 2:
			to[path] = leaf{l.mode, l.content + rapid.SampledFrom(lines).Draw(t, "more")}
		case 3:
			to[path] = leaf{rapid.SampledFrom(modes).Draw(t, "mode"), l.content}
		default:
			to[path] = l
		}
	}
	return to
}

// A patch of two trees makes the second of the first, whatever spelling it was
// carried in, and whether it was stored or not.
func TestApplyOfDiffIsTheOtherTree(t *testing.T) {
	ops := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		s := newShop(t)
		from := drawTree(t)
		a := s.tree(from)
		b := s.tree(drawOther(t, from))
		p, err := patching.Diff(t.Context(), s.desk, a, b)
		if err != nil {
			t.Fatalf("diff: %v", err)
		}
		id, err := patching.ID(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, op := range p.Ops {
			ops[op.Name]++
		}
		s.becomes(p, a, b)
		if err := patching.Fill(t.Context(), s.desk, p); err != nil {
			t.Fatal(err)
		}
		for _, spell := range []func() ([]byte, error){p.Encode, p.JSON} {
			text, err := spell()
			if err != nil {
				t.Fatal(err)
			}
			again, err := patch.Decode(text)
			if err != nil {
				t.Fatalf("%v of\n%s", err, text)
			}
			if got, err := patching.ID(again); err != nil || got != id {
				t.Fatalf("the patch is %s, was %s: %v", got, id, err)
			}
			s.becomes(again, a, b)
		}
	})
	for _, name := range []string{"write-file", "remove-file", "move-file", "set-mode", "edit-text"} {
		if ops[name] == 0 {
			t.Errorf("no patch had a %s", name)
		}
	}
}

func (s *shop) becomes(p *patch.Patch, a, b objects.ID) {
	s.Helper()
	done, err := patching.Apply(s.Context(), s.desk, a, p)
	if err != nil {
		s.Fatalf("apply: %v", err)
	}
	if done.Root != b {
		s.Fatalf("the patch gives %s, want %s", done.Root, b)
	}
	if _, _, err := snapshot.Count(s.Context(), s.desk, done.Root); err != nil {
		s.Fatalf("what is staged is not read: %v", err)
	}
}

func TestStoredPatches(t *testing.T) {
	s := newShop(t)
	p, err := patch.Decode([]byte(`{:version 1 :intent "i" :provenance {:by "x"} :ops [{:op :write-file :path "n/a" :mode file :content "new"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	stage, err := s.store.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	id, err := patching.Put(t.Context(), stage, p)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.store.Publish(t.Context(), stage, objects.Batch{}); err != nil {
		t.Fatal(err)
	}
	if want, err := patching.ID(p); err != nil || want != id {
		t.Errorf("stored as %s, want %s: %v", id, want, err)
	}
	stored, err := patching.Load(t.Context(), s.store, id)
	if err != nil {
		t.Fatal(err)
	}
	s.becomes(stored, objects.ID{}, s.tree(map[string]leaf{"n/a": {objects.ModeFile, "new"}}))
	if _, err := patching.Load(t.Context(), s.store, s.tree(nil)); err == nil {
		t.Error("a tree is loaded as a patch")
	}
}

// A content has the same id for a patch and for the store.
func TestContentIDs(t *testing.T) {
	for _, content := range []string{"", "a", strings.Repeat("long ", 100_000)} {
		if got, want := patch.ContentID([]byte(content)), objects.Sum(objects.KindBlob, []byte(content)).String(); got != want {
			t.Errorf("%d bytes: %s, want %s", len(content), got, want)
		}
	}
}

func TestClashesAreRefused(t *testing.T) {
	s := newShop(t)
	root := s.tree(map[string]leaf{"d/x": {objects.ModeFile, "x"}, "d/y": {objects.ModeFile, "y"}, "f": {objects.ModeFile, "f"}})
	for name, ops := range map[string]string{
		"below a file":     `{:op :write-file :path "f/g" :mode file :content ""}`,
		"over a directory": `{:op :write-file :path "d" :mode file :content ""} {:op :remove-file :path "d/x"}`,
		"two at once":      `{:op :write-file :path "n" :mode file :content ""} {:op :write-file :path "n/m" :mode file :content ""}`,
	} {
		p, err := patch.Decode([]byte(`{:version 1 :intent "" :provenance {} :ops [` + ops + `]}`))
		if err != nil {
			t.Fatal(err)
		}
		_, err = patching.Apply(t.Context(), s.desk, root, p)
		if _, ok := errors.AsType[*patching.ClashError](err); !ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}
