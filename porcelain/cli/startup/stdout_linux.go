//go:build linux && (amd64 || arm64)

package startup

import "syscall"

// Link is the flag with which `go build -ldflags` makes a program start here.
const Link = "-E genesis_entry"

// asked is what fcntl(1, F_GETFD) answered before the runtime started: flags, or
// an error number below zero. Only genesis_entry writes it.
var asked int

// StdoutClosed reports that the process was started with a closed stdout.
func StdoutClosed() bool { return asked == -int(syscall.EBADF) }
