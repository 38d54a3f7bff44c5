package fields

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// previewFixture has content in a store, and content that only the working
// tree has.
type previewFixture struct {
	*testing.T
	store *memstore.Store
	disk  map[string]string
}

func (f *previewFixture) stored(content string) *objects.Entry {
	f.Helper()
	stage, err := f.store.Begin(f.Context())
	if err != nil {
		f.Fatal(err)
	}
	if _, _, err := stage.Put(f.Context(), objects.KindBlob, []byte(content)); err != nil {
		f.Fatal(err)
	}
	if _, err := f.store.Publish(f.Context(), stage, objects.Batch{}); err != nil {
		f.Fatal(err)
	}
	return entryOf(content)
}

func entryOf(content string) *objects.Entry {
	return &objects.Entry{Mode: objects.ModeFile, ID: objects.Sum(objects.KindBlob, []byte(content)), Size: uint64(len(content))}
}

func (f *previewFixture) previews(changes ...snapshot.Change) []Preview {
	f.Helper()
	list, err := Previews(f.Context(), f.store, changes, func(path string, _ objects.Entry) ([]byte, error) {
		content, ok := f.disk[path]
		if !ok {
			f.Errorf("the content of %s is read from the working tree", path)
		}
		return []byte(content), nil
	})
	if err != nil {
		f.Fatal(err)
	}
	return list
}

func TestPreviews(t *testing.T) {
	f := &previewFixture{T: t, store: memstore.New(), disk: map[string]string{"new\xff": "\xff", "empty": ""}}
	link := f.stored("target")
	link.Mode, link.Size = objects.ModeSymlink, 0
	size := func(n uint64) *uint64 { return &n }
	text := func(s string) *string { return &s }
	got := f.previews(
		snapshot.Change{Path: "dir", Status: snapshot.Added, New: &objects.Entry{Mode: objects.ModeDir}},
		snapshot.Change{Path: "empty", Status: snapshot.Untracked, New: entryOf("")},
		snapshot.Change{Path: "gone", Status: snapshot.Deleted, Old: entryOf("x")},
		snapshot.Change{Path: "link", Status: snapshot.TypeChange, Old: entryOf("x"), New: link},
		snapshot.Change{Path: "new\xff", Status: snapshot.Modified, Old: entryOf("x"), New: entryOf("\xff")},
		snapshot.Change{Path: "other", OldPath: "old\xff", Status: snapshot.Renamed, New: f.stored("moved")},
		snapshot.Change{Path: "sub", Status: snapshot.Added, New: &objects.Entry{Mode: objects.ModeGitlink, Gitlink: "12345678901234567890"}},
	)
	want := []Preview{
		{Path: PathOf("dir"), Change: "added", Kind: "dir"},
		{Path: PathOf("empty"), Change: "added", Kind: "file", Size: size(0), Encoding: "utf-8", Content: text("")},
		{Path: PathOf("gone"), Change: "deleted"},
		{Path: PathOf("link"), Change: "type", Kind: "symlink", Size: size(6), Encoding: "utf-8", Content: text("target")},
		{Path: PathOf("new\xff"), Change: "modified", Kind: "file", Size: size(1), Encoding: "base64", Content: text("/w==")},
		{Path: PathOf("other"), OldPath: "old%FF", OldEncoding: Percent, Change: "renamed", Kind: "file", Size: size(5), Encoding: "utf-8", Content: text("moved")},
		{Path: PathOf("sub"), Change: "added", Kind: "gitlink"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("previews (-want +got):\n%s", diff)
	}
}

// The content of all previews together is bounded, and is that of the first
// paths: a small file behind one that did not fit has none either.
func TestPreviewsAreBounded(t *testing.T) {
	f := &previewFixture{T: t, store: memstore.New(), disk: map[string]string{}}
	full := strings.Repeat("x", maxPreviewFile)
	change := func(path, content string) snapshot.Change {
		f.disk[path] = content
		return snapshot.Change{Path: path, Status: snapshot.Added, New: entryOf(content)}
	}
	changes := []snapshot.Change{change("0", full+"x"), change("1", "y")}
	for i := range 17 {
		changes = append(changes, change(string(rune('A'+i)), full))
	}
	changes = append(changes, change("Z", "z"))
	var omitted []string
	total := 0
	for _, p := range f.previews(changes...) {
		if p.Omitted != "" {
			omitted = append(omitted, p.Text+" "+p.Omitted)
		}
		if (p.Content == nil) != (p.Omitted != "") {
			t.Errorf("%s has content and a reason for none", p.Text)
		}
		if p.Content != nil {
			total += len(*p.Content)
		}
	}
	want := []string{"0 file-too-large", "P total-too-large", "Q total-too-large", "Z total-too-large"}
	if diff := cmp.Diff(want, omitted); diff != "" || total > maxPreviewTotal {
		t.Errorf("%d bytes, omitted (-want +got):\n%s", total, diff)
	}
}

// A person is shown a bounded number of lines, and how many there are more.
func TestWritePreviewsIsBounded(t *testing.T) {
	text := func(lines int) *string {
		s := strings.Repeat("line\n", lines)
		return &s
	}
	var list []Preview
	for range 12 {
		list = append(list, Preview{Path: PathOf("f"), Change: "added", Kind: "file", Encoding: "utf-8", Content: text(maxPreviewPathLines + 5)})
	}
	long := strings.Repeat("\u00e9", maxPreviewLine)
	list[0].Content = &long
	var out bytes.Buffer
	p := render.NewPrinter(&out, render.Look{})
	WritePreviews(p, list)
	if err := p.Flush(); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(out.String(), "    line\n"); got != maxPreviewLines-1 {
		t.Errorf("%d lines", got)
	}
	for text, times := range map[string]int{"    5 more lines;": 9, "    6 more lines;": 1, "    105 more lines;": 1, "f  (added)\n": 12, " ...\n": 1} {
		if got := strings.Count(out.String(), text); got != times {
			t.Errorf("%q comes %d times, not %d", text, got, times)
		}
	}
}
