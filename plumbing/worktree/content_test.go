package worktree

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
)

// What a scan found is read again as the same bytes: small, in chunks, empty,
// and the target of a link.
func TestContent(t *testing.T) {
	f := newFixture(t)
	large := strings.Repeat("0123456789abcdef", 40_000)
	f.write("d/small=x", "large="+large, "empty=")
	f.must(os.Symlink("d/small", f.path("link")))
	want := map[string]string{"d/small": "x", "large": large, "empty": "", "link": "d/small"}
	for path, entry := range f.found() {
		got, err := New(f.opts).Content(t.Context(), path, entry)
		if err != nil || string(got) != want[path] {
			t.Errorf("%s: %d bytes, %v", path, len(got), err)
		}
		delete(want, path)
	}
	if len(want) > 0 {
		t.Errorf("not found: %v", want)
	}
}

// found maps the paths that a scan with a stage finds to their entries.
func (f *fixture) found() map[string]objects.Entry {
	f.Helper()
	scan, err := New(f.opts).Scan(f.Context(), ScanRequest{Store: f.store, Stage: objects.NewDryStage(f.store)})
	f.must(err)
	entries := map[string]objects.Entry{}
	for _, c := range scan.Changes {
		entries[c.Path] = *c.New
	}
	return entries
}

// A path that is not what the scan found is never read as if it were, and no
// link is followed on the way to it.
func TestContentOfWhatChanged(t *testing.T) {
	for name, change := range map[string]func(f *fixture){
		"edited":    func(f *fixture) { f.write("d/file=X") },
		"longer":    func(f *fixture) { f.write("d/file=xy") },
		"shorter":   func(f *fixture) { f.write("d/file=") },
		"gone":      func(f *fixture) { f.remove("d/file") },
		"gone dir":  func(f *fixture) { f.remove("d") },
		"directory": func(f *fixture) { f.remove("d/file"); f.write("d/file/") },
		"link": func(f *fixture) {
			f.write("same=x")
			f.remove("d/file")
			f.must(os.Symlink("../same", f.path("d/file")))
		},
		"link above": func(f *fixture) {
			f.must(os.Rename(f.path("d"), f.path("e")))
			f.must(os.Symlink("e", f.path("d")))
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.write("d/file=x")
			entry := f.found()["d/file"]
			change(f)
			got, err := New(f.opts).Content(t.Context(), "d/file", entry)
			if changed := (*ChangedError)(nil); !errors.As(err, &changed) || changed.Path != "d/file" {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
	f := newFixture(t)
	f.must(os.Symlink("x", f.path("link")))
	entry := f.found()["link"]
	f.remove("link")
	f.write("link=x")
	if got, err := New(f.opts).Content(t.Context(), "link", entry); err == nil {
		t.Errorf("a file was read as a link: %q", got)
	}
}
