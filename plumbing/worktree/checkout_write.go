package worktree

import (
	"context"
	"errors"
	"os"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/chunk"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"golang.org/x/sys/unix"
)

// writer writes one leaf into an open directory.
type writer struct {
	*checkout
	dir   int
	path  string
	fresh bool // the directory was empty a moment ago: no need to look
	step  step
}

func (w *writer) write(ctx context.Context) error {
	_, name := splitPath(w.path)
	failpoint(beforeWrite)
	defer failpoint(afterWrite)
	if w.step.After.dir() {
		return w.mkdir(name)
	}
	o, err := w.store.Get(ctx, w.step.After.ID)
	if err != nil {
		return err
	}
	if o.Kind != objects.KindBlob {
		return &snapshot.KindError{ID: o.ID, Want: objects.KindBlob, Got: o.Kind}
	}
	temp := w.temp()
	if w.step.After.Mode == objects.ModeSymlink {
		err = w.symlink(o, temp)
	} else {
		err = w.file(ctx, o, name, temp)
	}
	if err == nil {
		err = w.place(ctx, temp, name)
	}
	if err != nil {
		_ = unix.Unlinkat(w.dir, temp, 0)
	}
	return err
}

// mkdir makes sure that there is a directory. One that is there already is
// left with whatever it holds.
func (w *writer) mkdir(name string) error {
	err := unix.Mkdirat(w.dir, name, 0o777)
	if err != unix.EEXIST {
		return pathError("mkdir", w.path, err)
	}
	st, err := lstatAt(w.dir, name)
	switch {
	case err != nil:
		return pathError("stat", w.path, err)
	case st.kind() == unix.S_IFLNK:
		return &SwappedError{Path: w.path}
	case st.kind() != unix.S_IFDIR:
		return &ChangedError{Path: w.path}
	}
	return nil
}

// file writes the blob to a new temporary file.
func (w *writer) file(ctx context.Context, o objects.Object, name, temp string) error {
	fd, err := w.create(name, temp)
	if err != nil {
		return err
	}
	if o.List.IsZero() {
		err = writeAll(fd, o.Data)
		if closeErr := unix.Close(fd); err == nil {
			err = closeErr
		}
		return pathError("write", w.path, err)
	}
	f := os.NewFile(uintptr(fd), w.path)
	r, err := chunk.Open(ctx, w.store, o.ID)
	if err == nil {
		_, err = r.WriteTo(f)
	}
	return errors.Join(err, f.Close())
}

// create makes the temporary file. It gets the permissions of the file that it
// replaces: who may read that is the user's choice, of which only the execute
// bit is recorded. For a new file the umask decides.
func (w *writer) create(name, temp string) (fd int, err error) {
	exec := diskMode(w.step.After.Mode) == objects.ModeExec
	kept, asked := uint32(0), uint32(0o666)
	if exec {
		asked = 0o777
	}
	if old, there := w.replaced(name); there {
		kept, asked = permissions(old, exec)
	}
	fd, err = uninterrupted(func() (int, error) {
		return unix.Openat(w.dir, temp, unix.O_WRONLY|unix.O_CREAT|unix.O_EXCL|unix.O_NOFOLLOW|unix.O_CLOEXEC, kept|asked)
	})
	if err != nil || kept == 0 {
		return fd, pathError("create", w.path, err)
	}
	st, err := fstat(fd)
	if perm := kept | st.mode&asked; err == nil && perm != st.mode&0o777 { // the umask took what it must not
		err = unix.Fchmod(fd, perm)
	}
	if err != nil {
		_ = unix.Close(fd)
		return -1, pathError("chmod", w.path, err)
	}
	return fd, nil
}

// permissions are those of a file that replaces another one: those to keep,
// and those of which the umask decides. Who may read a file that becomes
// executable may execute it.
func permissions(old uint32, exec bool) (kept, asked uint32) {
	switch {
	case exec == (old&0o100 != 0):
		return old, 0
	case exec:
		return old | 0o100, old & 0o444 >> 2
	default:
		return old &^ 0o111, 0
	}
}

// replaced returns the permissions of the file that the new one will replace,
// without those that mean more than access.
func (w *writer) replaced(name string) (perm uint32, there bool) {
	if w.fresh {
		return 0, false
	}
	st, err := lstatAt(w.dir, name)
	return st.mode & 0o777, err == nil && st.kind() == unix.S_IFREG
}

func writeAll(fd int, p []byte) error {
	for len(p) > 0 {
		n, err := uninterrupted(func() (int, error) { return unix.Write(fd, p) })
		if err != nil {
			return err
		}
		p = p[n:]
	}
	return nil
}

// symlink makes a temporary link. No system takes a target that is empty, has
// a NUL byte or does not fit a path.
func (w *writer) symlink(o objects.Object, temp string) error {
	target := string(o.Data)
	if target == "" || !o.List.IsZero() || strings.IndexByte(target, 0) >= 0 {
		return &snapshot.PathError{Path: w.path, Rule: "is a symlink to what is no path"}
	}
	return pathError("symlink", w.path, unix.Symlinkat(target, w.dir, temp))
}

// place renames the temporary file to the name, if that still holds what it is
// supposed to replace.
func (w *writer) place(ctx context.Context, temp, name string) error {
	if !w.fresh {
		if err := w.unchanged(ctx, w.dir, name, w.expected()); err != nil {
			return err
		}
	}
	err := w.rename(temp, name)
	if err == unix.EISDIR || err == unix.ENOTEMPTY || err == unix.EEXIST {
		return &ChangedError{Path: w.path}
	}
	return pathError("rename", w.path, err)
}

// rename gives the temporary file its name, and notes what is there now if that
// is wanted.
func (w *writer) rename(temp, name string) error {
	if w.landing == nil {
		failpoint(beforeRename)
		return unix.Renameat(w.dir, temp, w.dir, name)
	}
	before, unknown := lstatAt(w.dir, temp)
	failpoint(beforeRename)
	if err := unix.Renameat(w.dir, temp, w.dir, name); err != nil {
		return err
	}
	placed, err := lstatAt(w.dir, name)
	if unknown == nil && err == nil {
		w.landing.add(w.path, w.step.After, before, placed)
	}
	return nil
}

// expected is the step with what must be at the path now: a directory that was
// there has been removed before.
func (w *writer) expected() step {
	s := w.step
	if s.Before.dir() {
		s.Before = nil
	}
	return s
}
