package worktree

import (
	"encoding/binary"
	"strings"

	"golang.org/x/sys/unix"
)

// dirent is a name in a directory. Kind is its S_IFMT type, 0 when the file
// system did not tell.
type dirent struct {
	name string
	kind uint32
}

const direntBuffer = 32 << 10

// readDir appends what the open directory holds, in no order, without "." and
// "..". The names share one string for each filling of the buffer.
func readDir(fd int, buf []byte, to []dirent) ([]dirent, error) {
	const header = 19 // inode 8, offset 8, record length 2, type 1
	for {
		n, err := unix.Getdents(fd, buf)
		if err == unix.EINTR {
			continue
		}
		if err != nil || n <= 0 {
			return to, err
		}
		text := string(buf[:n])
		for at := 0; at+header <= n; {
			size := int(binary.NativeEndian.Uint16(buf[at+16:]))
			if size < header || at+size > n {
				break
			}
			name := text[at+header : at+size]
			if end := strings.IndexByte(name, 0); end >= 0 {
				name = name[:end]
			}
			if name != "." && name != ".." {
				to = append(to, dirent{name: name, kind: uint32(buf[at+18]) << 12})
			}
			at += size
		}
	}
}
