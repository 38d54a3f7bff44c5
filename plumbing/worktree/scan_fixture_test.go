package worktree

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// fixture is a workspace on disk, and the root tree of its last commit.
type fixture struct {
	testing.TB
	root  string
	store *memstore.Store
	opts  Options
	base  objects.ID
}

func newFixture(t testing.TB) *fixture {
	root := t.TempDir()
	meta := filepath.Join(root, ".genesis")
	if err := os.Mkdir(meta, 0o777); err != nil {
		t.Fatal(err)
	}
	return &fixture{TB: t, root: root, store: memstore.New(), opts: Options{Root: root, Meta: meta}}
}

func (f *fixture) path(name string) string { return filepath.Join(f.root, name) }

// write makes a file for each path; the content is the path unless it is given
// as "path=content". A path that ends with a slash is a directory.
func (f *fixture) write(files ...string) {
	f.Helper()
	for _, file := range files {
		path, content, given := strings.Cut(file, "=")
		if strings.HasSuffix(path, "/") {
			f.must(os.MkdirAll(f.path(path), 0o777))
			continue
		}
		if !given {
			content = path
		}
		writeFile(f, f.path(path), content)
	}
}

func (f *fixture) must(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

func (f *fixture) remove(paths ...string) {
	f.Helper()
	for _, path := range paths {
		f.must(os.RemoveAll(f.path(path)))
	}
}

// status scans without a stage.
func (f *fixture) status(paths ...string) *Scan {
	f.Helper()
	scan, err := New(f.opts).Scan(context.Background(), ScanRequest{Store: f.store, Base: f.base, Paths: paths})
	f.must(err)
	if !scan.Root.IsZero() {
		f.Errorf("a scan without a stage has a root")
	}
	return scan
}

// stage scans with a stage and returns both.
func (f *fixture) stage(paths ...string) (*Scan, objects.Stage, error) {
	f.Helper()
	stage, err := f.store.Begin(context.Background())
	f.must(err)
	scan, err := New(f.opts).Scan(context.Background(), ScanRequest{Store: f.store, Base: f.base, Paths: paths, Stage: stage})
	return scan, stage, err
}

// commit scans, publishes, and makes the result the base.
func (f *fixture) commit(paths ...string) *Scan {
	f.Helper()
	scan, stage, err := f.stage(paths...)
	f.must(err)
	_, err = f.store.Publish(context.Background(), stage, objects.Batch{})
	f.must(err)
	f.base = scan.Root
	return scan
}

// leaves lists a tree, one leaf a line: mode, path and content. Everything is
// read from the store, so a tree that is not whole fails.
func (f *fixture) leaves(root objects.ID) string {
	f.Helper()
	var out []string
	var files, bytes uint64
	err := snapshot.Walk(context.Background(), f.store, root, func(path string, e objects.Entry) error {
		switch {
		case e.Mode == objects.ModeDir && e.ID == emptyTree():
			out = append(out, fmt.Sprintf("dir %q", path))
		case e.Mode == objects.ModeGitlink:
			out = append(out, fmt.Sprintf("gitlink %q", path))
		case e.Mode != objects.ModeDir:
			o, err := f.store.Get(context.Background(), e.ID)
			if err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			out = append(out, fmt.Sprintf("%s %q %q", e.Mode, path, o.Data))
			files++
			bytes += e.Size
		}
		return nil
	})
	f.must(err)
	slices.Sort(out)
	return strings.Join(out, "\n")
}

func showChanges(changes []snapshot.Change) string {
	var out []string
	for _, c := range changes {
		line := fmt.Sprintf("%s %s", c.Status, c.Path)
		if c.OldPath != "" {
			line += " <- " + c.OldPath
		}
		if c.New != nil && c.New.Mode == objects.ModeDir || c.New == nil && c.Old.Mode == objects.ModeDir {
			line += "/"
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

func showSkipped(skipped []Skipped) string {
	var out []string
	for _, s := range skipped {
		out = append(out, s.Reason+" "+s.Path)
	}
	return strings.Join(out, "\n")
}

func (f *fixture) want(what, got string, want ...string) {
	f.Helper()
	if joined := strings.Join(want, "\n"); got != joined {
		f.Errorf("%s:\n%s\nwant:\n%s", what, got, joined)
	}
}

func (f *fixture) published(stage objects.Stage) {
	f.Helper()
	_, err := f.store.Publish(context.Background(), stage, objects.Batch{})
	f.must(err)
}
