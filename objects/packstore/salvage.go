package packstore

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/genesis-vcs/genesis/objects"
)

// salvaged is a record that was found without the help of a footer, or (err is
// set) a stretch of a pack that holds none.
type salvaged struct {
	offset  int64
	entry   entry
	header  recordHeader
	payload []byte // valid until the next record
	raw     []byte // what they unfold to
	err     error
}

// walkRecords finds the records of a pack of size bytes from its beginning on.
// Where no record begins it looks for the next one. What lies behind the last
// record is the footer, or what is left of it, and not reported. Where the system
// does not let it read, it ends with a *UnreadableError.
func walkRecords(r io.ReaderAt, size int64, found func(salvaged) error) error {
	src := recordSource{r: r, end: size, deltas: true, bases: newBaseCache(baseCacheBytes)}
	var pending *salvaged // a gap, reported when a record follows it
	off := int64(packHeaderSize)
	for off < size {
		rec, err := readSalvaged(src, off)
		var skip *skipError
		switch {
		case err == nil:
			if pending != nil {
				if err := found(*pending); err != nil {
					return err
				}
				pending = nil
			}
			if err := found(rec); err != nil {
				return err
			}
			off += rec.header.size()
		case errors.As(err, &skip): // its length is known: go behind it
			if err := found(salvaged{offset: off, err: skip.err}); err != nil {
				return err
			}
			off += skip.size
		case unreadable("pack", "", err) != nil:
			return err
		default:
			if pending == nil {
				pending = &salvaged{offset: off, err: err}
			}
			if off, err = nextRecord(r, off+1, size); err != nil {
				return err
			}
		}
	}
	return nil
}

// skipError reports a record with a sound header and damaged content.
type skipError struct {
	size int64
	err  error
}

func (e *skipError) Error() string { return e.err.Error() }

func readSalvaged(src recordSource, off int64) (salvaged, error) {
	head := make([]byte, recordHeaderSize)
	if _, err := src.r.ReadAt(head, off); err != nil {
		return salvaged{}, fmt.Errorf("record header: %w", err)
	}
	h, err := parseRecordHeader(head)
	if err != nil {
		return salvaged{}, err
	}
	if off+h.size() > src.end {
		return salvaged{}, errors.New("record is cut off")
	}
	payload := make([]byte, h.stored)
	if _, err := src.r.ReadAt(payload, off+recordHeaderSize); err != nil {
		return salvaged{}, fmt.Errorf("record: %w", err)
	}
	id := objects.ID{}
	raw, err := src.open(off, h, payload)
	if err == nil {
		id, err = identify(h, raw)
	}
	if err != nil {
		return salvaged{}, &skipError{size: h.size(), err: err}
	}
	e := entry{id: id, offset: off, kind: h.kind, flags: h.flags, stored: h.stored}
	return salvaged{offset: off, entry: e, header: h, payload: payload, raw: raw}, nil
}

// nextRecord looks for the next sound record header at or behind off; size when
// there is none.
func nextRecord(r io.ReaderAt, off, size int64) (int64, error) {
	const window = 1 << 20
	b := make([]byte, window)
	for off < size {
		n, err := r.ReadAt(b[:min(window, size-off)], off)
		if n == 0 && err != nil || unreadable("pack", "", err) != nil {
			return size, err
		}
		for at := 0; ; at++ {
			i := bytes.Index(b[at:n], recordMagic[:])
			if i < 0 {
				break
			}
			at += i
			head := make([]byte, recordHeaderSize)
			if _, err := r.ReadAt(head, off+int64(at)); err == nil {
				if _, err := parseRecordHeader(head); err == nil {
					return off + int64(at), nil
				}
			}
		}
		if off+int64(n) >= size {
			break
		}
		off += int64(n) - int64(len(recordMagic)) + 1 // a magic may straddle windows
	}
	return size, nil
}
