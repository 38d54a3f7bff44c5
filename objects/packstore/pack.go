package packstore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"golang.org/x/sys/unix"

	"github.com/genesis-vcs/genesis/objects"
)

// errGone reports that the file of a pack is not there: another process merged
// the pack, or it is lost. A fresh look at the catalog tells.
var errGone = errors.New("the file of a pack is gone")

// goneError is errGone of one pack.
type goneError struct{ path string }

func (e *goneError) Error() string        { return errGone.Error() + ": " + e.path }
func (e *goneError) Is(target error) bool { return target == errGone }

// pack reads a live pack. It opens the file at the first use and keeps it open,
// under a shared lease, until the last snapshot that lists the pack is gone.
type pack struct {
	packRow
	dir   string     // of the store
	bases *baseCache // of the store; nil until one has installed the pack

	refs int // snapshots that list the pack; guarded by Store.mu

	mu     sync.Mutex
	f      *os.File
	idx    *index
	mapped []byte
}

// path is the file relative to the store, for reports.
func (p *pack) path() string { return filepath.Join(packsName, p.id.fileName()) }

// damage is a *objects.CorruptError about this pack, or a *UnreadableError.
func (p *pack) damage(id objects.ID, what string, err error) error {
	if refused := unreadable("pack", p.path(), err); refused != nil {
		return refused
	}
	return &objects.CorruptError{ID: id, What: what, Path: p.path(), Reason: err.Error()}
}

// open returns the file and the index. Errors: errGone, *UnreadableError,
// *objects.CorruptError.
func (p *pack) open() (*os.File, *index, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.idx != nil {
		return p.f, p.idx, nil
	}
	if err := p.openFile(); err != nil {
		return nil, nil, err
	}
	if err := p.readFooter(); err != nil {
		return nil, nil, p.damage(objects.ID{}, "footer", err)
	}
	return p.f, p.idx, nil
}

// file returns the open file, whatever its footer is like. Errors: errGone,
// *UnreadableError, *objects.CorruptError.
func (p *pack) file() (*os.File, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	err := p.openFile()
	return p.f, err
}

func (p *pack) openFile() error {
	if p.f != nil {
		return nil
	}
	f, err := openPackFile(filepath.Join(p.dir, p.path()), p.size)
	if errors.Is(err, errGone) {
		return &goneError{path: p.path()}
	}
	if err != nil {
		return p.damage(objects.ID{}, "pack", err)
	}
	p.f = f
	return nil
}

// openPackFile opens a pack for reading and takes its lease.
func openPackFile(path string, size int64) (*os.File, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errGone
	}
	if err != nil {
		return nil, trimPath(err)
	}
	shareLease(f)
	info, err := f.Stat()
	if err == nil && info.Size() != size {
		err = fmt.Errorf("file has %d bytes instead of %d", info.Size(), size)
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}

// readFooter reads the footer of a small pack and maps that of a large one.
func (p *pack) readFooter() error {
	n := p.size - p.footer
	var b []byte
	if p.large() {
		start := p.footer &^ int64(os.Getpagesize()-1)
		m, err := unix.Mmap(int(p.f.Fd()), start, int(p.size-start), unix.PROT_READ, unix.MAP_SHARED)
		if err != nil {
			return fmt.Errorf("map: %w", err)
		}
		p.mapped, b = m, m[p.footer-start:]
	} else {
		b = make([]byte, n)
		if _, err := p.f.ReadAt(b, p.footer); err != nil {
			return err
		}
	}
	idx, err := parseIndex(p.trailer, b)
	if err != nil {
		p.unmap()
		return err
	}
	p.idx = idx
	return nil
}

func (p *pack) unmap() {
	if p.mapped != nil {
		_ = unix.Munmap(p.mapped)
		p.mapped = nil
	}
}

// close gives up the mapping, which would keep the lease alive, and the file.
func (p *pack) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idx = nil
	p.unmap()
	if p.f != nil {
		_ = p.f.Close()
		p.f = nil
	}
}

// find looks an id up.
func (p *pack) find(id objects.ID) (entry, bool, error) {
	_, idx, err := p.open()
	if err != nil {
		return entry{}, false, err
	}
	e, ok, err := idx.find(id)
	if err != nil {
		return entry{}, false, p.damage(id, "footer", err)
	}
	return e, ok, nil
}

// checkEntry compares a header with the entry that led to it.
func (e entry) check(h recordHeader) error {
	if h.kind != e.kind || h.flags != e.flags || h.stored != e.stored {
		return errors.New("record and footer disagree")
	}
	return nil
}

// header is what the head of a record tells.
type header struct {
	objects.Info
	delta bool // stored as a delta
}

// header reads the header of a record and, of a chunked blob, its pointer.
func (p *pack) header(e entry) (header, error) {
	f, _, err := p.open()
	if err != nil {
		return header{}, err
	}
	b := make([]byte, recordHeaderSize, recordHeaderSize+pointerSize)
	if e.chunked() {
		b = b[:cap(b)]
	}
	info := header{Info: objects.Info{ID: e.id, Kind: e.kind, Stored: recordHeaderSize + uint64(e.stored)}}
	if err := p.readAt(f, b, e.offset); err != nil {
		return info, p.damage(e.id, "record", err)
	}
	h, err := parseRecordHeader(b)
	if err == nil {
		err = e.check(h)
	}
	if err != nil {
		return info, p.damage(e.id, "record", err)
	}
	info.Size, info.delta = uint64(h.raw), h.codec == codecDelta
	if e.chunked() {
		if err := fillPointer(&info.Info, h, b[recordHeaderSize:]); err != nil {
			return info, p.damage(e.id, "record", err)
		}
	}
	return info, nil
}

// fillPointer takes size and list of a chunked blob from its record.
func fillPointer(info *objects.Info, h recordHeader, payload []byte) error {
	raw, err := openRecord(h, payload)
	if err != nil {
		return err
	}
	ptr, err := parsePointer(raw)
	if err != nil {
		return err
	}
	if ptr.id != info.ID {
		return errors.New("record is of another blob")
	}
	info.Size, info.List = ptr.size, ptr.list
	return nil
}

func (p *pack) readAt(f *os.File, b []byte, off int64) error {
	if off < packHeaderSize || off+int64(len(b)) > p.footer {
		return fmt.Errorf("record at %d lies outside of the pack's records", off)
	}
	_, err := f.ReadAt(b, off)
	return err
}

// get reads one object and re-hashes it.
func (p *pack) get(e entry) (objects.Object, error) {
	f, _, err := p.open()
	if err != nil {
		return objects.Object{}, err
	}
	if int64(e.stored) > p.footer {
		return objects.Object{}, p.damage(e.id, "record", errors.New("record is larger than the pack"))
	}
	b := make([]byte, recordHeaderSize+int(e.stored))
	if err := p.readAt(f, b, e.offset); err != nil {
		return objects.Object{}, p.damage(e.id, "record", err)
	}
	o, err := decodeObject(p.source(f), e, b)
	if err != nil {
		return objects.Object{}, p.damage(e.id, "record", err)
	}
	return o, nil
}

// optimized reports whether the pack may hold deltas. Such a pack is never an
// input of a merge.
func (p *pack) optimized() bool { return p.format == formatOptimized }

// source reads records of the pack from its file.
func (p *pack) source(f *os.File) recordSource {
	return recordSource{pack: p.id, r: f, end: p.footer, deltas: p.optimized(), bases: p.bases}
}

// decodeObject checks a whole record against its entry and its identity.
func decodeObject(src recordSource, e entry, b []byte) (objects.Object, error) {
	h, err := parseRecordHeader(b)
	if err == nil {
		err = e.check(h)
	}
	if err != nil {
		return objects.Object{}, err
	}
	raw, err := src.open(e.offset, h, b[recordHeaderSize:])
	if err != nil {
		return objects.Object{}, err
	}
	id, err := identify(h, raw)
	if err != nil {
		return objects.Object{}, err
	}
	if id != e.id {
		return objects.Object{}, fmt.Errorf("content hashes to %s", id)
	}
	o := objects.Object{Info: objects.Info{ID: id, Kind: h.kind, Size: uint64(h.raw), Stored: uint64(h.size())}}
	if !h.chunked() {
		o.Data = raw
		return o, nil
	}
	return o, fillPointer(&o.Info, h, b[recordHeaderSize:])
}
