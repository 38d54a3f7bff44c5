package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
)

// ForeignOwnerError reports a workspace or a store that another user owns.
type ForeignOwnerError struct {
	Dir string
	UID int
}

func (e *ForeignOwnerError) Error() string { return "owned by another user" }

// CheckOwner refuses a directory that another user owns (*ForeignOwnerError),
// unless the user's configuration lists it as safe: whoever owns a store
// decides what reading it does. A missing directory is nobody's.
func CheckOwner(dir string, host Host) error {
	err := checkOwner(dir, dir, host)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// checkOwner checks who owns path; the configuration lists dir.
func checkOwner(path, dir string, host Host) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	// The owner of a link says nothing about the directory behind it: both
	// must be the user's own.
	if info.Mode()&os.ModeSymlink != 0 {
		if err := ownedBy(info, dir, host); err != nil {
			return err
		}
		if info, err = os.Stat(path); err != nil {
			return err
		}
	}
	return ownedBy(info, dir, host)
}

func ownedBy(info os.FileInfo, dir string, host Host) error {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok || int(stat.Uid) == host.UID || listed(dir, host.Safe) {
		return nil
	}
	return &ForeignOwnerError{Dir: dir, UID: int(stat.Uid)}
}

// listed reports whether the list names dir, under any of its names.
func listed(dir string, safe []string) bool {
	return slices.ContainsFunc(safe, func(entry string) bool {
		if !filepath.IsAbs(entry) {
			return false
		}
		if filepath.Clean(entry) == filepath.Clean(dir) {
			return true
		}
		a, errA := filepath.EvalSymlinks(entry)
		b, errB := filepath.EvalSymlinks(dir)
		return errA == nil && errB == nil && a == b
	})
}
