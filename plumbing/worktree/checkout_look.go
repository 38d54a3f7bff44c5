package worktree

import (
	"context"
	"strconv"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/chunk"
	"golang.org/x/sys/unix"
)

// diskMode is what a file system can show of a mode: the odd modes that Git
// had are files, executable or not.
func diskMode(m objects.Mode) objects.Mode {
	switch m {
	case objects.ModeFile, objects.ModeExec, objects.ModeSymlink, objects.ModeDir, objects.ModeGitlink:
		return m
	}
	if bits, err := strconv.ParseUint(string(m), 8, 32); err == nil && bits&0o100 != 0 {
		return objects.ModeExec
	}
	return objects.ModeFile
}

// kindOf is the S_IFMT type of a mode.
func kindOf(m objects.Mode) uint32 {
	switch m {
	case objects.ModeDir, objects.ModeGitlink:
		return unix.S_IFDIR
	case objects.ModeSymlink:
		return unix.S_IFLNK
	default:
		return unix.S_IFREG
	}
}

// sizeOnDisk is the size that fileStat.entrySize has for the state.
func (s *state) sizeOnDisk() uint64 {
	if s.Mode == objects.ModeSymlink {
		return 0
	}
	return s.Size
}

// holds reports whether the name in the directory, which st describes, is in
// the given state. Only content of the right size is read.
func holds(ctx context.Context, dir int, name string, st fileStat, s *state) (bool, error) {
	if s == nil || st.kind() != kindOf(s.Mode) {
		return false, nil
	}
	switch st.kind() {
	case unix.S_IFDIR:
		return true, nil
	case unix.S_IFLNK:
		target, err := readlinkAt(dir, name)
		return err == nil && objects.Sum(objects.KindBlob, []byte(target)) == s.ID, err
	}
	if st.entryMode() != diskMode(s.Mode) || st.size != s.Size {
		return false, nil
	}
	fd, err := openAt(dir, name, 0)
	if err != nil {
		return false, err
	}
	defer unix.Close(fd)
	id, _, err := chunk.Hash(ctx, fdReader(fd))
	return err == nil && id == s.ID, err
}
