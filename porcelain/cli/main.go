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
	signals := make(chan os.Signal, 2)
	std := IO{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Signals: signals, Ready: catchSignals(signals)}
	if startup.StdoutClosed() {
		std.Stdout = nil
	}
	return Run(os.Args[1:], std, os.Environ(), families...)
}

// catchSignals has signals delivered and closes ready when they are. It works
// beside its caller: every signal is a round trip to a thread of its own, together
// as long as reading the command line.
func catchSignals(signals chan<- os.Signal) (ready <-chan struct{}) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		signal.Ignore(syscall.SIGPIPE) // a closed stdout is an error of the write
		signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
		if !signal.Ignored(syscall.SIGHUP) { // nohup stays in force
			signal.Notify(signals, syscall.SIGHUP)
		}
	}()
	return done
}
