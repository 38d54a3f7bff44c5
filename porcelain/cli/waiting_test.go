package cli

import (
	"bytes"
	"context"
	"strings"
	"sync"
)

// waiting is a stdout whose content can be waited for.
type waiting struct {
	mu      sync.Mutex
	buf     bytes.Buffer
	changed chan struct{} // closed by the next write
}

// Write implements io.Writer.
func (w *waiting) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.changed != nil {
		close(w.changed)
		w.changed = nil
	}
	return w.buf.Write(p)
}

func (w *waiting) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.buf.String()
}

// await waits for a text to be written.
func (w *waiting) await(ctx context.Context, text string) error {
	for {
		w.mu.Lock()
		if strings.Contains(w.buf.String(), text) {
			w.mu.Unlock()
			return nil
		}
		if w.changed == nil {
			w.changed = make(chan struct{})
		}
		changed := w.changed
		w.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
