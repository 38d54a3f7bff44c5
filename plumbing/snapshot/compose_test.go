package snapshot

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/genesis-vcs/genesis/objects"
)

// Two steps of changes, and what they are together.
func TestCompose(t *testing.T) {
	file := func(content string) *objects.Entry {
		return &objects.Entry{Mode: objects.ModeFile, ID: objects.Sum(objects.KindBlob, []byte(content)), Size: uint64(len(content))}
	}
	exec := file("a")
	exec.Mode = objects.ModeExec
	change := func(path string, status Status, from, to *objects.Entry) Change {
		return Change{Path: path, Status: status, Old: from, New: to}
	}
	renamed := Change{Path: "new", OldPath: "old", Status: Renamed, Old: file("r"), New: file("r"), Similarity: 100}
	first := []Change{
		change("added", Added, nil, file("a")),
		change("back", Modified, file("a"), file("b")),
		change("edited", Modified, file("e"), file("b")),
		change("gone", Added, nil, file("g")),
		renamed,
	}
	second := []Change{
		change("back", Modified, file("b"), file("a")),
		change("edited", Deleted, file("b"), nil),
		change("fresh", Untracked, nil, file("f")),
		change("gone", Deleted, file("g"), nil),
		change("mode", ModeChange, file("a"), exec),
	}
	want := []Change{
		change("added", Added, nil, file("a")),
		change("edited", Deleted, file("e"), nil),
		change("fresh", Untracked, nil, file("f")),
		change("mode", ModeChange, file("a"), exec),
		renamed,
	}
	if diff := cmp.Diff(want, Compose(first, second)); diff != "" {
		t.Errorf("Compose (-want +got):\n%s", diff)
	}
	if got := Compose(nil, nil); len(got) != 0 {
		t.Errorf("nothing became %v", got)
	}
}
