package patch

import "strings"

// The modes that an operation can name; a file may have six octal digits, too.
const (
	ModeFile    = "file"
	ModeExec    = "exec"
	ModeSymlink = "symlink"
	ModeDir     = "dir"
	ModeGitlink = "gitlink"
)

// ValidMode reports whether a tree may have the mode.
func ValidMode(m string) bool {
	switch m {
	case ModeFile, ModeExec, ModeSymlink, ModeDir, ModeGitlink:
		return true
	}
	return len(m) == 6 && strings.HasPrefix(m, "100") && strings.Trim(m, "01234567") == "" && m != "100644" && m != "100755"
}
