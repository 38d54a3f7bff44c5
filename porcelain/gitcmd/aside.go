package gitcmd

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// aside is a directory in which a repository is made before it gets its place. Who
// makes it holds its lock as long as the process lives, so what a killed one left
// behind can be told from what is in work. Where directories cannot be locked, nothing
// is taken for left behind.
type aside struct {
	dir  string
	lock *os.File
}

const (
	asidePrefix = ".genesis-export-"
	// asideMade is the repository while it is made, asideReady when it is complete
	// and moves to its place.
	asideMade  = "repository"
	asideReady = "complete"
)

// newAside makes a directory in another one, after it cleared that of what killed
// exports left.
func newAside(ctx context.Context, near string) (*aside, error) {
	for _, dir := range asides(near) {
		if left := hold(dir); left != nil {
			left.remove() // what is still in use by a dying git goes the next time
		}
	}
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		dir, err := os.MkdirTemp(near, asidePrefix+"*")
		if err != nil {
			return nil, err
		}
		if a := hold(dir); a != nil {
			return a, nil
		}
		if _, err := os.Stat(dir); err == nil && !lockable(dir) {
			return &aside{dir: dir}, nil
		}
		// Another export took it for left behind, and removes it.
	}
}

// asides are the directories of that sort in another one.
func asides(near string) (found []string) {
	list, err := os.ReadDir(near)
	if err != nil {
		return nil // who makes one there is told the reason
	}
	for _, e := range list {
		if e.IsDir() && strings.HasPrefix(e.Name(), asidePrefix) {
			found = append(found, filepath.Join(near, e.Name()))
		}
	}
	return found
}

// hold takes the lock of a directory; nil when a process has it, or it is gone.
func hold(dir string) *aside {
	f, err := os.Open(dir)
	if err != nil {
		return nil
	}
	if unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil {
		locked, err := f.Stat()
		named, nameErr := os.Lstat(dir)
		if err == nil && nameErr == nil && named.IsDir() && os.SameFile(locked, named) {
			return &aside{dir: dir, lock: f}
		}
	}
	_ = f.Close()
	return nil
}

// lockable reports whether the file system locks directories at all.
func lockable(dir string) bool {
	f, err := os.Open(dir)
	if err != nil {
		return true // it is gone
	}
	defer func() { _ = f.Close() }()
	err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	return err == nil || errors.Is(err, unix.EWOULDBLOCK)
}

func (a *aside) remove() {
	_ = os.RemoveAll(a.dir)
	if a.lock != nil {
		_ = a.lock.Close()
	}
}

// made is where the repository is made: below the directory, which is for nobody else.
func (a *aside) made() string { return filepath.Join(a.dir, asideMade) }

// moveInto moves the content of the complete repository into a directory that is
// there. Of a process that is killed meanwhile finishMove does the rest.
func (a *aside) moveInto(dir string) error {
	ready := filepath.Join(a.dir, asideReady)
	if err := os.Rename(a.made(), ready); err != nil {
		return err
	}
	return moveContent(ready, dir)
}

// finishMove ends what a killed export was about to do in a directory: its repository
// was complete and its refs were set.
func finishMove(dir string) error {
	for _, left := range asides(dir) {
		ready := filepath.Join(left, asideReady)
		if _, err := os.Stat(ready); err != nil {
			continue
		}
		a := hold(left)
		if a == nil {
			continue
		}
		if err := moveContent(ready, dir); err != nil {
			_ = a.lock.Close()
			return err
		}
		a.remove()
	}
	return nil
}

// moveContent moves what is in a directory to another one, HEAD last: without it
// there is no repository. Nothing that is there is overwritten.
func moveContent(from, to string) error {
	list, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	names := make([]string, 0, len(list))
	for _, e := range list {
		names = append(names, e.Name())
	}
	if i := slices.Index(names, "HEAD"); i >= 0 {
		names = append(slices.Delete(names, i, i+1), "HEAD")
	}
	for i, name := range names {
		place := filepath.Join(to, name)
		if _, err := os.Lstat(place); err == nil {
			err = &fs.PathError{Op: "rename", Path: place, Err: unix.EEXIST}
			return errors.Join(err, moveBack(from, to, names[:i]))
		}
		if err := os.Rename(filepath.Join(from, name), place); err != nil {
			return errors.Join(err, moveBack(from, to, names[:i]))
		}
	}
	return nil
}

func moveBack(from, to string, names []string) error {
	var failed error
	for _, name := range names {
		failed = errors.Join(failed, os.Rename(filepath.Join(to, name), filepath.Join(from, name)))
	}
	return failed
}
