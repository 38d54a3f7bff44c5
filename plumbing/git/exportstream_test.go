package git

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/git/fastio"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
	"github.com/genesis-vcs/genesis/refs"
)

// giveStream exports into a stream.
func giveStream(tb testing.TB, db *refs.DB, opts StreamOptions) (string, *Streamed) {
	tb.Helper()
	var b bytes.Buffer
	done, err := ExportStream(tb.Context(), db, &b, opts)
	if err != nil {
		tb.Fatal(err)
	}
	if done.Bytes != uint64(b.Len()) {
		tb.Errorf("%d bytes were counted, %d written", done.Bytes, b.Len())
	}
	return b.String(), done
}

// TestStreamBackAndThere takes a history that a stream can carry through the store
// and back: refs, commits, tags and trees have their ids, in Git and here.
func TestStreamBackAndThere(t *testing.T) {
	r, db, to, other := plainHistory(t), newDB(), newRepository(t), newDB()
	take(t, db, r, ImportOptions{})
	stream, done := giveStream(t, db, StreamOptions{})
	if done.Commits != 4 || done.Tags != 1 || done.Altered != 0 || done.DroppedCount != 0 || len(done.Refs) != 4 || len(done.Skipped) != 0 {
		t.Errorf("%+v", done)
	}
	to.git(stream, "fast-import", "--quiet")
	if r.refs() != to.refs() {
		t.Errorf("refs before:\n%s\nafter:\n%s\nstream:\n%s", r.refs(), to.refs(), stream)
	}
	to.git("", "fsck", "--strict")
	if _, err := takeStream(t, other, stream, ImportOptions{}); err != nil {
		t.Fatal(err)
	}
	if a, b := refsOf(t, db), refsOf(t, other); a != b {
		t.Errorf("refs here:\n%s\nthere:\n%s", a, b)
	}
	if again, _ := giveStream(t, other, StreamOptions{}); again != stream {
		t.Errorf("equal stores give\n%s\nand\n%s", stream, again)
	}
}

// refsOf lists what goes to Git.
func refsOf(tb testing.TB, db *refs.DB) string {
	tb.Helper()
	list, err := db.List(tb.Context(), "")
	if err != nil {
		tb.Fatal(err)
	}
	var b strings.Builder
	for _, r := range list {
		if _, ok := GitRefName(r.Name); ok {
			fmt.Fprintln(&b, r.Name, r.ID)
		}
	}
	return b.String()
}

// TestStreamOfEverything exports what a stream cannot carry whole: files and refs
// are what git fast-export makes of the same history, what is missing is counted.
func TestStreamOfEverything(t *testing.T) {
	r, db, to := newRepository(t), newDB(), newRepository(t)
	r.rich()
	take(t, db, r, ImportOptions{})
	stream, done := giveStream(t, db, StreamOptions{})
	var skipped []string
	for _, s := range done.Skipped {
		skipped = append(skipped, s.Name)
	}
	if want := []string{"refs/keep/blob", "refs/keep/tree", "refs/tags/tree"}; !slices.Equal(skipped, want) {
		t.Errorf("skipped: %+v", done.Skipped)
	}
	// The root has a file of an odd mode, one is signed, one has merged a tag, one has
	// people without a date.
	if done.Altered != 4 {
		t.Errorf("%d altered", done.Altered)
	}
	to.git(stream, "fast-import", "--quiet")
	for _, name := range []string{"main", "topic/x", "v1", "v1-again", "light"} {
		was := strings.ReplaceAll(r.git("", "ls-tree", "-r", name), "100664", "100644")
		if is := to.git("", "ls-tree", "-r", name); was != is {
			t.Errorf("%s before:\n%s\nafter:\n%s", name, was, is)
		}
		format := "--format=%an %ae %ad %cn %ce %cd %B"
		was = r.git("", "log", "-1", format, name)
		if is := to.git("", "log", "-1", format, name); was != is {
			t.Errorf("%s before:\n%q\nafter:\n%q", name, was, is)
		}
	}
	for _, name := range []string{"refs/heads/ünï", "refs/notes/commits"} {
		if was, is := r.git("", "rev-parse", name), to.git("", "rev-parse", name); was != is {
			t.Errorf("%s is %s and was %s", name, is, was)
		}
	}
	if tagged := to.git("", "cat-file", "-p", "v1-again"); !strings.Contains(tagged, "type tag") {
		t.Errorf("the tag of a tag:\n%s", tagged)
	}
}

// TestStreamOfInnerTag takes a tag that only another tag names.
func TestStreamOfInnerTag(t *testing.T) {
	r, db, to, other := plainHistory(t), newDB(), newRepository(t), newDB()
	inner := r.object(gitobj.Tag, "object "+r.git("", "rev-parse", "main")+"\ntype commit\ntag inner\ntagger T <t@u> 5 +0000\n\nm")
	outer := r.object(gitobj.Tag, "object "+inner.String()+"\ntype tag\ntag outer\n\nm")
	blob := r.object(gitobj.Tag, "object "+r.git("", "rev-parse", "side:other")+"\ntype blob\ntag blob\n\nm")
	for name, oid := range map[string]gitobj.OID{"outer": outer, "outer2": outer, "blob": blob} {
		r.git("", "update-ref", "refs/tags/"+name, oid.String())
	}
	take(t, db, r, ImportOptions{})
	stream, done := giveStream(t, db, StreamOptions{})
	if done.Tags != 5 || done.Altered != 1 { // outer2 gets its own name
		t.Errorf("%+v\n%s", done, stream)
	}
	to.git(stream, "fast-import", "--quiet")
	for name, want := range map[string]string{"outer": outer.String(), "blob": blob.String(), "outer2^{}": r.git("", "rev-parse", "main"), "outer^{tag}": outer.String()} {
		if is := to.git("", "rev-parse", name); is != want {
			t.Errorf("%s is %s and was %s", name, is, want)
		}
	}
	if list := to.git("", "tag"); strings.Contains(list, "inner") {
		t.Errorf("a tag that was none: %s", list)
	}
	if _, err := takeStream(t, other, stream, ImportOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []refs.Name{"refs/tags/outer", "refs/tags/blob"} {
		a, _, _ := db.Get(t.Context(), name)
		if b, _, err := other.Get(t.Context(), name); err != nil || a != b {
			t.Errorf("%s: %s and %s, %v", name, a, b, err)
		}
	}
	if _, ok, err := other.Get(t.Context(), "refs/tags/inner"); ok || err != nil {
		t.Errorf("a tag that was none: %v, %v", ok, err)
	}
}

// TestStreamOfParts selects refs, drops empty directories and refuses what is not
// there before a byte is written.
func TestStreamOfParts(t *testing.T) {
	r, db := plainHistory(t), newDB()
	take(t, db, r, ImportOptions{})
	_, done := giveStream(t, db, StreamOptions{Filter: RefFilter{Include: []string{"refs/heads/side"}}})
	if done.Commits != 1 || len(done.Refs) != 1 {
		t.Errorf("%+v", done)
	}
	var b bytes.Buffer
	var none *NothingError
	if _, err := ExportStream(t.Context(), db, &b, StreamOptions{Filter: RefFilter{Include: []string{"refs/heads/nowhere"}}}); !errors.As(err, &none) || b.Len() > 0 {
		t.Errorf("%v, and %q", err, b.String())
	}
	var bad *PatternError
	if _, err := ExportStream(t.Context(), db, &b, StreamOptions{Filter: RefFilter{Include: []string{"main"}}}); !errors.As(err, &bad) || b.Len() > 0 {
		t.Errorf("%v, and %q", err, b.String())
	}
	db = newDB()
	commitTrees(t, db, "refs/heads/a", map[string]string{"f": "1", "empty/": "", "d/e/": ""}, map[string]string{"f/": "", "d/e/g": "2"}, map[string]string{"f/": "", "d/e/": ""})
	stream, done := giveStream(t, db, StreamOptions{})
	if want := []string{"d/e", "empty", "f"}; !slices.Equal(done.Dropped, want) || done.DroppedCount != 3 {
		t.Errorf("dropped %q\n%s", done.Dropped, stream)
	}
	to := newRepository(t)
	to.git(stream, "fast-import", "--quiet")
	if list := to.git("", "log", "--format=%s", "--name-status", "a"); list != "2\n\nD\td/e/g\n1\n\nA\td/e/g\nD\tf\n0\n\nA\tf" {
		t.Errorf("%q", list)
	}
}

// commitTrees commits one tree of paths after the other; a path that ends with a
// slash is an empty directory.
func commitTrees(tb testing.TB, db *refs.DB, name refs.Name, trees ...map[string]string) {
	tb.Helper()
	ctx := tb.Context()
	stage, err := db.Store().Begin(ctx)
	if err != nil {
		tb.Fatal(err)
	}
	var last []objects.ID
	for n, tree := range trees {
		root, files, size := putPaths(tb, stage, tree)
		person := objects.Person{Name: "A", Email: "a@b", Seconds: int64(n), Zone: "+0000"}
		c := &objects.Commit{Parents: last, Snapshot: putObject(tb, stage, &objects.Snapshot{Root: root, Files: files, Bytes: size}),
			Author: person, Committer: person, Message: objects.Bytes(fmt.Sprintf("%d\n", n))}
		last = []objects.ID{putObject(tb, stage, c)}
	}
	tx := db.Begin("test")
	tx.Set(name, last[0], refs.Missing())
	if _, err := tx.Commit(ctx, stage); err != nil {
		tb.Fatal(err)
	}
}

func putObject(tb testing.TB, stage objects.Stage, v objects.Structured) objects.ID {
	tb.Helper()
	data, err := objects.Encode(v)
	if err != nil {
		tb.Fatal(err)
	}
	id, _, err := stage.Put(tb.Context(), v.Kind(), data)
	if err != nil {
		tb.Fatal(err)
	}
	return id
}

// putPaths stores a tree of paths.
func putPaths(tb testing.TB, stage objects.Stage, paths map[string]string) (root objects.ID, files, size uint64) {
	tb.Helper()
	tree, below := &objects.Tree{}, map[string]map[string]string{}
	for path, content := range paths {
		if path == "" {
			continue
		}
		name, rest, deep := strings.Cut(path, "/")
		if deep {
			if below[name] == nil {
				below[name] = map[string]string{}
			}
			below[name][rest] = content
			continue
		}
		id, _, err := stage.Put(tb.Context(), objects.KindBlob, []byte(content))
		if err != nil {
			tb.Fatal(err)
		}
		tree.Entries = append(tree.Entries, objects.Entry{Name: objects.Bytes(name), Mode: objects.ModeFile, ID: id, Size: uint64(len(content))})
		files, size = files+1, size+uint64(len(content))
	}
	for name, inside := range below {
		id, n, bytes := putPaths(tb, stage, inside)
		tree.Entries = append(tree.Entries, objects.Entry{Name: objects.Bytes(name), Mode: objects.ModeDir, ID: id})
		files, size = files+n, size+bytes
	}
	slices.SortFunc(tree.Entries, func(a, b objects.Entry) int { return strings.Compare(string(a.Name), string(b.Name)) })
	return putObject(tb, stage, tree), files, size
}

// TestCutStream cuts a stream anywhere: nothing of it is taken.
func TestCutStream(t *testing.T) {
	r, db := plainHistory(t), newDB()
	take(t, db, r, ImportOptions{})
	stream, _ := giveStream(t, db, StreamOptions{})
	rapid.Check(t, func(rt *rapid.T) {
		cut := rapid.IntRange(len("feature done\n"), len(stream)-len("done\n")).Draw(rt, "cut")
		to := newDB()
		_, err := takeStream(t, to, stream[:cut], ImportOptions{})
		var bad *fastio.StreamError
		if !errors.As(err, &bad) || bad.Offset > int64(cut) || bad.Line > strings.Count(stream[:cut], "\n")+1 {
			rt.Errorf("cut at %d: %v", cut, err)
		}
		if list := refsOf(t, to); list != "" {
			rt.Errorf("cut at %d: %s", cut, list)
		}
	})
}

// failingWriter fails behind a number of bytes.
type failingWriter struct{ left int }

var errFull = errors.New("full")

func (w *failingWriter) Write(b []byte) (int, error) {
	if len(b) > w.left {
		return w.left, errFull
	}
	w.left -= len(b)
	return len(b), nil
}

// TestStreamToFullDisk ends with the error of the writer.
func TestStreamToFullDisk(t *testing.T) {
	db := newDB()
	commitTrees(t, db, "refs/heads/a", map[string]string{"f": strings.Repeat("0123456789", 30_000), "g": "1"}, map[string]string{"g": strings.Repeat("9876543210", 40_000)})
	for _, left := range []int{0, 100, 300_000, 650_000, 700_000} {
		if _, err := ExportStream(t.Context(), db, &failingWriter{left}, StreamOptions{}); !errors.Is(err, errFull) {
			t.Errorf("%d: %v", left, err)
		}
	}
}
