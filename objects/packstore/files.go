package packstore

import (
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"github.com/genesis-vcs/genesis/objects"
)

// The names in the store's directory.
const (
	formatName  = "format.toml"
	packsName   = "packs"
	catalogName = "catalog"
	slotsName   = "slots"
	locksName   = "locks"
	ballastName = "ballast"

	packSuffix = ".pack"
	tmpPrefix  = "tmp-"
)

// syncDir makes the names in a directory durable.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = d.Sync()
	return errors.Join(err, d.Close())
}

// writeFileAtomic writes a file through a temporary one, synced, so that a
// crash leaves the old file or the new one.
func writeFileAtomic(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	tmp := f.Name()
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(0o644)
	}
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(tmp, path)
	}
	if err != nil {
		_ = os.Remove(tmp)
		return err
	}
	return syncDir(filepath.Dir(path))
}

// tryLease takes the exclusive lease of a file if nobody has any.
func tryLease(f *os.File) bool {
	return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil
}

// shareLease takes a shared lease of a pack for as long as it is open.
func shareLease(f *os.File) { _ = unix.Flock(int(f.Fd()), unix.LOCK_SH|unix.LOCK_NB) }

// freeSpace returns the bytes that the store may still write.
func freeSpace(dir string) (uint64, error) {
	if err := reach(pointSpace); err != nil {
		return 0, err
	}
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return 0, err
	}
	return uint64(st.Bavail) * uint64(st.Bsize), nil
}

// needSpace returns a *objects.NoSpaceError when fewer than need bytes are
// free.
func needSpace(dir string, need uint64) error {
	free, err := freeSpace(dir)
	if errors.Is(err, unix.ENOSPC) {
		return &objects.NoSpaceError{Need: need}
	}
	if err != nil {
		return nil // a file system that cannot say: the writes will
	}
	if free < need {
		return &objects.NoSpaceError{Need: need, Free: free}
	}
	return nil
}

// spaceError turns "no space left" and "over quota" into a
// *objects.NoSpaceError and leaves other errors as they are.
func spaceError(dir string, err error, need uint64) error {
	if !errors.Is(err, unix.ENOSPC) && !errors.Is(err, unix.EDQUOT) {
		return err
	}
	free, _ := freeSpace(dir)
	return &objects.NoSpaceError{Need: need, Free: free}
}
