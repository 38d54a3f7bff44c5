package cli

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/shape"
)

// What a filter may take for a record. Its steps are counted, but a single one
// can take any amount of both, and nothing can interrupt it then: all that is
// left is to answer for the run and to end the process.
const (
	filterMemory = 256 << 20 // bytes
	filterTime   = 10 * time.Second
	// filterGrace is the time of a filter in a run that was told to stop.
	filterGrace = 250 * time.Millisecond
	filterTick  = 10 * time.Millisecond
)

// filterWatch looks after the filter from beside.
type filterWatch struct {
	// turn grows when a record comes to the filter and when it leaves, so it is odd
	// in between.
	turn  atomic.Int64
	hurry atomic.Bool // the run was told to stop
}

// enter and leave say that a record is in the filter.
func (w *filterWatch) enter() { w.turn.Add(1) }
func (w *filterWatch) leave() { w.turn.Add(1) }

// watchFilter looks at the filter of a run until done is closed. When a record
// takes too much, it lets nothing of the command through any more and sends
// why. The command can publish nothing then: what it would publish waits for the
// record.
func (r *run) watchFilter(done <-chan struct{}) <-chan error {
	if r.shape.filter == nil {
		return nil
	}
	tooMuch := make(chan error, 1)
	w, l := &r.shape.watch, look{peak: peakBytes()}
	go func() {
		tick := time.NewTicker(filterTick)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case now := <-tick.C:
				l = l.next(w.turn.Load(), peakBytes(), now)
			}
			if reason := l.reason(w.hurry.Load()); reason != "" && r.shape.endIn(l.turn) {
				tooMuch <- shapeError(r.command, &shape.FilterError{Expression: r.globals.filter, Reason: reason, Running: true})
				return
			}
		}
	}()
	return tooMuch
}

// look is what the watch sees at a time.
type look struct {
	turn  int64
	peak  int // bytes
	base  int // what peak was before the turn
	since time.Time
	now   time.Time
}

func (l look) next(turn int64, peak int, now time.Time) look {
	if turn != l.turn {
		l.turn, l.base, l.since = turn, l.peak, now
	}
	l.peak, l.now = peak, now
	return l
}

// reason is what the record in the filter takes too much of, or "".
func (l look) reason(hurry bool) string {
	limit := filterTime
	if hurry {
		limit = filterGrace
	}
	switch {
	case l.turn%2 == 0:
		return ""
	case l.peak-l.base > filterMemory:
		return fmt.Sprintf("it takes more than %d MiB of memory for a record", filterMemory>>20)
	case l.now.Sub(l.since) > limit:
		return fmt.Sprintf("it takes more than %v for a record", limit)
	}
	return ""
}

// peakBytes is the greatest memory that the process ever had. It is asked of the
// system, because the runtime may be too busy with that memory to answer.
func peakBytes() int {
	var usage unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &usage) != nil {
		return 0 // which looks like no memory at all
	}
	if runtime.GOOS == "darwin" {
		return int(usage.Maxrss)
	}
	return int(usage.Maxrss) << 10
}

// endIn ends the records of a run if the turn is still the same.
func (s *shapes) endIn(turn int64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.watch.turn.Load() != turn {
		return false
	}
	s.ended = true
	return true
}

// stuck is how a run ends whose filter takes too much; why is what told the run
// to stop before, or nil.
func (r *run) stuck(err error, why *stopped) outcome {
	if why != nil {
		return outcome{result: r.env.published(), err: why.fault(nil, true)}
	}
	return outcome{result: r.env.published(), err: contract.From(err)}
}
