package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// sampleEvery is short against the life of the buffers that are to be caught.
const sampleEvery = 5 * time.Millisecond

// memoryWatch follows the anonymous memory of a process. Mappings of files do
// not count: the kernel takes their pages back when it needs them.
type memoryWatch struct {
	quit chan struct{}
	peak chan uint64
}

// watchMemory begins to follow a process; stop ends it.
func watchMemory(pid int) *memoryWatch {
	w := &memoryWatch{quit: make(chan struct{}), peak: make(chan uint64, 1)}
	status := fmt.Sprintf("/proc/%d/status", pid)
	go func() {
		var peak uint64
		ticker := time.NewTicker(sampleEvery)
		defer ticker.Stop()
		for {
			select {
			case <-w.quit:
				w.peak <- peak
				return
			case <-ticker.C:
				// The file is gone once the process is, and missing outside Linux.
				if text, err := os.ReadFile(status); err == nil {
					peak = max(peak, rssAnon(text))
				}
			}
		}
	}()
	return w
}

// stop returns the peak in bytes; a nil watch saw nothing.
func (w *memoryWatch) stop() uint64 {
	if w == nil {
		return 0
	}
	close(w.quit)
	return <-w.peak
}

// rssAnon finds the resident anonymous memory, in bytes, in the text of a
// /proc/PID/status.
func rssAnon(status []byte) uint64 {
	lines := bufio.NewScanner(bytes.NewReader(status))
	for lines.Scan() {
		if rest, ok := strings.CutPrefix(lines.Text(), "RssAnon:"); ok {
			kib, err := strconv.ParseUint(strings.TrimSpace(strings.TrimSuffix(rest, "kB")), 10, 64)
			if err == nil {
				return kib << 10
			}
		}
	}
	return 0
}
