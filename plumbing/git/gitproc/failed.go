package gitproc

import (
	"fmt"
	"strings"
	"syscall"
)

// FailedError reports that git ended with a failure. Words is what it said; it may
// have said nothing, where it was killed.
type FailedError struct {
	Command string // "git rev-list"
	Words   string
	Err     error
}

func (e *FailedError) Error() string {
	return fmt.Sprintf("%s: %v: %s", e.Command, e.Err, e.Words)
}

// Unwrap returns how the process ended.
func (e *FailedError) Unwrap() error { return e.Err }

// ContendedError reports that another program works on the repository: it holds a
// lock there, or moved a ref after it was read. Nothing was changed.
type ContendedError struct{ FailedError }

// contended tells a failure because of another program from other ones.
func contended(e *FailedError) error {
	for _, words := range [...]string{".lock': File exists", "reference already exists", " but expected "} {
		if strings.Contains(e.Words, words) {
			return &ContendedError{*e}
		}
	}
	return e
}

// Errno is the failure of the system that git speaks of; 0 if it speaks of none that
// is known here.
func (e *FailedError) Errno() syscall.Errno {
	for _, said := range systemWords {
		if strings.Contains(e.Words, said.words) {
			return said.errno
		}
	}
	return 0
}

// systemWords are how git speaks of what the system refused, in the locale C.
var systemWords = [...]struct {
	words string
	errno syscall.Errno
}{
	{"No space left on device", syscall.ENOSPC},
	{"Disk quota exceeded", syscall.EDQUOT},
	{"Disc quota exceeded", syscall.EDQUOT}, // as macOS writes it
	{"Read-only file system", syscall.EROFS},
	{"Permission denied", syscall.EACCES},
	{"insufficient permission", syscall.EACCES},
	{"Operation not permitted", syscall.EPERM},
	{"Too many open files", syscall.EMFILE},
	{"File name too long", syscall.ENAMETOOLONG},
}
