package worktree

import (
	"context"
	"errors"
	"io"

	"github.com/genesis-vcs/genesis/objects"
	"golang.org/x/sys/unix"
)

// Content reads the file, or the target of the symlink, that a scan found at a
// path, whole into memory. It is the content of the entry or an error:
// *ChangedError when the path holds something else by now, *UnreadableError.
// Of an entry without an id, which a scan did not read, any content will do.
func (t *Tree) Content(ctx context.Context, path string, e objects.Entry) ([]byte, error) {
	root, err := openAnchor(t.opts.Root)
	if err != nil {
		return nil, unreadableError(ctx, path, err)
	}
	defer root.close()
	dir, name := splitPath(path)
	fd, err := root.open(dir)
	if err != nil {
		return nil, contentError(ctx, path, err)
	}
	defer unix.Close(fd)
	var data []byte
	if e.Mode == objects.ModeSymlink {
		var target string
		target, err = readlinkAt(fd, name)
		data = []byte(target)
	} else {
		data, err = readWhole(fd, name, e.Size)
	}
	if err != nil {
		return nil, contentError(ctx, path, err)
	}
	if !e.ID.IsZero() && objects.Sum(objects.KindBlob, data) != e.ID {
		return nil, &ChangedError{Path: path}
	}
	return data, nil
}

// readWhole reads a file of a known size, and one byte more if it is longer.
func readWhole(dir int, name string, size uint64) ([]byte, error) {
	fd, err := openAt(dir, name, 0)
	if err != nil {
		return nil, err
	}
	defer unix.Close(fd)
	st, err := fstat(fd)
	if err == nil && st.kind() != unix.S_IFREG {
		err = unix.EINVAL // as readlinkAt says of what is no link
	}
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(fdReader(fd), int64(size)+1))
}

// contentError tells what is not there any more from what cannot be read.
func contentError(ctx context.Context, path string, err error) error {
	var obstacle *obstacleError
	if vanished(err) || errors.As(err, &obstacle) || errors.Is(err, unix.EINVAL) {
		return &ChangedError{Path: path} // it is not what it was
	}
	return unreadableError(ctx, path, err)
}
