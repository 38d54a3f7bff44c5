package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/objects/packstore"
	"github.com/genesis-vcs/genesis/plumbing/workspace"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// place is a home with a workspace in it.
type place struct {
	home, root string
	environ    []string
}

func newPlace(t *testing.T) place {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p := place{home: home, root: filepath.Join(home, "w"), environ: []string{"HOME=" + home, "GENESIS_AUTHOR_NAME=Ann", "GENESIS_AGENT=robot"}}
	if err := os.MkdirAll(filepath.Join(p.root, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	host := workspace.Host{Home: home, UID: os.Geteuid()}
	if _, _, err := workspace.Init(context.Background(), p.root, host, workspace.InitOptions{}); err != nil {
		t.Fatal(err)
	}
	return p
}

// in runs work in the workspace with these flags.
func (p place) in(t *testing.T, work func(ctx context.Context, env *Env) (Result, error), flags ...string) answer {
	t.Helper()
	args := append([]string{"vcs", "log", "--json", "-C", p.root}, flags...)
	return frame{args: args, environ: p.environ, family: with(work)}.run(t)
}

// do is in for work that has to succeed.
func (p place) do(t *testing.T, work func(ctx context.Context, env *Env) error, flags ...string) {
	t.Helper()
	a := p.in(t, func(ctx context.Context, env *Env) (Result, error) { return &echo{}, work(ctx, env) }, flags...)
	if a.status != 0 {
		t.Fatalf("%+v", a)
	}
}

func TestEnvOpensTheStoreOfTheWorkspace(t *testing.T) {
	p := newPlace(t)
	p.do(t, func(ctx context.Context, env *Env) error {
		ws, err := env.Workspace(ctx)
		if err != nil {
			return err
		}
		dir, err := env.StoreDir(ctx)
		if err != nil {
			return err
		}
		if ws.Root != p.root || dir != ws.Store || env.StoreFlag() != "" {
			t.Errorf("root %s, store %s of %s", ws.Root, dir, ws.Store)
		}
		db, err := env.DB(ctx)
		if err != nil {
			return err
		}
		again, err := env.DB(ctx)
		if err != nil || again != db {
			t.Errorf("the store is opened twice: %v", err)
		}
		tx := db.Begin("vcs log")
		tx.Setting("k", []byte("v"))
		done, err := tx.Commit(ctx, nil)
		if err != nil {
			return err
		}
		op, err := db.Op(ctx, done.Operation)
		if err != nil {
			return err
		}
		if op.Workspace != ws.ID || op.Actor.Name != "Ann" || op.Actor.Agent != "robot" || op.Actor.Host == "" {
			t.Errorf("the operation is of %+v in %s", op.Actor, op.Workspace)
		}
		return nil
	})
}

func TestEnvStampsTheWorkspace(t *testing.T) {
	p := newPlace(t)
	a := frame{args: []string{"vcs", "log", "--json", "-C", p.root + "/sub"}, environ: p.environ, family: with(func(ctx context.Context, env *Env) (Result, error) {
		_, err := env.Workspace(ctx)
		return &echo{}, err
	})}.run(t)
	if e := a.envelope(t); e.TargetResolved != p.root || e.TargetSource != "workspace" || e.WorkspaceSource != "argv" {
		t.Errorf("%+v", e.Stamp)
	}
}

// --store alone names a bare store: there is no workspace, and that is no error.
func TestEnvBareStore(t *testing.T) {
	p := newPlace(t)
	bare := filepath.Join(p.home, "bare")
	if _, err := packstore.Create(context.Background(), bare, packstore.Options{}); err != nil {
		t.Fatal(err)
	}
	args := []string{"vcs", "log", "--json", "-C", p.home, "--store", "bare"}
	bareWork := with(func(ctx context.Context, env *Env) (Result, error) {
		ws, err := env.Workspace(ctx)
		if ws != nil || err != nil {
			t.Errorf("workspace %v, %v", ws, err)
		}
		if config, err := env.Config(ctx); err != nil || config.AuthorName != "" {
			t.Errorf("config %v, %v", config, err)
		}
		if dir, err := env.StoreDir(ctx); dir != bare || dir != env.StoreFlag() || err != nil {
			t.Errorf("store %s, %v", dir, err)
		}
		if _, err := env.Path(ctx, "x"); contract.From(err).Code != "workspace/not-found" {
			t.Errorf("a path without a workspace: %v", err)
		}
		if _, err := env.Worktree(ctx); contract.From(err).Code != "workspace/not-found" {
			t.Errorf("a working tree without a workspace: %v", err)
		}
		_, err = env.DB(ctx)
		return &echo{}, err
	})
	if a := (frame{args: args, environ: p.environ, family: bareWork}).run(t); a.status != 0 {
		t.Errorf("%+v", a)
	}
}

func TestEnvWithoutAWorkspace(t *testing.T) {
	p := newPlace(t)
	args := []string{"vcs", "log", "--json", "-C", p.home}
	for name, work := range map[string]func(ctx context.Context, env *Env) error{
		"workspace": func(ctx context.Context, env *Env) error { _, err := env.Workspace(ctx); return err },
		"config":    func(ctx context.Context, env *Env) error { _, err := env.Config(ctx); return err },
		"store":     func(ctx context.Context, env *Env) error { _, err := env.DB(ctx); return err },
		"path":      func(ctx context.Context, env *Env) error { _, err := env.Path(ctx, "x"); return err },
		"worktree":  func(ctx context.Context, env *Env) error { _, err := env.Worktree(ctx); return err },
	} {
		family := with(func(ctx context.Context, env *Env) (Result, error) { return nil, work(ctx, env) })
		if a := (frame{args: args, environ: p.environ, family: family}).run(t); a.envelope(t).Code != "workspace/not-found" {
			t.Errorf("%s: %+v", name, a)
		}
	}
}

func TestEnvConfig(t *testing.T) {
	p := newPlace(t)
	config := filepath.Join(p.home, "xdg", "genesis")
	if err := os.MkdirAll(config, 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(config, "config.toml")
	if err := os.WriteFile(file, []byte("[author]\nname = \"Bob\"\nemail = \"bob@example.org\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	p.environ = append(p.environ, "XDG_CONFIG_HOME="+filepath.Join(p.home, "xdg"))
	p.do(t, func(ctx context.Context, env *Env) error {
		config, err := env.Config(ctx)
		if err != nil {
			return err
		}
		if config.AuthorName != "Bob" {
			t.Errorf("author %q", config.AuthorName)
		}
		if actor := env.Actor(ctx); actor.Name != "Ann" || actor.Email != "bob@example.org" {
			t.Errorf("actor %+v", actor)
		}
		return nil
	})
	if err := os.WriteFile(file, []byte("author = ["), 0o644); err != nil {
		t.Fatal(err)
	}
	a := p.in(t, func(ctx context.Context, env *Env) (Result, error) {
		if actor := env.Actor(ctx); actor.Name != "Ann" { // the actor never fails
			t.Errorf("actor %+v", actor)
		}
		_, err := env.Config(ctx)
		return nil, err
	})
	if e := a.envelope(t); e.Code != "workspace/config" || e.Error.Context.Facts["file"] != "config.toml" {
		t.Errorf("%+v", a)
	}
}

func TestEnvHost(t *testing.T) {
	for _, c := range []struct {
		environ []string
		want    string
	}{
		{nil, ""},
		{[]string{"HOME=/h"}, "/h/.config/genesis/config.toml"},
		{[]string{"HOME=/h", "XDG_CONFIG_HOME=/x"}, "/x/genesis/config.toml"},
		{[]string{"HOME=/h", "XDG_CONFIG_HOME=relative"}, "/h/.config/genesis/config.toml"},
	} {
		env := newRun(nil, IO{}, c.environ).env
		if host := env.Host(); host.UserConfig != c.want || host.UID != os.Geteuid() {
			t.Errorf("%v: %+v", c.environ, host)
		}
		if len(env.Environ()) != len(c.environ) {
			t.Errorf("environ %v", env.Environ())
		}
	}
}

// What another user owns is refused, unless the user's configuration says that
// it is safe.
func TestEnvForeignOwner(t *testing.T) {
	p := newPlace(t)
	other := os.Geteuid() + 1
	for name, c := range map[string]struct {
		flags []string
		open  func(ctx context.Context, env *Env) error
	}{
		"workspace": {nil, func(ctx context.Context, env *Env) error { _, err := env.Workspace(ctx); return err }},
		"store":     {[]string{"--store", p.root + "/.genesis/store"}, func(ctx context.Context, env *Env) error { _, err := env.StoreDir(ctx); return err }},
	} {
		family := with(func(ctx context.Context, env *Env) (Result, error) { return &echo{}, c.open(ctx, env) })
		open := frame{args: append([]string{"vcs", "log", "--json", "-C", p.root}, c.flags...), environ: p.environ, family: family, uid: other}
		if a := open.run(t); a.status != contract.Denied || !strings.Contains(a.stdout, `"code":"workspace/foreign-owner"`) {
			t.Errorf("%s: %+v", name, a)
		}
	}
	config := filepath.Join(p.home, ".config", "genesis")
	if err := os.MkdirAll(config, 0o755); err != nil {
		t.Fatal(err)
	}
	safe := fmt.Sprintf("safe = [%q, %q]\n", p.root, p.root+"/.genesis/store")
	if err := os.WriteFile(filepath.Join(config, "config.toml"), []byte(safe), 0o644); err != nil {
		t.Fatal(err)
	}
	family := with(func(ctx context.Context, env *Env) (Result, error) {
		_, err := env.Workspace(ctx)
		return &echo{}, err
	})
	if a := (frame{args: []string{"vcs", "log", "--json", "-C", p.root}, environ: p.environ, family: family, uid: other}).run(t); a.status != 0 {
		t.Errorf("a safe directory: %+v", a)
	}
	if err := os.WriteFile(filepath.Join(config, "config.toml"), []byte("safe = 3"), 0o644); err != nil {
		t.Fatal(err)
	}
	if a := (frame{args: []string{"vcs", "log", "--json", "-C", p.root}, environ: p.environ, family: family, uid: other}).run(t); !strings.Contains(a.stdout, `"code":"workspace/config"`) {
		t.Errorf("a broken configuration: %+v", a)
	}
}

func TestEnvPath(t *testing.T) {
	p := newPlace(t)
	link := filepath.Join(p.home, "link")
	if err := os.Symlink(p.root, link); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ dir, arg, want string }{
		{"", "a", "a"},
		{"", "a/../b/./c", "b/c"},
		{"", ".", ""},
		{"", "...", "..."},
		{"", "..a", "..a"},
		{"sub", "x", "sub/x"},
		{"sub", "..", ""},
		{"sub", "../y", "y"},
		{"", p.root + "/abs", "abs"},
		{"", "..", "outside"},
		{"sub", "../../z", "outside"},
		{"", "/etc/passwd", "outside"},
		{"", p.root + "x/y", "outside"},
		{"", link + "/a", "a"},
		{"", link + "/sub/b", "sub/b"},
		{"", link, ""},
	} {
		for _, root := range []string{p.root, link} {
			if root == link && filepath.IsAbs(c.arg) {
				continue
			}
			args := []string{"vcs", "log", "--json", "-C", filepath.Join(root, c.dir)}
			family := with(func(ctx context.Context, env *Env) (Result, error) {
				got, err := env.Path(ctx, c.arg)
				if c.want == "outside" {
					if contract.From(err).Code != "worktree/outside" {
						t.Errorf("%s in %q: %q, %v", c.arg, c.dir, got, err)
					}
					return &echo{}, nil
				}
				if got != c.want {
					t.Errorf("%s in %q: %q, want %q", c.arg, c.dir, got, c.want)
				}
				return &echo{}, err
			})
			if a := (frame{args: args, environ: p.environ, family: family}).run(t); a.status != 0 {
				t.Errorf("%s in %q: %+v", c.arg, c.dir, a)
			}
		}
	}
}

func TestEnvStoreOptions(t *testing.T) {
	p := newPlace(t)
	for flags, want := range map[string]string{"": "30s", "--lock-timeout=2s": "2s", "--lock-timeout=0": "-1ns"} {
		p.do(t, func(_ context.Context, env *Env) error {
			opts := env.StoreOptions()
			if opts.LockTimeout.String() != want || opts.Verb != "vcs log" {
				t.Errorf("%s: %+v", flags, opts)
			}
			return nil
		}, strings.Fields(flags)...)
	}
}

// Without a current directory only what needs none goes on.
func TestEnvWithoutACurrentDirectory(t *testing.T) {
	p := newPlace(t)
	gone := filepath.Join(p.home, "gone")
	if err := os.Mkdir(gone, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(gone)
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	nothing := with(func(context.Context, *Env) (Result, error) { return &echo{}, nil })
	for flags, code := range map[string]string{"": "io/not-exist", "-C .": "io/not-exist", "-C " + p.root: ""} {
		args := append([]string{"vcs", "log", "--json"}, strings.Fields(flags)...)
		if e := (frame{args: args, family: nothing}).run(t).envelope(t); e.Code != code {
			t.Errorf("%q: %+v", flags, e)
		}
	}
	if e := invoke(t, "version", "--json").envelope(t); !e.OK {
		t.Errorf("version: %+v", e)
	}
}

// A command that changes something holds the workspace's lock to its end.
func TestEnvWorktreeLocks(t *testing.T) {
	p := newPlace(t)
	p.do(t, func(ctx context.Context, env *Env) error {
		if _, err := env.Worktree(ctx); err != nil {
			return err
		}
		other := worktree.New(worktree.Options{Root: p.root, Meta: filepath.Join(p.root, ".genesis")})
		_, err := other.Lock(ctx, "other", 0)
		if busy := (*worktree.LockedError)(nil); !errors.As(err, &busy) || busy.Verb != "vcs log" {
			t.Errorf("the lock is free: %v", err)
		}
		a := p.in(t, func(ctx context.Context, env *Env) (Result, error) {
			_, err := env.Worktree(ctx)
			return nil, err
		}, "--lock-timeout=0")
		if e := a.envelope(t); e.Code != "worktree/busy" || a.status != contract.Busy {
			t.Errorf("%+v", a)
		}
		// A dry run writes nothing, so it needs no lock.
		p.do(t, func(ctx context.Context, env *Env) error { _, err := env.Worktree(ctx); return err }, "--dry-run")
		return nil
	})
	other := worktree.New(worktree.Options{Root: p.root, Meta: filepath.Join(p.root, ".genesis")})
	unlock, err := other.Lock(context.Background(), "other", 0)
	if err != nil {
		t.Fatalf("the lock outlives the command: %v", err)
	}
	unlock()
}

func TestEnvWorktreeOptions(t *testing.T) {
	p := newPlace(t)
	if err := os.WriteFile(filepath.Join(p.root, "big"), make([]byte, 100), 0o644); err != nil {
		t.Fatal(err)
	}
	a := p.in(t, func(ctx context.Context, env *Env) (Result, error) {
		tree, err := env.WorktreeWith(ctx, func(o *worktree.Options) { o.MaxFile = 10 })
		if err != nil {
			return nil, err
		}
		db, err := env.DB(ctx)
		if err != nil {
			return nil, err
		}
		stage, err := db.Store().Begin(ctx)
		if err != nil {
			return nil, err
		}
		defer stage.Abort()
		_, err = tree.Scan(ctx, worktree.ScanRequest{Store: db.Store(), Stage: stage})
		return nil, err
	})
	if e := a.envelope(t); e.Code != "worktree/too-large" {
		t.Errorf("%+v", a)
	}
}
