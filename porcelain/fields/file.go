package fields

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// OpenFile opens a file that a person named, for reading; it may be a pipe.
// Errors: those of FileFault, and store/is-directory.
func OpenFile(env *cli.Env, path string) (*os.File, error) {
	f, err := os.Open(env.Abs(path))
	if err != nil {
		return nil, FileFault(path, err)
	}
	info, err := f.Stat()
	switch {
	case err != nil:
		err = FileFault(path, err)
	case info.IsDir():
		err = PathFault("store/is-directory", path, nil)
	default:
		return f, nil
	}
	_ = f.Close()
	return nil, err
}

// FileFault maps what the system said about a file that a person named.
func FileFault(path string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return PathFault("store/no-such-file", path, err)
	case errors.Is(err, syscall.ELOOP):
		return PathFault("io/link-loop", path, err)
	case errors.Is(err, syscall.EISDIR): // standard input, which nobody looked at before
		return PathFault("store/is-directory", path, err)
	default:
		return &worktree.UnreadableError{Path: path, Err: err}
	}
}

// PathFault is a fault about a path; err is what it is made from, or nil.
func PathFault(code, path string, err error) error {
	e := contract.Fail(code, PathFacts(path))
	e.Err = err
	return e
}

// PathFacts are the facts that name a path. What is no text in it is escaped with
// all other facts, so it is not here.
func PathFacts(path string) contract.Facts { return contract.Facts{"path": path} }
