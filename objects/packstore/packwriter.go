package packstore

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// writeBuffer is the size of a write to a pack. The first is small, so that
	// a small put does not clear a large buffer.
	writeBuffer = 1 << 20
	firstBuffer = 64 << 10
	// writeBuffers is how many of them may be on their way to the disk.
	writeBuffers = 4
	// writebackStep is after how many bytes the kernel is asked to start
	// writing what it was given, and writebackLag how many of such steps may be
	// on their way: more would pile up in memory when the disk is slower than
	// the writer, and every small sync of another process would wait for it.
	writebackStep = 8 << 20
	writebackLag  = 16
)

// packWriter writes a pack under its temporary name. Large packs are written by
// a goroutine of their own, so that the callers can go on hashing. It is not
// safe for concurrent use.
type packWriter struct {
	dir  string // of the store
	f    *os.File
	path string
	head packHeader

	buf     []byte // bytes that end at off
	off     int64
	entries []entry

	full chan []byte // to the goroutine, nil until there is one
	free chan []byte
	done chan error
	fail atomic.Bool // the goroutine has met an error
	err  error       // the first failure; everything after it fails too
}

// createPack makes a temporary pack and takes its lease, which dies with the
// process: what has none is rubbish.
func createPack(dir string, now time.Time) (*packWriter, error) {
	return createPackOf(dir, packHeader{format: formatPlain, created: now.Unix()})
}

// createPackOf is createPack for any format; the id in the header is made up.
func createPackOf(dir string, head packHeader) (*packWriter, error) {
	if err := reach(pointStageCreate); err != nil {
		return nil, spaceError(dir, err, 0)
	}
	w := &packWriter{dir: dir, head: head}
	for w.f == nil {
		_, _ = rand.Read(w.head.id[:])
		w.path = filepath.Join(dir, packsName, tmpPrefix+w.head.id.fileName())
		f, err := os.OpenFile(w.path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o444)
		if err != nil {
			return nil, spaceError(dir, err, 0)
		}
		// A writer that cleans up may have found the file before its lease.
		var st unix.Stat_t
		if tryLease(f) && unix.Fstat(int(f.Fd()), &st) == nil && st.Nlink > 0 {
			w.f = f
		} else {
			_ = f.Close()
		}
	}
	w.buf = append(make([]byte, 0, firstBuffer), w.head.encode()...)
	w.off = int64(len(w.buf))
	return w, nil
}

// add appends a record; it fills in the offset of the entry. The payload is
// copied.
func (w *packWriter) add(e entry, h recordHeader, payload []byte) error {
	e.offset = w.off
	var head [recordHeaderSize]byte
	if err := w.write(h.appendTo(head[:0])); err != nil {
		return err
	}
	if err := w.write(payload); err != nil {
		return err
	}
	w.entries = append(w.entries, e)
	return nil
}

func (w *packWriter) write(b []byte) error {
	for len(b) > 0 && w.err == nil {
		room := cap(w.buf) - len(w.buf)
		if room == 0 {
			w.turn()
			continue
		}
		n := min(room, len(b))
		w.buf = append(w.buf, b[:n]...)
		w.off += int64(n)
		b = b[n:]
	}
	return w.err
}

// turn hands the full buffer to the writing goroutine and takes a free one.
func (w *packWriter) turn() {
	if w.full == nil {
		w.full, w.free, w.done = make(chan []byte, writeBuffers), make(chan []byte, writeBuffers), make(chan error, 1)
		for range writeBuffers - 1 {
			w.free <- nil
		}
		go w.drain(w.off - int64(len(w.buf)))
	}
	w.full <- w.buf
	b := <-w.free
	if w.fail.Load() {
		w.buf = w.buf[:0]
		_ = w.flush()
		return
	}
	if b == nil {
		b = make([]byte, 0, writeBuffer)
	}
	w.buf = b[:0]
}

// drain writes buffers from offset off on until the channel is closed. After a
// failure it only hands buffers back.
func (w *packWriter) drain(off int64) {
	var err error
	started := off
	for b := range w.full {
		if err == nil {
			err = w.flushAt(b, off)
			w.fail.Store(err != nil)
		}
		off += int64(len(b))
		if off-started >= writebackStep && err == nil {
			startWriteback(w.f, started, off-started)
			if behind := started - writebackLag*writebackStep; behind >= 0 {
				awaitWriteback(w.f, behind, off-started)
			}
			started = off
		}
		if cap(b) < writeBuffer {
			b = nil
		}
		w.free <- b
	}
	w.done <- err
}

func (w *packWriter) flushAt(b []byte, off int64) error {
	if err := reach(pointStageWrite); err != nil {
		return err
	}
	_, err := w.f.WriteAt(b, off)
	return err
}

// flush brings everything that was added into the file.
func (w *packWriter) flush() error {
	if w.full != nil {
		close(w.full)
		err := <-w.done
		w.full = nil
		w.err = errors.Join(w.err, err)
	}
	if w.err == nil && len(w.buf) > 0 {
		w.err = w.flushAt(w.buf, w.off-int64(len(w.buf)))
		w.buf = w.buf[:0]
	}
	if w.err != nil {
		return spaceError(w.dir, w.err, uint64(w.off))
	}
	return nil
}

// sync makes the records durable, unless they are few: those the sync of the
// footer, before the pack gets its name, takes along in the same time. It is
// called outside of the store's lock; what is added afterwards is little.
func (w *packWriter) sync() error {
	if err := w.flush(); err != nil {
		return err
	}
	w.err = reach(pointStageSync)
	if w.err == nil && w.off > firstBuffer {
		w.err = datasync(w.f)
	}
	return spaceError(w.dir, w.err, uint64(w.off))
}

// finish appends the footer, syncs the file and gives it its name, durably.
func (w *packWriter) finish(replaces []packID) (packRow, error) {
	row, err := w.seal(replaces)
	if err != nil {
		return packRow{}, err
	}
	return row, w.name()
}

// seal appends the footer and syncs the file, which has its temporary name.
func (w *packWriter) seal(replaces []packID) (packRow, error) {
	t, footer := buildFooter(w.head, w.off, w.entries, replaces)
	err := reach(pointFooterWrite)
	if err == nil {
		err = w.write(footer)
	}
	if err == nil {
		err = w.flush()
	}
	if err == nil {
		err = reach(pointFooterSync)
	}
	if err == nil {
		err = w.f.Sync()
	}
	if err != nil {
		return packRow{}, w.failed(err)
	}
	return packRow{size: w.off, created: w.head.created, trailer: t}, nil
}

// name gives a sealed pack its name, durably.
func (w *packWriter) name() error {
	err := reach(pointRename)
	path := filepath.Join(w.dir, packsName, w.head.id.fileName())
	if err == nil {
		if err = os.Rename(w.path, path); err == nil {
			w.path = path
		}
	}
	if err == nil {
		err = reach(pointDirSync)
	}
	if err == nil {
		err = syncDir(filepath.Dir(path))
	}
	return w.failed(err)
}

// failed wraps an error, if it is one.
func (w *packWriter) failed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("write pack: %w", spaceError(w.dir, err, uint64(w.off)))
}

// discard removes the file, under whichever name it has.
func (w *packWriter) discard() {
	w.buf = w.buf[:0]
	_ = w.flush()
	_ = os.Remove(w.path)
	_ = w.f.Close()
}

// keep closes the file and leaves it.
func (w *packWriter) keep() { _ = w.f.Close() }
