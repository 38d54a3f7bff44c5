package workspace

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/genesis-vcs/genesis/objects/packstore"
)

func TestInitMakesAWorkspaceOnce(t *testing.T) {
	root := filepath.Join(realDir(t), "new")
	ws, created, err := Init(t.Context(), root, self(), InitOptions{DryRun: true})
	if err != nil || !created || ws.ID != "" {
		t.Fatalf("dry run: %+v, %v, %v", ws, created, err)
	}
	if _, err := os.Lstat(root); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("the dry run made the directory: %v", err)
	}
	ws, created, err = Init(t.Context(), root, self(), InitOptions{})
	if err != nil || !created || !validID(ws.ID) {
		t.Fatalf("Init: %+v, %v, %v", ws, created, err)
	}
	again, created, err := Init(t.Context(), root, self(), InitOptions{})
	if err != nil || created || *again != *ws {
		t.Errorf("second Init: %+v, %v, %v", again, created, err)
	}
	found, err := Find(t.Context(), root, self())
	if err != nil || *found != *ws {
		t.Errorf("Find = %+v, %v, want %+v", found, err, ws)
	}
}

// Git is told to leave the directory alone, unless the user told it something.
func TestInitHidesTheWorkspaceFromGit(t *testing.T) {
	root := realDir(t)
	ignore := filepath.Join(root, MetaDir, ".gitignore")
	if _, _, err := Init(t.Context(), root, self(), InitOptions{}); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(ignore); err != nil || string(data) != "*\n" {
		t.Errorf("%q, %v", data, err)
	}
	root = realDir(t)
	ignore = filepath.Join(root, MetaDir, ".gitignore")
	if err := os.Mkdir(filepath.Dir(ignore), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(ignore, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Init(t.Context(), root, self(), InitOptions{}); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(ignore); err != nil || string(data) != "mine" {
		t.Errorf("%q, %v", data, err)
	}
}

// Eight processes that initialize the same directory make one workspace.
func TestInitAtTheSameTime(t *testing.T) {
	root := realDir(t)
	var wg sync.WaitGroup
	ids, made := make([]string, 8), make([]bool, 8)
	for i := range ids {
		wg.Go(func() {
			ws, created, err := Init(t.Context(), root, self(), InitOptions{})
			if err != nil {
				t.Errorf("Init: %v", err)
				return
			}
			ids[i], made[i] = ws.ID, created
		})
	}
	wg.Wait()
	count := 0
	for i := range ids {
		if ids[i] != ids[0] {
			t.Errorf("two workspaces: %s and %s", ids[0], ids[i])
		}
		if made[i] {
			count++
		}
	}
	if count != 1 {
		t.Errorf("%d processes made the workspace", count)
	}
}

func TestInitSharesAStore(t *testing.T) {
	dir := realDir(t)
	store := filepath.Join(dir, "store")
	a, _, err := Init(t.Context(), filepath.Join(dir, "a"), self(), InitOptions{Store: store})
	if err != nil {
		t.Fatal(err)
	}
	b, created, err := Init(t.Context(), filepath.Join(dir, "b"), self(), InitOptions{Store: store})
	if err != nil || !created || a.Store != b.Store || a.ID == b.ID {
		t.Errorf("second workspace: %+v, %v, %v", b, created, err)
	}
}

func TestInitBare(t *testing.T) {
	dir := filepath.Join(realDir(t), "bare")
	ws, created, err := Init(t.Context(), dir, self(), InitOptions{Bare: true})
	if err != nil || !created || ws.ID != "" || ws.Store != dir {
		t.Fatalf("Init: %+v, %v, %v", ws, created, err)
	}
	if _, created, err = Init(t.Context(), dir, self(), InitOptions{Bare: true}); err != nil || created {
		t.Errorf("second Init: %v, %v", created, err)
	}
	full := realDir(t)
	writeFile(t, filepath.Join(full, "file"), "x")
	refused(t, "not-empty", full, self(), InitOptions{Bare: true})
	refused(t, "other-store", dir, self(), InitOptions{Bare: true, Store: full})
}

// Git's files stay as they are, whatever they hold.
func TestInitBesideGit(t *testing.T) {
	root := realDir(t)
	head := filepath.Join(root, ".git", "HEAD")
	writeFile(t, head, "ref: refs/heads/x\n")
	before, err := os.Stat(filepath.Dir(head))
	if err != nil {
		t.Fatal(err)
	}
	if _, created, err := Init(t.Context(), root, self(), InitOptions{}); err != nil || !created {
		t.Fatalf("Init: %v, %v", created, err)
	}
	after, err := os.Stat(filepath.Dir(head))
	if err != nil || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("the directory of Git changed: %v, %v", after.ModTime(), err)
	}
}

func refused(t *testing.T, reason, dir string, host Host, opts InitOptions) {
	t.Helper()
	ws, _, err := Init(t.Context(), dir, host, opts)
	if no, ok := errors.AsType[*RefusedError](err); !ok || no.Reason != reason {
		t.Errorf("Init(%s) = %+v, %v, want the refusal %q", dir, ws, err, reason)
	}
}

func TestInitRefuses(t *testing.T) {
	home := realDir(t)
	host := self()
	host.Home = home
	link := filepath.Join(realDir(t), "link")
	if err := os.Symlink(home, link); err != nil {
		t.Fatal(err)
	}
	forced := InitOptions{ForceNested: true}
	refused(t, "root", "/", host, forced)
	refused(t, "root", "/tmp/..", host, forced)
	refused(t, "home", home, host, forced)
	refused(t, "home", link, host, forced)
	refused(t, "home", home, host, InitOptions{Bare: true})

	outer := filepath.Join(home, "outer")
	if _, _, err := Init(t.Context(), outer, host, InitOptions{}); err != nil {
		t.Fatal(err)
	}
	inner := filepath.Join(outer, "a", "inner")
	refused(t, "nested", inner, host, InitOptions{})
	refused(t, "metadata", filepath.Join(outer, ".genesis", "x"), host, forced)
	refused(t, "metadata", filepath.Join(home, "r", ".GIT", "x"), host, forced)
	refused(t, "store-in-tree", filepath.Join(home, "w"), host, InitOptions{Store: filepath.Join(home, "w", "store")})
	refused(t, "other-store", outer, host, InitOptions{Store: filepath.Join(home, "elsewhere")})
	writeFile(t, filepath.Join(home, "file"), "x")
	refused(t, "not-a-directory", filepath.Join(home, "file"), host, InitOptions{})
	writeFile(t, filepath.Join(home, "odd", MetaDir), "x")
	refused(t, "not-a-directory", filepath.Join(home, "odd"), host, InitOptions{})

	for range 2 { // forced once, it is a workspace like any other
		if _, _, err := Init(t.Context(), inner, host, forced); err != nil {
			t.Errorf("forced: %v", err)
		}
		forced = InitOptions{}
	}
	stranger := Host{UID: os.Geteuid() + 1}
	_, _, err := Init(t.Context(), filepath.Join(home), stranger, InitOptions{})
	if _, ok := errors.AsType[*ForeignOwnerError](err); !ok {
		t.Errorf("Init in a directory of another user: %v", err)
	}
}

// A process that was killed before the last step left no workspace; the next
// Init completes it.
func TestInitCompletesAnInterruptedOne(t *testing.T) {
	root := realDir(t)
	ws, _, err := Init(t.Context(), root, self(), InitOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(ws.Meta(), markerFile)); err != nil {
		t.Fatal(err)
	}
	next, created, err := Init(t.Context(), root, self(), InitOptions{})
	if err != nil || !created || next.ID == ws.ID {
		t.Errorf("Init = %+v, %v, %v", next, created, err)
	}
}

// The same for a bare store: what its maker left when it was killed is no reason
// to refuse it.
func TestInitCompletesABareStore(t *testing.T) {
	dir := realDir(t)
	for _, name := range []string{"locks", "packs"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, dry := range []bool{true, false} {
		if _, created, err := Init(t.Context(), dir, self(), InitOptions{Bare: true, DryRun: dry}); err != nil || !created {
			t.Errorf("Init with dry run %v: %v, %v", dry, created, err)
		}
	}
}

// A store that cannot be made leaves nothing of the workspace.
func TestInitFailsWithoutRemains(t *testing.T) {
	full := realDir(t)
	writeFile(t, filepath.Join(full, "file"), "x")
	top := realDir(t)
	var notEmpty *packstore.NotEmptyError
	if _, _, err := Init(t.Context(), filepath.Join(top, "a", "b"), self(), InitOptions{Store: full}); !errors.As(err, &notEmpty) {
		t.Errorf("Init: %v", err)
	}
	if left, err := os.ReadDir(top); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
}

// What fails after the store is made, an error or a panic, leaves everything as it
// was: the directory, what the user has in .genesis, and a store that others had
// before.
func TestInitTakesBackWhatItMade(t *testing.T) {
	for _, c := range []struct {
		name string
		// arrange makes what is there before.
		arrange func(t *testing.T, top string)
		store   string // below top
	}{
		{name: "nothing", arrange: func(*testing.T, string) {}},
		{name: "own directory", arrange: func(t *testing.T, top string) { writeFile(t, filepath.Join(top, "w", "file"), "x") }},
		{name: "own files", arrange: func(t *testing.T, top string) {
			writeFile(t, filepath.Join(top, "w", MetaDir, ".gitignore"), "mine")
			writeFile(t, filepath.Join(top, "w", MetaDir, configFile), "")
		}},
		{name: "new store elsewhere", arrange: func(*testing.T, string) {}, store: "a/store"},
		{name: "empty store elsewhere", arrange: func(t *testing.T, top string) {
			if err := os.Mkdir(filepath.Join(top, "store"), 0o755); err != nil {
				t.Fatal(err)
			}
		}, store: "store"},
		{name: "shared store", arrange: func(t *testing.T, top string) {
			if _, err := packstore.Create(t.Context(), filepath.Join(top, "store"), packstore.Options{}); err != nil {
				t.Fatal(err)
			}
		}, store: "store"},
	} {
		for how, attach := range map[string]func(context.Context, *Workspace) error{
			"error": func(context.Context, *Workspace) error { return errors.New("injected") },
			"panic": func(context.Context, *Workspace) error { panic("injected") },
		} {
			t.Run(c.name+" "+how, func(t *testing.T) {
				top := realDir(t)
				c.arrange(t, top)
				before := namesBelow(t, top)
				opts := InitOptions{Attach: attach}
				if c.store != "" {
					opts.Store = filepath.Join(top, c.store)
				}
				func() {
					defer func() { _ = recover() }()
					if _, _, err := Init(t.Context(), filepath.Join(top, "w"), self(), opts); err == nil {
						t.Error("no error")
					}
				}()
				if after := namesBelow(t, top); !slices.Equal(before, after) {
					t.Errorf("before %q, after %q", before, after)
				}
			})
		}
	}
}

// namesBelow lists what is in a directory, but for the locks of a store.
func namesBelow(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if filepath.Base(path) == "locks" {
			return filepath.SkipDir
		}
		names = append(names, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// An Init that was killed right before the last step may have told the store of
// the workspace: the next one makes that workspace, and no other.
func TestInitCompletesTheSameWorkspace(t *testing.T) {
	root := realDir(t)
	var attached []string
	opts := InitOptions{Attach: func(_ context.Context, ws *Workspace) error {
		attached = append(attached, ws.ID)
		return nil
	}}
	ws, _, err := Init(t.Context(), root, self(), opts)
	if err != nil {
		t.Fatal(err)
	}
	marker := filepath.Join(ws.Meta(), markerFile)
	if err := os.Rename(marker, filepath.Join(ws.Meta(), pendingFile)); err != nil {
		t.Fatal(err)
	}
	next, created, err := Init(t.Context(), root, self(), opts)
	if err != nil || !created || next.ID != ws.ID || !slices.Equal(attached, []string{ws.ID, ws.ID}) {
		t.Errorf("Init = %+v, %v, %v; attached %q", next, created, err, attached)
	}
	again, created, err := Init(t.Context(), root, self(), opts)
	if err != nil || created || again.ID != ws.ID || len(attached) != 2 {
		t.Errorf("Init = %+v, %v, %v; attached %q", again, created, err, attached)
	}
}

// Who waited for an Init that took its directory back makes it anew.
func TestInitAfterOneThatFailed(t *testing.T) {
	root := filepath.Join(realDir(t), "w")
	second := make(chan error, 1)
	waits := make(chan struct{})
	_, _, err := Init(t.Context(), root, self(), InitOptions{Attach: func(context.Context, *Workspace) error {
		go func() {
			close(waits)
			_, created, err := Init(context.Background(), root, self(), InitOptions{})
			if err == nil && !created {
				err = errors.New("not created")
			}
			second <- err
		}()
		<-waits
		return errors.New("injected")
	}})
	if err == nil {
		t.Error("no error")
	}
	if err := <-second; err != nil {
		t.Error(err)
	}
	if _, err := Find(t.Context(), root, self()); err != nil {
		t.Error(err)
	}
}

func TestInitStopsWaiting(t *testing.T) {
	dir := realDir(t)
	unlock, _, err := lockDir(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := lockDir(ctx, dir); !errors.Is(err, context.Canceled) {
		t.Errorf("waiting for the lock: %v", err)
	}
	unlock()
	again, there, err := lockDir(t.Context(), dir)
	if err != nil || !there {
		t.Fatalf("after the unlock: %v", err)
	}
	again()
}
