//go:build !linux

package worktree

import (
	"os"

	"golang.org/x/sys/unix"
)

// dirent is a name in a directory. Kind is its S_IFMT type, 0 when the file
// system did not tell.
type dirent struct {
	name string
	kind uint32
}

const direntBuffer = 0

// readDir appends what the open directory holds, in no order, without "." and
// "..".
func readDir(fd int, _ []byte, to []dirent) ([]dirent, error) {
	own, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return to, err
	}
	dir := os.NewFile(uintptr(own), "")
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	for _, name := range names {
		to = append(to, dirent{name: name})
	}
	return to, err
}
