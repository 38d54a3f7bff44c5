package gitcmd

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/git/gitproc"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
)

// target is the directory that an export goes to.
type target struct {
	dir  string // absolute
	near string // where a new repository is made: in it, or beside it while it is missing
}

func newTarget(env *cli.Env, arg string) target {
	dir := env.Abs(arg)
	env.Target(dir, "argv")
	t := target{dir: dir, near: dir}
	if _, err := os.Stat(dir); err != nil {
		t.near = filepath.Dir(dir)
	}
	return t
}

// ready refuses a store that cannot be written to, since Git would have what cannot
// be recorded then, and ends what a killed export left half done.
func (t target) ready(store objects.Store) error {
	if packs, ok := store.(interface{ Writable() error }); ok {
		if err := packs.Writable(); err != nil {
			return err
		}
	}
	return t.fault(finishMove(t.dir))
}

// vacant reports whether a repository is to be made there. What killed exports left
// in the directory does not count.
func (t target) vacant() (bool, error) {
	list, err := os.ReadDir(t.dir)
	if errors.Is(err, os.ErrNotExist) {
		return true, nil
	}
	if info, statErr := os.Stat(t.dir); statErr == nil && !info.IsDir() {
		return false, contract.Failf("io/not-directory", fields.PathFacts(shown(t.dir)), "A file is where the repository is to be")
	}
	if err != nil {
		return false, t.fault(err)
	}
	for _, e := range list {
		if !strings.HasPrefix(e.Name(), asidePrefix) {
			return false, nil
		}
	}
	return true, nil
}

// open opens the repository that is there.
func (t target) open(ctx context.Context, env *cli.Env, bare bool) (*gitproc.Repo, error) {
	repo, err := gitproc.Open(ctx, t.dir, env.Environ())
	if err != nil {
		return nil, naming(t.dir, err)
	}
	if bare && !repo.Bare {
		return nil, contract.Failf("usage/bad-argument", contract.Facts{"argument": "--bare", "path": shown(t.dir)},
			"--bare makes a repository, and the one that is there has a working tree")
	}
	return repo, nil
}

// fault says of what the system refused at which path of the person it was.
func (t target) fault(err error) error {
	var refused *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &refused):
		return &fs.PathError{Op: refused.Op, Path: shown(t.dir), Err: refused.Err}
	case errors.As(err, &link):
		return &fs.PathError{Op: link.Op, Path: shown(t.dir), Err: link.Err}
	default:
		return err
	}
}

// naming names in a fault the directory as it is seen from where the command was
// started.
func naming(dir string, err error) error {
	if err == nil {
		return nil
	}
	e := contract.From(err)
	if _, named := e.Facts["directory"]; named {
		e.Facts["directory"] = shown(dir)
	}
	return e
}

// shown is a directory as it is seen from where the command was started, which need
// not be where it works: answers hold no absolute paths. Links that lead to either are
// followed, or the way up would be another one.
func shown(dir string) string {
	here, err := os.Getwd()
	if err != nil {
		return dir
	}
	if real, err := filepath.EvalSymlinks(here); err == nil {
		here = real
	}
	if above, err := filepath.EvalSymlinks(filepath.Dir(dir)); err == nil {
		dir = filepath.Join(above, filepath.Base(dir))
	}
	rel, err := filepath.Rel(here, dir)
	if err != nil {
		return dir
	}
	return rel
}
