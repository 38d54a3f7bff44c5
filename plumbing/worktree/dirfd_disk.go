package worktree

import (
	"context"
	"errors"
	"slices"

	"golang.org/x/sys/unix"
)

// disk looks at single paths of the working tree without following links. It
// remembers the directory of the newest look, and which directories are not
// there, so that a look at many paths in order costs little.
type disk struct {
	root    *anchor
	at      string
	fd      int // of at; -1: none
	missing map[string]bool
}

func newDisk(root *anchor) *disk {
	return &disk{root: root, fd: -1, missing: make(map[string]bool)}
}

func (d *disk) close() {
	if d.fd >= 0 {
		_ = unix.Close(d.fd)
		d.fd = -1
	}
}

// dir makes a directory the newest one.
// Errors: unix.ENOENT, *obstacleError, *fs.PathError.
func (d *disk) dir(dir string) error {
	if d.fd >= 0 && d.at == dir {
		return nil
	}
	for above := dir; above != ""; above, _ = splitPath(above) {
		if d.missing[above] {
			d.missing[dir] = true
			return unix.ENOENT
		}
	}
	fd, err := d.root.open(dir)
	if errors.Is(err, unix.ENOENT) {
		d.missing[dir] = true
		return unix.ENOENT
	}
	if err != nil {
		return err
	}
	d.close()
	d.at, d.fd = dir, fd
	return nil
}

// stat describes what is at a path. Errors are those of dir.
func (d *disk) stat(path string) (fileStat, error) {
	dir, name := splitPath(path)
	if err := d.dir(dir); err != nil {
		return fileStat{}, err
	}
	st, err := lstatAt(d.fd, name)
	if err == unix.ENOENT {
		return st, err
	}
	return st, pathError("stat", path, err)
}

// holds reports whether a path is in the state.
func (d *disk) holds(ctx context.Context, path string, s *state) (bool, error) {
	st, err := d.stat(path)
	if err != nil {
		return false, err
	}
	_, name := splitPath(path)
	ok, err := holds(ctx, d.fd, name, st, s)
	return ok, unreadableError(ctx, path, err)
}

// list returns the names in a directory, sorted.
func (d *disk) list(dir string) ([]string, error) {
	if err := d.dir(dir); err != nil {
		return nil, err
	}
	// The directory is opened anew, because reading it moves the offset.
	fd, err := openAt(d.fd, ".", unix.O_DIRECTORY)
	if err != nil {
		return nil, pathError("open", dir, err)
	}
	defer unix.Close(fd)
	entries, err := readDir(fd, make([]byte, direntBuffer), nil)
	if err != nil {
		return nil, pathError("read", dir, err)
	}
	names := make([]string, 0, len(entries))
	for _, e := range entries {
		names = append(names, e.name)
	}
	slices.Sort(names)
	return names, nil
}
