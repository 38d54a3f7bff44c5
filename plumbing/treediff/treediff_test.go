package treediff_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/plumbing/treediff"
)

// contents is a source that holds what was put into it.
type contents struct{ treediff.Source }

func newContents() contents {
	return contents{treediff.Source{Beside: map[objects.ID]func(context.Context) ([]byte, error){}}}
}

func (c contents) entry(mode objects.Mode, content string) *objects.Entry {
	id := objects.Sum(objects.KindBlob, []byte(content))
	c.Beside[id] = func(context.Context) ([]byte, error) { return []byte(content), nil }
	return &objects.Entry{Mode: mode, ID: id, Size: uint64(len(content))}
}

var everything = treediff.Options{Lines: true, Units: true}

func TestFiles(t *testing.T) {
	c := newContents()
	gitlink := &objects.Entry{Mode: objects.ModeGitlink, Gitlink: objects.Bytes(bytes.Repeat([]byte{0xab}, 20))}
	files, err := treediff.Files(t.Context(), c.Source, []snapshot.Change{
		{Path: "a.go", Status: snapshot.Modified, Old: c.entry(objects.ModeFile, "package a\n\nfunc f() { g(1) }\n"), New: c.entry(objects.ModeFile, "package a\n\nfunc f() { g(2) }\n")},
		{Path: "b", Status: snapshot.Added, New: c.entry(objects.ModeFile, "a\x00b")},
		{Path: "c", Status: snapshot.TypeChange, Old: c.entry(objects.ModeSymlink, "a.go"), New: gitlink},
		{Path: "d", Status: snapshot.Deleted, Old: &objects.Entry{Mode: objects.ModeDir}},
	}, everything)
	if err != nil {
		t.Fatal(err)
	}
	if f := files[0]; f.Language != "go" || len(f.Units) != 1 || f.Section()(2) != "func f" {
		t.Errorf("a.go: %s, %d units, %q", f.Language, len(f.Units), f.Section()(2))
	}
	if removed, added := files[0].Changed(); removed != 1 || added != 1 {
		t.Errorf("a.go: %d removed, %d added", removed, added)
	}
	if f := files[1]; !f.Binary || len(f.Script) > 0 {
		t.Errorf("b is not binary")
	}
	var b bytes.Buffer
	if err := files[2].Unified(&b, 3); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"deleted file mode 120000", "-a.go\n", "new file mode 160000", "+Subproject commit abab"} {
		if !bytes.Contains(b.Bytes(), []byte(want)) {
			t.Errorf("no %q in\n%s", want, b.Bytes())
		}
	}
	b.Reset()
	if err := files[3].Unified(&b, 3); err != nil || b.Len() > 0 {
		t.Errorf("a directory: %v, %q", err, b.String())
	}
}

// A content that cannot be read ends the comparison with its error.
func TestFilesFail(t *testing.T) {
	c := newContents()
	bad := errors.New("unreadable")
	e := c.entry(objects.ModeFile, "x")
	c.Beside[e.ID] = func(context.Context) ([]byte, error) { return nil, bad }
	changes := []snapshot.Change{{Path: "a", Status: snapshot.Added, New: e}}
	if _, err := treediff.Files(t.Context(), c.Source, changes, everything); !errors.Is(err, bad) {
		t.Error(err)
	}
	var missing *objects.NotFoundError
	changes[0].New = &objects.Entry{Mode: objects.ModeFile, ID: objects.ID{1}}
	if _, err := treediff.Files(t.Context(), c.Source, changes, everything); !errors.As(err, &missing) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := treediff.Files(ctx, c.Source, changes, everything); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
