package fields

import (
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// ReplaceFile makes what write writes the content of the file at path, whether it
// is there or not. The file is replaced only when everything was written and
// synced; what else has the name stays as it is on failure. mode are the
// permissions; with zero they are those that the umask leaves to a new file.
func ReplaceFile(path string, mode fs.FileMode, write func(w io.Writer) error) (err error) {
	name := filepath.Join(filepath.Dir(path), ".genesis-out-"+rand.Text())
	tmp, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = tmp.Close() // it may be closed already
			if failed := os.Remove(name); failed != nil && !errors.Is(failed, fs.ErrNotExist) {
				err = contract.FailCleanup("temporary file", failed, err)
			}
		}
	}()
	if mode != 0 {
		if err = tmp.Chmod(mode); err != nil {
			return err
		}
	}
	if err = write(tmp); err != nil {
		return err
	}
	if err = tmp.Sync(); err != nil {
		return err
	}
	if err = tmp.Close(); err != nil {
		return err
	}
	if err = os.Rename(name, path); err != nil {
		return &fs.PathError{Op: "rename", Path: path, Err: errors.Unwrap(err)}
	}
	return nil
}

// NamedFault is an error of the system about a file with the path that the person
// wrote instead of the one that was worked on; other errors stay as they are.
func NamedFault(path string, err error) error {
	if known, ok := errors.AsType[*contract.Error](err); ok {
		return known
	}
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		return &fs.PathError{Op: failed.Op, Path: path, Err: failed.Err}
	}
	return err
}
