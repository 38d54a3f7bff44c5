package render

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Mode says how progress appears.
type Mode string

// The modes of progress.
const (
	ProgressAuto  Mode = "auto" // a line on a terminal, else nothing
	ProgressPlain Mode = "plain"
	ProgressJSON  Mode = "json"
	ProgressOff   Mode = "off"
)

// Modes lists the modes as the flag accepts them.
var Modes = []Mode{ProgressAuto, ProgressPlain, ProgressJSON, ProgressOff}

const (
	progressDelay = time.Second            // shorter work shows nothing
	lineInterval  = 150 * time.Millisecond // of the line on a terminal
	logInterval   = time.Second            // of plain lines and records
)

// Progress shows how far long work has come. All methods may be called from
// several goroutines; a nil *Progress does nothing.
type Progress struct {
	w     io.Writer
	mode  Mode
	label string
	now   func() time.Time
	stop  chan struct{}
	ended sync.WaitGroup

	mu           sync.Mutex
	start        time.Time
	objects      int
	bytes        uint64
	totalObjects int
	totalBytes   uint64
	shown        bool // a terminal line is on the screen
}

// StartProgress shows work on w. Mode auto draws a line that is overwritten;
// the caller has decided that w is a terminal. Off returns nil. End must be
// called.
func StartProgress(w io.Writer, mode Mode, label string) *Progress {
	if mode == ProgressOff {
		return nil
	}
	p := newProgress(w, mode, label, time.Now)
	interval := logInterval
	if mode == ProgressAuto {
		interval = lineInterval
	}
	p.ended.Add(1)
	go p.run(interval)
	return p
}

func newProgress(w io.Writer, mode Mode, label string, now func() time.Time) *Progress {
	return &Progress{w: w, mode: mode, label: Escape(label), now: now, start: now(), stop: make(chan struct{})}
}

// Add counts further objects and bytes.
func (p *Progress) Add(objects int, bytes uint64) {
	if p == nil {
		return
	}
	p.mu.Lock()
	p.objects += objects
	p.bytes += bytes
	p.mu.Unlock()
}

// Total sets what is to be expected; 0 is unknown.
func (p *Progress) Total(objects int, bytes uint64) {
	if p == nil {
		return
	}
	p.mu.Lock()
	p.totalObjects, p.totalBytes = objects, bytes
	p.mu.Unlock()
}

// End stops the display and removes its line from the terminal. In mode json it
// writes the last record. It may be called more than once.
func (p *Progress) End() {
	if p == nil {
		return
	}
	p.mu.Lock()
	select {
	case <-p.stop:
		p.mu.Unlock()
		return
	default:
		close(p.stop)
	}
	p.mu.Unlock()
	p.ended.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		p.put("\r\x1b[K")
	}
	if p.mode == ProgressJSON {
		p.record(true)
	}
}

func (p *Progress) run(interval time.Duration) {
	defer p.ended.Done()
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		select {
		case <-p.stop:
			return
		case <-tick.C:
			p.show()
		}
	}
}

// show writes the present state, once the work has gone on for long enough.
func (p *Progress) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.now().Sub(p.start) < progressDelay {
		return
	}
	switch p.mode {
	case ProgressJSON:
		p.record(false)
	case ProgressPlain:
		p.put(p.line() + "\n")
	default:
		p.shown = true
		p.put("\r" + p.line() + "\x1b[K")
	}
}

// put writes to the stream. Progress that cannot be shown is not worth failing
// the work for.
func (p *Progress) put(s string) { _, _ = io.WriteString(p.w, s) }

// progressRecord is a line of --progress json.
type progressRecord struct {
	Type         string `json:"type"`
	Label        string `json:"label"`
	Objects      int    `json:"objects"`
	TotalObjects int    `json:"total_objects,omitempty"`
	Bytes        uint64 `json:"bytes"`
	TotalBytes   uint64 `json:"total_bytes,omitempty"`
	ElapsedMS    int64  `json:"elapsed_ms"`
	Done         bool   `json:"done"`
}

func (p *Progress) record(done bool) {
	b, err := json.Marshal(progressRecord{
		Type: "progress", Label: p.label,
		Objects: p.objects, TotalObjects: p.totalObjects, Bytes: p.bytes, TotalBytes: p.totalBytes,
		ElapsedMS: p.now().Sub(p.start).Milliseconds(), Done: done,
	})
	if err == nil {
		p.put(string(b) + "\n")
	}
}

// line is the state in words: label, counts, bytes, rate, time left.
func (p *Progress) line() string {
	elapsed := p.now().Sub(p.start)
	parts := []string{fmt.Sprintf("%s: %s", p.label, ofTotal(strconv.Itoa(p.objects), p.totalObjects > 0, strconv.Itoa(p.totalObjects)))}
	if p.bytes > 0 || p.totalBytes > 0 {
		parts = append(parts, ofTotal(Bytes(p.bytes), p.totalBytes > 0, Bytes(p.totalBytes)))
		if s := elapsed.Seconds(); s > 0 {
			parts = append(parts, Bytes(uint64(float64(p.bytes)/s))+"/s")
		}
	}
	if left, ok := p.left(elapsed); ok {
		parts = append(parts, left.Round(time.Second).String()+" left")
	}
	return strings.Join(parts, ", ")
}

func ofTotal(done string, known bool, total string) string {
	if !known {
		return done
	}
	return done + " of " + total
}

// left estimates the time to the end from the share that is done.
func (p *Progress) left(elapsed time.Duration) (time.Duration, bool) {
	var share float64
	switch {
	case p.totalBytes > 0:
		share = float64(p.bytes) / float64(p.totalBytes)
	case p.totalObjects > 0:
		share = float64(p.objects) / float64(p.totalObjects)
	}
	if share <= 0 || share > 1 {
		return 0, false
	}
	return time.Duration(float64(elapsed) * (1 - share) / share), true
}
