package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"sync"
	"syscall"
	"time"

	"golang.org/x/term"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/packstore"
)

// IO is what a run reads from and writes to.
type IO struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Signals delivers SIGINT, SIGTERM and SIGHUP; nil means that none come.
	Signals <-chan os.Signal
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
	closed  bool // for records: the terminal record is being made
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

// record writes one line of --ndjson. It reports the error of an earlier write.
func (s *sink) record(line []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil || s.closed {
		return s.err
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

// endRecords lets no further record through: of a command that goes on after it
// was given up, none may follow the terminal record.
func (s *sink) endRecords() {
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
