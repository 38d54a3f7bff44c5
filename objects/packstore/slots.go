package packstore

import (
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/genesis-vcs/genesis/objects"
)

// The slots file repeats, outside of the catalog, what the catalog's newest
// transaction was. It has two slots that are written in turn, so that a torn
// write leaves the slot before. Under the store's lock a slot that is newer
// than the catalog means that the catalog lost its tail; without the lock a
// slot that is newer than what a process knows means that others published.
//
//	0  magic      8 "GENSLOT\x01"
//	8  generation 8
//	16 seq        8
//	24 operation 32
//	56 zeros
//	4092 sum      4 CRC-32C of the bytes above
const (
	slotSize  = 4096
	slotCount = 2
)

var slotMagic = [8]byte{'G', 'E', 'N', 'S', 'L', 'O', 'T', 1}

// slot names a transaction of the catalog and the newest operation after it.
type slot struct {
	generation uint64
	head       objects.Head
}

func (s slot) encode() []byte {
	b := make([]byte, slotSize)
	copy(b, slotMagic[:])
	binary.LittleEndian.PutUint64(b[8:], s.generation)
	binary.LittleEndian.PutUint64(b[16:], s.head.Seq)
	copy(b[24:], s.head.Operation[:])
	binary.LittleEndian.PutUint32(b[slotSize-4:], checksum(b[:slotSize-4]))
	return b
}

var errSlot = errors.New("slot checksum does not match")

func parseSlot(b []byte) (slot, error) {
	if len(b) != slotSize || [8]byte(b[:8]) != slotMagic ||
		binary.LittleEndian.Uint32(b[slotSize-4:]) != checksum(b[:slotSize-4]) {
		return slot{}, errSlot
	}
	return slot{
		generation: binary.LittleEndian.Uint64(b[8:]),
		head:       objects.Head{Seq: binary.LittleEndian.Uint64(b[16:]), Operation: objects.ID(b[24:56])},
	}, nil
}

// slotFile is the open slots file of a store.
type slotFile struct{ f *os.File }

func openSlots(dir string) (*slotFile, error) {
	path := filepath.Join(dir, slotsName)
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		if f, err = os.Open(path); err != nil {
			return nil, faulty("slots", slotsName, err)
		}
	}
	return &slotFile{f: f}, nil
}

// read returns the newer slot that is whole, and which slots are not. Both
// damaged is a *objects.CorruptError. A reader that holds no lock may meet a
// slot that is just being written: it then sees the one before.
func (s *slotFile) read() (newest slot, bad [slotCount]bool, err error) {
	var b [slotCount * slotSize]byte
	n, err := s.f.ReadAt(b[:], 0)
	if errors.Is(err, os.ErrClosed) {
		return slot{}, bad, ErrClosed
	}
	if err != nil && err != io.EOF {
		return slot{}, bad, faulty("slots", slotsName, err)
	}
	found := false
	for i := range slotCount {
		got, err := parseSlot(b[i*slotSize : (i+1)*slotSize])
		if bad[i] = err != nil; bad[i] {
			continue
		}
		if !found || got.generation > newest.generation {
			newest, found = got, true
		}
	}
	if !found {
		return slot{}, bad, &objects.CorruptError{What: "slots", Path: slotsName, Reason: "neither slot is whole"}
	}
	if n != len(b) {
		bad[1] = true
	}
	return newest, bad, nil
}

// write stores a slot in its place and syncs it.
func (s *slotFile) write(v slot) error {
	if err := reach(pointSlotWrite); err != nil {
		return err
	}
	if _, err := s.f.WriteAt(v.encode(), int64(v.generation%slotCount)*slotSize); err != nil {
		return err
	}
	if err := reach(pointSlotSync); err != nil {
		return err
	}
	return datasync(s.f)
}

func (s *slotFile) close() error { return s.f.Close() }

// createSlots writes both slots of a new file.
func createSlots(dir string, v slot) error {
	b := append(v.encode(), v.encode()...)
	return writeFileAtomic(filepath.Join(dir, slotsName), b)
}
