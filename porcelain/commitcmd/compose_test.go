package commitcmd

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// Two steps of changes, and what they are together.
func TestCompose(t *testing.T) {
	file := func(content string) *objects.Entry {
		return &objects.Entry{Mode: objects.ModeFile, ID: objects.Sum(objects.KindBlob, []byte(content)), Size: uint64(len(content))}
	}
	exec := file("a")
	exec.Mode = objects.ModeExec
	change := func(path string, status snapshot.Status, from, to *objects.Entry) snapshot.Change {
		return snapshot.Change{Path: path, Status: status, Old: from, New: to}
	}
	renamed := snapshot.Change{Path: "new", OldPath: "old", Status: snapshot.Renamed, Old: file("r"), New: file("r")}
	first := []snapshot.Change{
		change("added", snapshot.Added, nil, file("a")),
		change("back", snapshot.Modified, file("a"), file("b")),
		change("edited", snapshot.Modified, file("e"), file("b")),
		change("gone", snapshot.Added, nil, file("g")),
		renamed,
	}
	second := []snapshot.Change{
		change("back", snapshot.Modified, file("b"), file("a")),
		change("edited", snapshot.Deleted, file("b"), nil),
		change("fresh", snapshot.Untracked, nil, file("f")),
		change("gone", snapshot.Deleted, file("g"), nil),
		change("mode", snapshot.ModeChange, file("a"), exec),
	}
	want := []snapshot.Change{
		change("added", snapshot.Added, nil, file("a")),
		change("edited", snapshot.Deleted, file("e"), nil),
		change("fresh", snapshot.Added, nil, file("f")),
		change("mode", snapshot.Modified, file("a"), exec),
		renamed,
	}
	if diff := cmp.Diff(want, compose(first, second)); diff != "" {
		t.Errorf("compose (-want +got):\n%s", diff)
	}
	if got := compose(nil, nil); len(got) != 0 {
		t.Errorf("nothing became %v", got)
	}
}
