package worktree

import (
	"encoding/binary"
	"slices"

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

// cacheWriter builds a cache, directory after directory in the order of their
// numbers. It begins with the names of an old cache, so that what goes on as it
// was is a copy of its records.
type cacheWriter struct {
	old         *statCache
	dirs, files []byte
	names       []byte // that come after the old ones
	nDirs       int    // that have a number so far, the root included
	nFile       int
}

// newCacheWriter returns a writer that has room for so many files.
func newCacheWriter(old *statCache, files int) *cacheWriter {
	return &cacheWriter{old: old, nDirs: 1, dirs: make([]byte, 0, len(old.dirs)), files: make([]byte, 0, files*fileSize)}
}

func (w *cacheWriter) name(to []byte, name string) []byte {
	to = binary.LittleEndian.AppendUint32(to, uint32(len(w.old.names)+len(w.names)))
	w.names = append(w.names, name...)
	return binary.LittleEndian.AppendUint32(to, uint32(len(name)))
}

// add adds the next directory with its files. Its children are added when
// their turn comes: after all directories that have a number already.
func (w *cacheWriter) add(name string, tree objects.ID, children int, files []cacheEntry) {
	w.dirs = w.name(w.dirs, name)
	w.dir(tree, children, len(files))
	for i := range files {
		w.file(&files[i])
	}
}

// copy is add for a directory that has the name and the files of one of the old
// cache. It returns the new records of the files.
func (w *cacheWriter) copy(old int, tree objects.ID, children int) []byte {
	from, to := w.old.filesOf(old)
	w.dirs = append(w.dirs, w.old.dir(old)[:8]...)
	w.dir(tree, children, to-from)
	at := len(w.files)
	w.files = append(w.files, w.old.files[from*fileSize:to*fileSize]...)
	return w.files[at:]
}

// keep adds a directory of the old cache as it was, and returns the range of its
// children there. What the old clock makes suspect stays so: see kept.
func (w *cacheWriter) keep(old int) (from, to int) {
	from, to = w.old.children(old)
	for files := w.copy(old, w.old.tree(old), to-from); len(files) > 0; files = files[fileSize:] {
		if st := cacheRecord(files).stat(); w.old.clock.racy(&st) {
			cacheRecord(files).setMtime(neverTime)
		}
	}
	return from, to
}

// dir completes the record of a directory, behind its name.
func (w *cacheWriter) dir(tree objects.ID, children, files int) {
	le := binary.LittleEndian
	w.dirs = le.AppendUint32(w.dirs, uint32(w.nDirs))
	w.dirs = le.AppendUint32(w.dirs, uint32(children))
	w.dirs = le.AppendUint32(w.dirs, uint32(w.nFile))
	w.dirs = le.AppendUint32(w.dirs, uint32(files))
	w.dirs = append(w.dirs, tree[:]...)
	w.nDirs += children
	w.nFile += files
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

// parts returns the bytes of the finished cache, to be written one after the
// other; nil when it would be too large.
func (w *cacheWriter) parts(at clock) [][]byte {
	oldNames := w.tidyNames()
	names := len(oldNames) + len(w.names)
	if headerSize+len(w.dirs)+len(w.files)+names > maxCacheLen {
		return nil
	}
	le := binary.LittleEndian
	head := append(make([]byte, 0, headerSize), cacheMagic...)[:sumEnd]
	head = le.AppendUint32(head, uint32(w.nDirs))
	head = le.AppendUint32(head, uint32(w.nFile))
	head = le.AppendUint32(head, uint32(names))
	head = le.AppendUint32(head, 0)
	head = le.AppendUint64(head, uint64(at.time))
	head = le.AppendUint64(head, at.dev)
	parts := [][]byte{head, w.dirs, w.files, oldNames, w.names}
	sum := blake3.New()
	_, _ = sum.Write(head[sumEnd:]) // never fails
	for _, part := range parts[1:] {
		_, _ = sum.Write(part)
	}
	sum.Sum(head[:len(cacheMagic)])
	return parts
}

// tidyNames returns the names of the old cache; or none, after it gathered the
// names that are still in use, when too many are not.
func (w *cacheWriter) tidyNames() []byte {
	old := w.old.raw[len(w.old.raw)-len(w.old.names):]
	used := 0
	w.refs(func(ref cacheRecord) { used += ref.u32(4) })
	if len(old)+len(w.names) <= used+used/2 {
		return old
	}
	all := slices.Concat(old, w.names)
	w.names = make([]byte, 0, used)
	w.refs(func(ref cacheRecord) {
		name := all[ref.u32(0):][:ref.u32(4)]
		binary.LittleEndian.PutUint32(ref, uint32(len(w.names)))
		w.names = append(w.names, name...)
	})
	return nil
}

// refs calls f with the reference to a name that each record has.
func (w *cacheWriter) refs(f func(ref cacheRecord)) {
	for at := 0; at < len(w.dirs); at += dirSize {
		f(w.dirs[at:])
	}
	for at := 0; at < len(w.files); at += fileSize {
		f(w.files[at+48:])
	}
}
