package workspace

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// The reasons of a *DamagedError.
const (
	notDirectory = ".genesis is not a directory"
	linkNowhere  = ".genesis is a link that leads nowhere"
	markerKind   = ".genesis/workspace.toml is not a regular file"
	markerGone   = ".genesis/workspace.toml is missing"
	unfinished   = "the making of the workspace was not finished"
)

// DamagedError reports a directory that has something of a workspace's name and
// is none that can be used. What is above it is not used in its place.
type DamagedError struct{ Dir, Reason string }

func (e *DamagedError) Error() string { return "not a usable workspace: " + e.Reason }

// isWorkspace reports whether the directory has the file that makes it a
// workspace. An empty .genesis is nothing. Errors: *DamagedError for one that
// holds anything else, and those of the file system where it cannot be told.
func isWorkspace(dir string) (bool, error) {
	meta := filepath.Join(dir, MetaDir)
	info, err := os.Lstat(filepath.Join(meta, markerFile))
	switch {
	case err == nil && info.Mode().IsRegular():
		return true, nil
	case err == nil:
		return false, &DamagedError{Dir: dir, Reason: markerKind}
	case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) && !errors.Is(err, syscall.ELOOP):
		return false, err
	}
	if _, err = os.Lstat(meta); errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return false, nil
	}
	if err == nil {
		info, err = os.Stat(meta)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ELOOP):
		return false, &DamagedError{Dir: dir, Reason: linkNowhere}
	case err != nil:
		return false, err
	case !info.IsDir():
		return false, &DamagedError{Dir: dir, Reason: notDirectory}
	}
	return false, remains(dir, meta)
}

// remains is the error for what a meta directory without a marker holds, nil for
// nothing.
func remains(dir, meta string) error {
	d, err := os.Open(meta)
	if err != nil {
		return err
	}
	defer d.Close()
	if _, err := d.Readdirnames(1); err != nil {
		if errors.Is(err, io.EOF) {
			return nil
		}
		return err
	}
	if _, err := os.Lstat(filepath.Join(meta, pendingFile)); err == nil {
		return &DamagedError{Dir: dir, Reason: unfinished}
	}
	return &DamagedError{Dir: dir, Reason: markerGone}
}
