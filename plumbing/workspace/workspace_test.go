package workspace

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// realDir is a temporary directory without links in its path.
func realDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func self() Host { return Host{UID: os.Geteuid()} }

const goodMarker = "id = '0123456789abcdef'\nstore = '.genesis/store'\n"

func TestFindLooksUpwards(t *testing.T) {
	root := realDir(t)
	writeFile(t, filepath.Join(root, MetaDir, markerFile), goodMarker)
	deep := filepath.Join(root, "a", "b")
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Fatal(err)
	}
	// A link from elsewhere leads to the same workspace.
	link := filepath.Join(realDir(t), "link")
	if err := os.Symlink(deep, link); err != nil {
		t.Fatal(err)
	}
	// A meta directory without the file does not make a workspace.
	if err := os.MkdirAll(filepath.Join(deep, MetaDir), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{root, deep, link} {
		ws, err := Find(t.Context(), dir, self())
		if err != nil {
			t.Fatalf("Find(%s): %v", dir, err)
		}
		want := Workspace{Root: root, ID: "0123456789abcdef", Store: filepath.Join(root, ".genesis", "store")}
		if *ws != want {
			t.Errorf("Find(%s) = %+v, want %+v", dir, *ws, want)
		}
		if got := ws.RelativeStore(); got != ".genesis/store" {
			t.Errorf("RelativeStore = %q", got)
		}
	}
}

func TestFindFindsNothing(t *testing.T) {
	dir := realDir(t)
	for _, path := range []string{dir, filepath.Join(dir, "missing")} {
		_, err := Find(t.Context(), path, self())
		if _, ok := errors.AsType[*NotFoundError](err); !ok {
			t.Errorf("Find(%s): %v, want NotFoundError", path, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Find(ctx, dir, self()); !errors.Is(err, context.Canceled) {
		t.Errorf("Find on a canceled context: %v", err)
	}
}

func TestFindKeepsAStoreElsewhere(t *testing.T) {
	root, store := realDir(t), realDir(t)
	writeFile(t, filepath.Join(root, MetaDir, markerFile), "id = '0123456789abcdef'\nstore = '"+store+"'\n")
	ws, err := Find(t.Context(), root, self())
	if err != nil {
		t.Fatal(err)
	}
	if ws.Store != store || ws.RelativeStore() != store {
		t.Errorf("store = %s, relative %s, want %s", ws.Store, ws.RelativeStore(), store)
	}
}

// Whoever owns a workspace decides what reading it does, so one of another user
// is refused until the user's own configuration lists it.
func TestForeignOwner(t *testing.T) {
	root := realDir(t)
	writeFile(t, filepath.Join(root, MetaDir, markerFile), goodMarker)
	stranger := Host{UID: os.Geteuid() + 1}
	_, err := Find(t.Context(), root, stranger)
	foreign, ok := errors.AsType[*ForeignOwnerError](err)
	if !ok || foreign.Dir != root || foreign.UID != os.Geteuid() {
		t.Fatalf("Find as another user: %v (%+v)", err, foreign)
	}
	stranger.Safe = []string{"relative", filepath.Join(root, "below")}
	if _, err := Find(t.Context(), root, stranger); err == nil {
		t.Error("a list that does not name the directory allowed it")
	}
	link := filepath.Join(realDir(t), "link")
	if err := os.Symlink(root, link); err != nil {
		t.Fatal(err)
	}
	for _, entry := range []string{root, root + "/", link} {
		stranger.Safe = []string{entry}
		if _, err := Find(t.Context(), root, stranger); err != nil {
			t.Errorf("Find with %s listed as safe: %v", entry, err)
		}
	}
	// The store inside a safe workspace is safe, too; one elsewhere has an owner
	// of its own.
	if err := os.Mkdir(filepath.Join(root, MetaDir, storeDir), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := Find(t.Context(), root, stranger); err != nil {
		t.Errorf("the store inside a safe workspace: %v", err)
	}
	elsewhere := realDir(t)
	writeFile(t, filepath.Join(root, MetaDir, markerFile), "id = '0123456789abcdef'\nstore = '"+elsewhere+"'\n")
	_, err = Find(t.Context(), root, stranger)
	if foreign, ok := errors.AsType[*ForeignOwnerError](err); !ok || foreign.Dir != elsewhere {
		t.Errorf("the store of another user elsewhere: %v", err)
	}
	linkToStore := filepath.Join(root, "link")
	if err := os.Symlink(filepath.Join(root, MetaDir, storeDir), linkToStore); err != nil {
		t.Fatal(err)
	}
	if err := CheckOwner(linkToStore, Host{UID: os.Geteuid() + 1}); err == nil {
		t.Error("a link of another user was followed")
	}
	if err := CheckOwner(linkToStore, self()); err != nil {
		t.Errorf("a link of the user itself: %v", err)
	}
	if err := CheckOwner(filepath.Join(root, "missing"), self()); err != nil {
		t.Errorf("a missing directory: %v", err)
	}
}

func TestMarkerIsStrict(t *testing.T) {
	cases := []struct {
		text, reason string
		line         int
	}{
		{"id = 'x'\nstore = 's'\n", "is not 8 to 64", 1},
		{"id = 'ABCDEFGHIJ'\nstore = 's'\n", "is not 8 to 64", 1},
		{"id = '0123456789abcdef'\n", "store is missing", 0},
		{"id = '0123456789abcdef'\nstore = 's'\nmore = 1\n", "unknown key more", 3},
		{"id = '0123456789abcdef'\nstore = \n", "", 2},
		{strings.Repeat("#\n", 1<<20), "larger than 1 MiB", 0},
	}
	for _, c := range cases {
		root := realDir(t)
		writeFile(t, filepath.Join(root, MetaDir, markerFile), c.text)
		_, err := Find(t.Context(), root, self())
		bad, ok := errors.AsType[*ConfigError](err)
		if !ok || bad.File != ".genesis/workspace.toml" || bad.Line != c.line || !strings.Contains(bad.Reason, c.reason) {
			t.Errorf("%.60q: %v (%+v), want line %d and %q", c.text, err, bad, c.line, c.reason)
		}
	}
}
