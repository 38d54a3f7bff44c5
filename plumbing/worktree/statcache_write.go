package worktree

import (
	"encoding/binary"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/zeebo/blake3"
)

// cacheEntry is a file that goes into a new cache.
type cacheEntry struct {
	name string
	stat fileStat
	mode objects.Mode
	id   objects.ID
}

// cacheWriter builds the bytes of a cache, directory after directory in the
// order of their numbers.
type cacheWriter struct {
	dirs, files []byte
	names       strings.Builder
	nDirs       int // that have a number so far, the root included
	nFile       int
}

func newCacheWriter() *cacheWriter { return &cacheWriter{nDirs: 1} }

func (w *cacheWriter) name(to []byte, name string) []byte {
	to = binary.LittleEndian.AppendUint32(to, uint32(w.names.Len()))
	w.names.WriteString(name)
	return binary.LittleEndian.AppendUint32(to, uint32(len(name)))
}

// add adds the next directory with its files. Its children are added when
// their turn comes: after all directories that have a number already.
func (w *cacheWriter) add(name string, tree objects.ID, children int, files []cacheEntry) {
	le := binary.LittleEndian
	w.dirs = w.name(w.dirs, name)
	w.dirs = le.AppendUint32(w.dirs, uint32(w.nDirs))
	w.dirs = le.AppendUint32(w.dirs, uint32(children))
	w.dirs = le.AppendUint32(w.dirs, uint32(w.nFile))
	w.dirs = le.AppendUint32(w.dirs, uint32(len(files)))
	w.dirs = append(w.dirs, tree[:]...)
	w.nDirs += children
	w.nFile += len(files)
	for i := range files {
		w.file(&files[i])
	}
}

func (w *cacheWriter) file(e *cacheEntry) {
	le := binary.LittleEndian
	f := w.files
	f = le.AppendUint64(f, e.stat.dev)
	f = le.AppendUint64(f, e.stat.ino)
	f = le.AppendUint64(f, e.stat.size)
	f = le.AppendUint64(f, uint64(e.stat.mtime))
	f = le.AppendUint64(f, uint64(e.stat.ctime))
	f = le.AppendUint32(f, e.stat.mode)
	f = le.AppendUint32(f, modeNumber(e.mode))
	f = w.name(f, e.name)
	w.files = append(f, e.id[:]...)
}

// bytes returns the finished cache; nil when it would be too large.
func (w *cacheWriter) bytes(at clock) []byte {
	size := headerSize + len(w.dirs) + len(w.files) + w.names.Len()
	if size > maxCacheLen {
		return nil
	}
	le := binary.LittleEndian
	out := make([]byte, sumEnd, size)
	out = le.AppendUint32(out, uint32(w.nDirs))
	out = le.AppendUint32(out, uint32(w.nFile))
	out = le.AppendUint32(out, uint32(w.names.Len()))
	out = le.AppendUint32(out, 0)
	out = le.AppendUint64(out, uint64(at.time))
	out = le.AppendUint64(out, at.dev)
	out = append(out, w.dirs...)
	out = append(out, w.files...)
	out = append(out, w.names.String()...)
	return sealCache(out)
}

// sealCache fills in the magic and the checksum.
func sealCache(raw []byte) []byte {
	copy(raw, cacheMagic)
	sum := blake3.Sum256(raw[sumEnd:])
	copy(raw[len(cacheMagic):], sum[:])
	return raw
}
