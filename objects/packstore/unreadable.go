package packstore

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/genesis-vcs/genesis/objects"
)

// UnreadableError reports a part of the store that the system did not let be
// read: a missing permission, a failing disk, too many open files. Nothing is
// known of what is in it, so it is neither damaged nor lost, and nothing that
// repairs damage may touch it.
type UnreadableError struct {
	Part string // pack, packs, catalog, slots, format
	Path string // relative to the store
	Err  error  // a unix.Errno
}

func (e *UnreadableError) Error() string {
	return fmt.Sprintf("the system does not let %s be read: %v", e.Path, e.Err)
}

// Unwrap returns the error of the system.
func (e *UnreadableError) Unwrap() error { return e.Err }

// systemErrors are those that say nothing of what is in a file. That a file is
// not there, or is a directory, says something.
var systemErrors = [...]unix.Errno{
	unix.EACCES, unix.EPERM, unix.EIO, unix.EMFILE, unix.ENFILE, unix.ENOMEM, unix.ESTALE, unix.ETIMEDOUT, unix.ENXIO, unix.ENODEV,
}

// unreadable returns a *UnreadableError when err is an error of the system that
// says nothing of what is in the file, and else nil. A *UnreadableError in err
// is returned as it is.
func unreadable(part, path string, err error) error {
	if known, ok := errors.AsType[*UnreadableError](err); ok {
		return known
	}
	for _, errno := range systemErrors {
		if errors.Is(err, errno) {
			return &UnreadableError{Part: part, Path: path, Err: errno}
		}
	}
	return nil
}

// isUnreadable reports whether err is about a part that may not be read now.
func isUnreadable(err error) bool {
	_, ok := errors.AsType[*UnreadableError](err)
	return ok
}

// faulty reports a part of the store that could not be read: a *UnreadableError
// or, when err is about its content, a *objects.CorruptError.
func faulty(part, path string, err error) error {
	if refused := unreadable(part, path, err); refused != nil {
		return refused
	}
	return &objects.CorruptError{What: part, Path: path, Reason: trimPath(err).Error()}
}

// catalogFault is faulty of a file of the catalog, or with an empty name of the
// catalog. Badger passes some errors of the system on as text only.
func catalogFault(name string, err error) error {
	path := filepath.Join(catalogName, name)
	if refused := unreadable("catalog", path, err); refused != nil {
		return refused
	}
	for _, errno := range systemErrors {
		if strings.Contains(err.Error(), errno.Error()) {
			return &UnreadableError{Part: "catalog", Path: path, Err: errno}
		}
	}
	if name != "" {
		return catalogDamage("%s: %v", name, trimPath(err))
	}
	return catalogDamage("%v", trimPath(err))
}
