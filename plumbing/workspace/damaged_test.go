package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// What has the name of a workspace's own directory is never passed over for a
// workspace above it.
func TestFindStopsAtADamagedWorkspace(t *testing.T) {
	for _, c := range []struct {
		reason  string
		arrange func(t *testing.T, meta string)
		// completes: an Init makes a workspace of it.
		completes bool
	}{
		{notDirectory, func(t *testing.T, meta string) { writeFile(t, meta, "x") }, false},
		{notDirectory, func(t *testing.T, meta string) {
			writeFile(t, meta+"file", "x")
			link(t, meta+"file", meta)
		}, false},
		{linkNowhere, func(t *testing.T, meta string) { link(t, "nowhere", meta) }, false},
		{linkNowhere, func(t *testing.T, meta string) { link(t, MetaDir, meta) }, false}, // a loop
		{markerKind, func(t *testing.T, meta string) { writeFile(t, filepath.Join(meta, markerFile, "x"), "x") }, false},
		{markerKind, func(t *testing.T, meta string) {
			writeFile(t, filepath.Join(meta, "other"), goodMarker)
			link(t, "other", filepath.Join(meta, markerFile))
		}, false},
		{markerGone, func(t *testing.T, meta string) { writeFile(t, filepath.Join(meta, "x"), "x") }, true},
		{markerGone, func(t *testing.T, meta string) {
			if _, _, err := Init(t.Context(), filepath.Dir(meta), self(), InitOptions{ForceNested: true}); err != nil {
				t.Fatal(err)
			}
			if err := os.Remove(filepath.Join(meta, markerFile)); err != nil {
				t.Fatal(err)
			}
		}, true},
		{unfinished, func(t *testing.T, meta string) { writeFile(t, filepath.Join(meta, pendingFile), goodMarker) }, true},
	} {
		outer := realDir(t)
		if _, _, err := Init(t.Context(), outer, self(), InitOptions{}); err != nil {
			t.Fatal(err)
		}
		inner := filepath.Join(outer, "inner")
		deep := filepath.Join(inner, "deep")
		if err := os.MkdirAll(deep, 0o755); err != nil {
			t.Fatal(err)
		}
		c.arrange(t, filepath.Join(inner, MetaDir))
		for _, dir := range []string{inner, deep} {
			ws, err := Find(t.Context(), dir, self())
			if got, ok := errors.AsType[*DamagedError](err); !ok || got.Dir != inner || got.Reason != c.reason {
				t.Errorf("%s: %+v, %v", c.reason, ws, err)
			}
		}
		_, _, err := Init(t.Context(), deep, self(), InitOptions{})
		if _, ok := errors.AsType[*DamagedError](err); !ok {
			t.Errorf("%s: Init below: %v", c.reason, err)
		}
		_, _, err = Init(t.Context(), inner, self(), InitOptions{ForceNested: true})
		if (err == nil) != c.completes {
			t.Errorf("%s: Init: %v", c.reason, err)
		}
		if ws, err := Find(t.Context(), outer, self()); err != nil || ws.Root != outer {
			t.Errorf("%s: from outside: %+v, %v", c.reason, ws, err)
		}
	}
}

// In the home directory, where no workspace can be, other programs may have a
// directory of this name.
func TestFindLooksPastHome(t *testing.T) {
	home := realDir(t)
	writeFile(t, filepath.Join(home, MetaDir, "x"), "x")
	dir := filepath.Join(home, "dir")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	host := self()
	host.Home = home
	_, err := Find(t.Context(), dir, host)
	if _, ok := errors.AsType[*NotFoundError](err); !ok {
		t.Errorf("Find: %v", err)
	}
	if _, created, err := Init(t.Context(), dir, host, InitOptions{}); err != nil || !created {
		t.Errorf("Init: %v, %v", created, err)
	}
}

// A directory that may not be read is not taken for one that is empty, or gone.
func TestFindStopsAtAnUnreadableWorkspace(t *testing.T) {
	outer := realDir(t)
	if _, _, err := Init(t.Context(), outer, self(), InitOptions{}); err != nil {
		t.Fatal(err)
	}
	inner := filepath.Join(outer, "inner")
	meta := filepath.Join(inner, MetaDir)
	writeFile(t, filepath.Join(meta, markerFile), goodMarker)
	for _, mode := range []os.FileMode{0, 0o444} {
		if err := os.Chmod(meta, mode); err != nil {
			t.Fatal(err)
		}
		ws, err := Find(t.Context(), inner, self())
		if os.Geteuid() == 0 {
			// Nothing is unreadable for root.
			if err != nil || ws.Root != inner {
				t.Errorf("mode %o: %+v, %v", mode, ws, err)
			}
		} else if !errors.Is(err, fs.ErrPermission) {
			t.Errorf("mode %o: %+v, %v", mode, ws, err)
		}
	}
	if err := os.Chmod(meta, 0o755); err != nil {
		t.Fatal(err)
	}
}

func link(t *testing.T, to, path string) {
	t.Helper()
	if err := os.Symlink(to, path); err != nil {
		t.Fatal(err)
	}
}
