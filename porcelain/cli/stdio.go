package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"

	"golang.org/x/term"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/packstore"
	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// IO is what a run reads from and writes to.
type IO struct {
	Stdin io.Reader
	// Stdout is nil when it was closed before the start.
	Stdout, Stderr io.Writer
	// Signals delivers SIGINT, SIGTERM and SIGHUP; nil means that none come.
	Signals <-chan os.Signal
	// Ready is closed when signals are delivered. Before that the run does nothing
	// and writes nothing; nil is a closed one.
	Ready <-chan struct{}
	// OpenStore opens the store of a command; nil is packstore.Open.
	OpenStore func(ctx context.Context, dir string, opts packstore.Options) (objects.Store, error)
}

// sink is stdout: it remembers the first error of a write and writes nothing
// after it. Records of --ndjson are gathered for a moment, because each write
// is a system call; everything else goes out at once, behind them.
type sink struct {
	mu      sync.Mutex
	w       io.Writer
	err     error
	records []byte
	given   int // bytes of records so far
	flusher *time.Timer
	closed  bool // for the command: the run is being answered
}

const (
	recordDelay = 50 * time.Millisecond // how long a record waits for others
	recordBatch = 64 << 10
)

// Write implements io.Writer.
func (s *sink) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.flush()
	return s.write(p)
}

func (s *sink) write(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.w.Write(p)
	s.err = err
	return n, err
}

// closedStdout is the stdout of a process that was started without one.
type closedStdout struct{}

// Write implements io.Writer.
func (closedStdout) Write([]byte) (int, error) { return 0, syscall.EBADF }

// checkStdout refuses to run a command whose answer has nowhere to go: nothing
// is changed then. With --quiet a person asked for no answer.
func (r *run) checkStdout() error {
	c := r.command
	content := c.Content || slices.ContainsFunc(c.ContentWith, r.node.Flags().Changed)
	silent := r.globals.quiet && !r.json && c.Raw == NotRaw && !c.Bare && !content
	if _, closed := r.stdout.w.(closedStdout); !closed || silent {
		return nil
	}
	return contract.Failf("io/stdout", contract.Facts{"reason": syscall.EBADF.Error()},
		"Standard output was closed before the start, so nothing was done")
}

// outlet is stdout for the command, until the run is answered.
type outlet struct{ sink *sink }

// Write implements io.Writer.
func (o outlet) Write(p []byte) (int, error) {
	o.sink.mu.Lock()
	defer o.sink.mu.Unlock()
	if o.sink.closed {
		return 0, errEnded
	}
	o.sink.flush()
	return o.sink.write(p)
}

// record writes one line of --ndjson. It reports the error of an earlier write.
func (s *sink) record(line []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.err != nil:
		return s.err
	case s.closed:
		return errEnded
	}
	s.records = append(append(s.records, line...), '\n')
	s.given += len(line) + 1
	if len(s.records) >= recordBatch {
		s.flush()
	} else if s.flusher == nil {
		s.flusher = time.AfterFunc(recordDelay, s.flushLater)
	}
	return s.err
}

func (s *sink) flushLater() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.flush()
}

func (s *sink) flush() {
	if s.flusher != nil {
		s.flusher.Stop()
		s.flusher = nil
	}
	if len(s.records) > 0 {
		_, _ = s.write(s.records)
		s.records = s.records[:0]
	}
}

// end lets nothing of the command through any more: of one that goes on after it
// was given up, nothing may follow the answer.
func (s *sink) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.flush()
	s.closed = true
}

// recorded is the number of bytes that the records took.
func (s *sink) recorded() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.given
}

// failure returns the first error of a write.
func (s *sink) failure() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// isBrokenPipe reports that the reader of the output went away.
func isBrokenPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}

// isTerminal reports whether the stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
