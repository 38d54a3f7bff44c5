package worktree

import (
	"errors"
	"io/fs"
	"strings"

	"golang.org/x/sys/unix"
)

// anchor is the open root of the working tree. Every write starts from it and
// walks one component after the other without following links, so nothing
// outside of the root can be reached, whoever changes directories meanwhile.
type anchor struct{ fd int }

func openAnchor(root string) (*anchor, error) {
	fd, err := uninterrupted(func() (int, error) {
		return unix.Open(root, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	})
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: root, Err: err}
	}
	return &anchor{fd: fd}, nil
}

func (a *anchor) close() { _ = unix.Close(a.fd) }

// obstacleError reports a component that is not a directory although
// directories or files should be below it.
type obstacleError struct {
	path string
	link bool
}

func (e *obstacleError) Error() string { return "not a directory" }

// open returns a new descriptor of a directory below the root; "" is the root.
// Errors: fs.ErrNotExist, *obstacleError, *fs.PathError.
func (a *anchor) open(dir string) (int, error) {
	fd, _, err := a.walk(dir, false)
	return fd, err
}

// make is open, creating the directories that are missing. fresh says that the
// last one was created and so is empty but for what the caller puts there.
func (a *anchor) make(dir string) (fd int, fresh bool, err error) { return a.walk(dir, true) }

func (a *anchor) walk(dir string, create bool) (fd int, fresh bool, err error) {
	if fd, err = openAt(a.fd, ".", unix.O_DIRECTORY); err != nil || dir == "" {
		return fd, false, pathError("open", dir, err)
	}
	end := 0
	for name := range strings.SplitSeq(dir, "/") {
		if end > 0 {
			end++
		}
		end += len(name)
		var next int
		next, fresh, err = descend(fd, name, create)
		_ = unix.Close(fd)
		if err != nil {
			return -1, false, pathError("open", dir[:end], err)
		}
		fd = next
	}
	return fd, fresh, nil
}

// descend opens, or creates and opens, one directory in another.
func descend(dir int, name string, create bool) (fd int, fresh bool, err error) {
	for {
		fd, err = openAt(dir, name, unix.O_DIRECTORY)
		switch {
		case err == nil:
			return fd, fresh, nil
		case err == unix.ENOENT && create && !fresh:
			if err = unix.Mkdirat(dir, name, 0o777); err != nil && err != unix.EEXIST {
				return -1, false, err
			}
			fresh = err == nil
		case err == unix.ENOTDIR || err == unix.ELOOP:
			st, statErr := lstatAt(dir, name)
			return -1, false, &obstacleError{link: statErr == nil && st.kind() == unix.S_IFLNK}
		default:
			return -1, false, err
		}
	}
}

// pathError adds the path to what a system call returned.
func pathError(op, path string, err error) error {
	var obstacle *obstacleError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &obstacle):
		obstacle.path = path
		return obstacle
	default:
		return &fs.PathError{Op: op, Path: path, Err: err}
	}
}

// uninterrupted repeats a system call that a signal cut short.
func uninterrupted[T any](call func() (T, error)) (T, error) {
	for {
		v, err := call()
		if err != unix.EINTR {
			return v, err
		}
	}
}

func readlinkAt(dir int, name string) (string, error) {
	for buf := make([]byte, 256); ; buf = make([]byte, 4*len(buf)) {
		n, err := uninterrupted(func() (int, error) { return unix.Readlinkat(dir, name, buf) })
		if err != nil || n < len(buf) {
			return string(buf[:max(n, 0)]), err
		}
	}
}

// splitPath cuts a root-relative path into its directory and its last name.
func splitPath(path string) (dir, name string) {
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		return path[:i], path[i+1:]
	}
	return "", path
}
