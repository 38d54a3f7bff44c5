package cli

import (
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/genesis-vcs/genesis/porcelain/cli/startup"
)

// Main runs the command line of the process and returns the exit status.
func Main(families ...Family) int {
	// A crash of the Go runtime must not look like a usage error (2): with this
	// it ends in SIGABRT, which a shell reports as 134.
	debug.SetTraceback("crash")
	signal.Ignore(syscall.SIGPIPE) // a closed stdout is an error of the write
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // nohup stays in force
		signal.Notify(signals, syscall.SIGHUP)
	}
	std := IO{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Signals: signals}
	if startup.StdoutClosed() {
		std.Stdout = nil
	}
	return Run(os.Args[1:], std, os.Environ(), families...)
}
