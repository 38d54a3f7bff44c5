package git

import (
	"bufio"
	"bytes"
	"crypto/sha1"
	"encoding/binary"
	"errors"
	"hash"
	"io"
	"os"
	"runtime"
	"sync"

	"github.com/klauspost/compress/zlib"

	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
)

// packSpool collects the entries of a pack of Git, whole objects, in a file
// without a name: how many there are has to be said before the first of them.
// Bodies are compressed by several goroutines; the order of the entries does not
// matter to anyone. It is for one goroutine.
type packSpool struct {
	f     *os.File
	w     *bufio.Writer
	count int
	bytes uint64 // of the entries
	idle  chan *deflater
	wait  sync.WaitGroup

	mu  sync.Mutex
	err error // the first
}

// deflater compresses one body after the other.
type deflater struct {
	z   *zlib.Writer
	buf bytes.Buffer
}

func newPackSpool() (*packSpool, error) {
	f, err := os.CreateTemp("", "genesis-export-*")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	p := &packSpool{f: f, w: bufio.NewWriterSize(f, spoolBuffer)}
	p.idle = make(chan *deflater, runtime.GOMAXPROCS(0))
	for range cap(p.idle) {
		z, err := zlib.NewWriterLevel(nil, zlib.BestSpeed)
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		p.idle <- &deflater{z: z}
	}
	return p, nil
}

// add appends an object whose body nobody changes.
func (p *packSpool) add(t gitobj.Type, body []byte) error {
	d := <-p.idle
	p.count++
	p.wait.Go(func() {
		defer func() { p.idle <- d }()
		d.buf.Reset()
		d.buf.Write(entryHeader(t, uint64(len(body))))
		d.z.Reset(&d.buf)
		_, err := d.z.Write(body)
		p.append(d.buf.Bytes, errors.Join(err, d.z.Close()))
	})
	return p.failed()
}

// append writes an entry, unless something failed.
func (p *packSpool) append(entry func() []byte, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err == nil {
		p.err = err
	}
	if p.err == nil {
		var n int
		n, p.err = p.w.Write(entry())
		p.bytes += uint64(n)
	}
}

func (p *packSpool) failed() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

// stream appends a large object from what from writes; nothing else is added
// meanwhile. It has size bytes.
func (p *packSpool) stream(t gitobj.Type, size uint64, from io.WriterTo) error {
	p.wait.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count++
	if p.err != nil {
		return p.err
	}
	d := <-p.idle
	defer func() { p.idle <- d }()
	counted := &countingWriter{w: p.w}
	if _, p.err = counted.Write(entryHeader(t, size)); p.err != nil {
		return p.err
	}
	d.z.Reset(counted)
	_, err := from.WriteTo(d.z)
	p.err = errors.Join(err, d.z.Close())
	p.bytes += counted.n
	return p.err
}

type countingWriter struct {
	w io.Writer
	n uint64
}

func (c *countingWriter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += uint64(n)
	return n, err
}

// entryHeader is the type and the size of an entry (gitformat-pack(5)).
func entryHeader(t gitobj.Type, size uint64) []byte {
	b := byte(t)<<4 | byte(size&15)
	var out []byte
	for size >>= 4; size > 0; size >>= 7 {
		out = append(out, b|0x80)
		b = byte(size & 0x7f)
	}
	return append(out, b)
}

// pack writes the whole pack, its header in front and its checksum behind.
func (p *packSpool) pack(w io.Writer) error {
	p.wait.Wait()
	if err := errors.Join(p.failed(), p.w.Flush()); err != nil {
		return err
	}
	if _, err := p.f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	sum := sha1.New()
	out := io.MultiWriter(w, sum)
	head := binary.BigEndian.AppendUint32([]byte("PACK\x00\x00\x00\x02"), uint32(p.count))
	if _, err := out.Write(head); err != nil {
		return err
	}
	if _, err := io.CopyBuffer(out, struct{ io.Reader }{p.f}, make([]byte, spoolBuffer)); err != nil {
		return err
	}
	_, err := w.Write(sum.Sum(nil))
	return err
}

func (p *packSpool) close() {
	p.wait.Wait()
	_ = p.f.Close()
}

// teeTo writes what it reads to a hash as well.
type teeTo struct {
	from io.WriterTo
	hash hash.Hash
}

// WriteTo implements io.WriterTo.
func (t teeTo) WriteTo(w io.Writer) (int64, error) { return t.from.WriteTo(io.MultiWriter(w, t.hash)) }
