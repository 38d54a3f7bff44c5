package packstore

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
)

// derivedName is the directory of what can be computed from the objects.
const derivedName = "derived"

var _ objects.Derived = (*Store)(nil)

// derivedFile implements objects.DerivedFile.
type derivedFile struct {
	*os.File
	size int64
}

func (f *derivedFile) Size() int64 { return f.size }

// OpenDerived implements objects.Derived.
func (s *Store) OpenDerived(_ context.Context, name string) (objects.DerivedFile, error) {
	f, err := os.Open(s.derivedPath(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, trimPath(err)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(trimPath(err), f.Close())
	}
	return &derivedFile{File: f, size: info.Size()}, nil
}

func (s *Store) derivedPath(name string) string {
	if strings.ContainsAny(name, "/\\.") || name == "" {
		panic("packstore: " + name + " is no name of derived data") // it is a constant of the caller
	}
	return filepath.Join(s.dir, derivedName, name)
}

// errSaving says that another process saves the same.
var errSaving = errors.New("another process is saving the same")

// SaveDerived implements objects.Derived. It writes a temporary file and renames
// it, without a sync: after a power cut the file may be damaged, as any of these
// may. The temporary file of a killed process is used again by the next one.
func (s *Store) SaveDerived(ctx context.Context, name string, data []byte) error {
	path := s.derivedPath(name)
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := needSpace(s.dir, catalogHeadroom+uint64(len(data))); err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return trimPath(err)
	}
	tmp := path + ".tmp"
	f, err := os.OpenFile(tmp, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return trimPath(err)
	}
	defer func() { _ = f.Close() }()
	if !tryLease(f) || !stillNamed(f, tmp) {
		return errSaving
	}
	if err = f.Truncate(0); err == nil {
		_, err = f.Write(data)
	}
	if err == nil {
		err = os.Rename(tmp, path)
	}
	if err != nil {
		_ = os.Remove(tmp)
		return spaceError(s.dir, trimPath(err), uint64(len(data)))
	}
	return nil
}

// stillNamed reports whether a file that was opened by a name still has it:
// between the opening and the lease another process may have renamed it.
func stillNamed(f *os.File, path string) bool {
	open, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := os.Lstat(path)
	return err == nil && os.SameFile(open, named)
}
