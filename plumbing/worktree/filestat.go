package worktree

import (
	"io"

	"github.com/genesis-vcs/genesis/objects"
	"golang.org/x/sys/unix"
)

var errNotDir error = unix.ENOTDIR

// fileStat is what the file system says about a file, and what the stat cache
// compares: if all of it is as it was, the content is as it was (but see
// racy).
type fileStat struct {
	dev, ino, size uint64
	mtime, ctime   int64 // ns since 1970
	mode           uint32
}

func statOf(st *unix.Stat_t) fileStat {
	return fileStat{
		dev: uint64(st.Dev), ino: st.Ino, size: uint64(st.Size),
		mtime: st.Mtim.Nano(), ctime: st.Ctim.Nano(), mode: uint32(st.Mode),
	}
}

func (s *fileStat) kind() uint32 { return s.mode & unix.S_IFMT }

// entryMode is the mode that a tree entry of the file has. Only the owner's
// execute bit counts.
func (s *fileStat) entryMode() objects.Mode {
	switch {
	case s.kind() == unix.S_IFLNK:
		return objects.ModeSymlink
	case s.mode&0o100 != 0:
		return objects.ModeExec
	default:
		return objects.ModeFile
	}
}

// entrySize is the size that a tree entry of the file has.
func (s *fileStat) entrySize() uint64 {
	if s.kind() == unix.S_IFLNK {
		return 0
	}
	return s.size
}

// lstatAt describes a name in a directory, without following links.
func lstatAt(dir int, name string) (fileStat, error) {
	var st unix.Stat_t
	for {
		err := unix.Fstatat(dir, name, &st, unix.AT_SYMLINK_NOFOLLOW)
		if err == unix.EINTR {
			continue
		}
		return statOf(&st), err
	}
}

func fstat(fd int) (fileStat, error) {
	var st unix.Stat_t
	err := unix.Fstat(fd, &st)
	return statOf(&st), err
}

// openAt opens a name in a directory for reading. It follows no link, and does
// not wait for the other end of a FIFO that took the place of a file.
func openAt(dir int, name string, flags int) (int, error) {
	for {
		fd, err := unix.Openat(dir, name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_NOCTTY|unix.O_CLOEXEC|flags, 0)
		if err != unix.EINTR {
			return fd, err
		}
	}
}

// fdReader reads from a descriptor that it does not own.
type fdReader int

func (r fdReader) Read(p []byte) (int, error) {
	for {
		n, err := unix.Read(int(r), p)
		switch {
		case err == unix.EINTR:
			continue
		case err != nil:
			return 0, err
		case n == 0 && len(p) > 0:
			return 0, io.EOF
		}
		return n, nil
	}
}
