package snapshot

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"pgregory.net/rapid"
)

// shelf is a store of trees that counts what is read and written. It holds the
// empty tree from the start.
type shelf struct {
	objects.Stage
	held  map[objects.ID]objects.Object
	reads map[objects.ID]int
	puts  int
}

func newShelf() *shelf {
	s := &shelf{held: make(map[objects.ID]objects.Object), reads: make(map[objects.ID]int)}
	if _, err := put(context.Background(), s, &objects.Tree{}); err != nil {
		panic(err)
	}
	s.puts = 0
	return s
}

func (s *shelf) Get(_ context.Context, id objects.ID) (objects.Object, error) {
	o, ok := s.held[id]
	if !ok {
		return objects.Object{}, &objects.NotFoundError{ID: id}
	}
	s.reads[id]++
	return o, nil
}

func (s *shelf) Put(_ context.Context, kind objects.Kind, data []byte) (objects.ID, bool, error) {
	if err := objects.CheckCanonical(kind, data); err != nil {
		return objects.ID{}, false, err
	}
	id := objects.Sum(kind, data)
	_, known := s.held[id]
	s.held[id] = objects.Object{Info: objects.Info{ID: id, Kind: kind, Size: uint64(len(data))}, Data: slices.Clone(data)}
	s.puts++
	return id, !known, nil
}

// leaves is the naive model of a tree: every leaf by its path. An entry of mode
// dir is an empty directory.
type leaves map[string]objects.Entry

func blob(content string) objects.Entry {
	return objects.Entry{Mode: objects.ModeFile, ID: objects.Sum(objects.KindBlob, []byte(content)), Size: uint64(len(content))}
}

func with(e objects.Entry, mode objects.Mode) objects.Entry {
	e.Mode = mode
	if !mode.IsFile() {
		e.Size = 0
	}
	return e
}

func emptyDir() objects.Entry {
	data, err := objects.Encode(&objects.Tree{})
	if err != nil {
		panic(err)
	}
	return objects.Entry{Mode: objects.ModeDir, ID: objects.Sum(objects.KindTree, data)}
}

// store writes the model as tree objects, by itself and not through Rewrite.
func (l leaves) store(t rapidTB, s *shelf) objects.ID {
	t.Helper()
	names := make(map[string]leaves)
	var tree objects.Tree
	for path, e := range l {
		name, rest, deeper := strings.Cut(path, "/")
		if !deeper {
			e.Name = objects.Bytes(name)
			if e.Mode == objects.ModeDir {
				e.ID = leaves{}.store(t, s)
			}
			tree.Entries = append(tree.Entries, e)
			continue
		}
		if names[name] == nil {
			names[name] = leaves{}
		}
		names[name][rest] = e
	}
	for name, sub := range names {
		tree.Entries = append(tree.Entries, objects.Entry{Name: objects.Bytes(name), Mode: objects.ModeDir, ID: sub.store(t, s)})
	}
	slices.SortFunc(tree.Entries, func(a, b objects.Entry) int { return cmp.Compare(a.Name, b.Name) })
	id, err := put(context.Background(), s, &tree)
	if err != nil {
		t.Fatalf("storing the model: %v", err)
	}
	return id
}

// load reads the model back from tree objects.
func load(t rapidTB, s *shelf, root objects.ID) leaves {
	t.Helper()
	out := leaves{}
	err := Walk(context.Background(), s, root, func(path string, e objects.Entry) error {
		if dir, _, ok := cutLast(path); ok {
			delete(out, dir)
		}
		e.Name = ""
		out[path] = e
		return nil
	})
	if err != nil {
		t.Fatalf("reading the model: %v", err)
	}
	return out
}

func cutLast(path string) (dir, name string, ok bool) {
	i := strings.LastIndexByte(path, '/')
	if i < 0 {
		return "", path, false
	}
	return path[:i], path[i+1:], true
}

// rapidTB is what *testing.T and *rapid.T have in common here.
type rapidTB interface {
	Helper()
	Fatalf(format string, args ...any)
}

// genLeaves draws a small model over few names, so that clashes are likely.
func genLeaves(t *rapid.T, label string) leaves {
	l := leaves{}
	for range rapid.IntRange(0, 12).Draw(t, label+" leaves") {
		l.set(genPath(t, label), genEntry(t, label))
	}
	return l
}

func genPath(t *rapid.T, label string) string {
	name := rapid.SampledFrom([]string{"a", "a.b", "b", "B", "\xff", "z z"})
	return strings.Join(rapid.SliceOfN(name, 1, 3).Draw(t, label+" path"), "/")
}

func genEntry(t *rapid.T, label string) objects.Entry {
	content := rapid.SampledFrom([]string{"", "one", "two"}).Draw(t, label+" content")
	mode := rapid.SampledFrom([]objects.Mode{objects.ModeFile, objects.ModeExec, objects.ModeSymlink, objects.ModeDir}).Draw(t, label+" mode")
	if mode == objects.ModeDir {
		return emptyDir()
	}
	return with(blob(content), mode)
}

// set puts a leaf into the model: what is in its way goes.
func (l leaves) set(path string, e objects.Entry) {
	for other := range l {
		if strings.HasPrefix(other, path+"/") || strings.HasPrefix(path, other+"/") {
			delete(l, other)
		}
	}
	l[path] = e
}

// diff is the naive comparison of two models.
func (l leaves) diff(to leaves, paths []string) []Change {
	union := make(map[string]bool)
	for p := range l {
		union[p] = true
	}
	for p := range to {
		union[p] = true
	}
	var out []Change
	for p := range union {
		asked := len(paths) == 0
		for _, q := range paths {
			asked = asked || p == q || strings.HasPrefix(p, q+"/")
		}
		c := Change{Path: p, Old: l.at(p), New: to.at(p)}
		if c.Status = Compare(c.Old, c.New); asked && c.Status != "" {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b Change) int { return cmp.Compare(a.Path, b.Path) })
	return out
}

func (l leaves) at(path string) *objects.Entry {
	e, ok := l[path]
	if !ok {
		return nil
	}
	_, name, _ := cutLast(path)
	e.Name = objects.Bytes(name)
	return &e
}

func TestTreeOfAnotherKindIsRefused(t *testing.T) {
	s := newShelf()
	id, _, err := s.Put(t.Context(), objects.KindBlob, []byte("not a tree"))
	if err != nil {
		t.Fatal(err)
	}
	var kind *KindError
	if _, err := Tree(t.Context(), s, id); !errors.As(err, &kind) || kind.Want != objects.KindTree || kind.Got != objects.KindBlob {
		t.Errorf("Tree of a blob: %v, want a *KindError", err)
	}
	if _, err := Load(t.Context(), s, id); !errors.As(err, &kind) || kind.Want != objects.KindSnapshot {
		t.Errorf("Load of a blob: %v, want a *KindError", err)
	}
	var missing *objects.NotFoundError
	if _, err := Tree(t.Context(), s, objects.ID{1}); !errors.As(err, &missing) {
		t.Errorf("Tree of an unknown id: %v, want a *NotFoundError", err)
	}
}

func TestPutAndLoad(t *testing.T) {
	s := newShelf()
	root := leaves{"a": blob("x"), "d/l": with(blob("a"), objects.ModeSymlink), "d/e": emptyDir()}.store(t, s)
	files, bytes, err := Count(t.Context(), s, root)
	if err != nil || files != 2 || bytes != 1 {
		t.Fatalf("Count = %d files, %d bytes, %v; want 2, 1", files, bytes, err)
	}
	id, err := Put(t.Context(), s, root, files, bytes)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Load(t.Context(), s, id)
	if err != nil || got.Root != root || got.Files != 2 || got.Bytes != 1 {
		t.Errorf("Load = %+v, %v", got, err)
	}
}

func TestPutOfTheZeroRootStagesTheEmptyTree(t *testing.T) {
	s := newShelf()
	id, err := Put(t.Context(), s, objects.ID{}, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	snap, err := Load(t.Context(), s, id)
	if err != nil {
		t.Fatal(err)
	}
	if tree, err := Tree(t.Context(), s, snap.Root); err != nil || len(tree.Entries) != 0 || snap.Root.IsZero() {
		t.Errorf("root %s: %v, %v; want a stored empty tree", snap.Root, tree, err)
	}
}
