package langcmd

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// Between reading and writing the file may change; it is then left alone, and no
// temporary file stays behind.
func TestWriteLeavesAChangedFileAlone(t *testing.T) {
	const text = "(f  a)\n"
	for name, change := range map[string]func(path string) error{
		"written": func(path string) error { return os.WriteFile(path, []byte("(g)\n"), 0o600) },
		"touched": func(path string) error { return os.Chtimes(path, time.Time{}, time.Unix(1, 0)) },
		"replaced": func(path string) error {
			return errors.Join(os.WriteFile(path+".new", []byte("(f  b)\n"), 0o600), os.Rename(path+".new", path))
		},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "m.gc")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		env := &cli.Env{Cwd: dir}
		f, err := readFormatted(t.Context(), env, "m.gc")
		if err != nil || !f.Changed {
			t.Fatalf("%s: %v, %v", name, f, err)
		}
		if err := change(path); err != nil {
			t.Fatal(err)
		}
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := errors.AsType[*worktree.ChangedError](f.write(t.Context(), env)); !ok {
			t.Errorf("%s: it was written", name)
		}
		after, err := os.ReadFile(path)
		if err != nil || string(after) != string(before) {
			t.Errorf("%s: it holds %q (%v)", name, after, err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
			t.Errorf("%s: left behind: %v (%v)", name, left, err)
		}
	}
}

// A fault names the file as the person wrote it, and not the temporary one.
func TestWriteNamesTheFile(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "m.gc"), []byte("(f  a)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	env := &cli.Env{Cwd: dir}
	f, err := readFormatted(t.Context(), env, "m.gc")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "m.gc")); err != nil {
		t.Fatal(err)
	}
	if e := contract.From(f.write(t.Context(), env)); e.Code != "store/no-such-file" || e.Facts["path"] != "m.gc" {
		t.Errorf("%s %v", e.Code, e.Facts)
	}
}
