package worktree

import (
	"encoding/binary"
	"fmt"
	"math"
	"sort"
	"strconv"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/zeebo/blake3"
)

// The stat cache remembers what the last scans found: the stat record and the
// blob of every file, the tree of every directory. It is only ever an
// acceleration. A cache that is missing, damaged or of another version is
// empty, and nobody needs to be told.
//
// It is one file of fixed-size records, little-endian:
//
//	header  magic 8, checksum 32 (BLAKE3 of all that follows it), number of
//	        directories 4, of files 4, bytes of names 4, zero 4, clock 8, its
//	        device 8
//	        directories: name offset 4, name length 4, first child 4, children 4,
//	        first file 4, files 4, tree 32
//	        files: device 8, inode 8, size 8, mtime 8, ctime 8, mode 4,
//	        entry mode 4, name offset 4, name length 4, blob 32
//	        names
//
// Directory 0 is the root. The children of a directory follow each other, and
// so do its files; both are sorted by name.
//
// The tree of a directory is zero when the cache does not know it. Else it is
// exactly the tree that its files and children make, so that a directory whose
// tree is also that of the base needs no look into the store at all.
type statCache struct {
	raw          []byte
	dirs, files  []byte
	names        string
	nDirs, nFile int
	clock        clock
}

const (
	cacheFile   = "statcache"
	cacheMagic  = "gnstat\x00\x01"
	headerSize  = 72
	dirSize     = 56
	fileSize    = 88
	sumEnd      = 8 + 32
	maxCacheLen = 1<<31 - 1
)

// neverTime is a modification time that no file has.
const neverTime = math.MinInt64

// noDir is the index of a directory that the cache does not have.
const noDir = -1

// parseCache checks the bytes of a cache and returns it; nil if it is not
// whole or of another version.
func parseCache(raw []byte) *statCache {
	if len(raw) < headerSize || string(raw[:8]) != cacheMagic {
		return nil
	}
	if sum := blake3.Sum256(raw[sumEnd:]); string(sum[:]) != string(raw[8:sumEnd]) {
		return nil
	}
	u32 := func(at int) int { return int(binary.LittleEndian.Uint32(raw[at:])) }
	c := &statCache{raw: raw, nDirs: u32(40), nFile: u32(44)}
	c.clock.time = int64(binary.LittleEndian.Uint64(raw[56:]))
	c.clock.dev = binary.LittleEndian.Uint64(raw[64:])
	dirsEnd := headerSize + c.nDirs*dirSize
	filesEnd := dirsEnd + c.nFile*fileSize
	if c.nDirs < 1 || len(raw) != filesEnd+u32(48) {
		return nil
	}
	c.dirs, c.files = raw[headerSize:dirsEnd], raw[dirsEnd:filesEnd]
	c.names = string(raw[filesEnd:])
	if !c.wellFormed() {
		return nil
	}
	return c
}

// wellFormed reports whether all offsets lie inside the cache and every
// directory but the root has one parent before it. The checksum only says that
// the file is as somebody wrote it.
func (c *statCache) wellFormed() bool {
	nextDir, nextFile := 1, 0
	for i := range c.nDirs {
		d := c.dir(i)
		if !c.hasName(d[0:]) || d.u32(8) != nextDir || d.u32(16) != nextFile {
			return false
		}
		nextDir += d.u32(12)
		nextFile += d.u32(20)
		if nextDir <= i+1 && i+1 < c.nDirs {
			return false
		}
	}
	for i := range c.nFile {
		if f := c.file(i); !c.hasName(f[48:]) || !f.mode().Valid() {
			return false
		}
	}
	return nextDir == c.nDirs && nextFile == c.nFile
}

// cacheRecord is the record of a directory or a file.
type cacheRecord []byte

func (r cacheRecord) u32(at int) int { return int(binary.LittleEndian.Uint32(r[at:])) }

func (c *statCache) hasName(ref cacheRecord) bool {
	return ref.u32(0)+ref.u32(4) <= len(c.names)
}

func (c *statCache) dir(i int) cacheRecord {
	return c.dirs[i*dirSize : (i+1)*dirSize : (i+1)*dirSize]
}

func (c *statCache) file(i int) cacheRecord {
	return c.files[i*fileSize : (i+1)*fileSize : (i+1)*fileSize]
}

func (c *statCache) dirName(i int) string { return c.nameAt(c.dir(i)) }

func (c *statCache) fileName(i int) string { return c.nameAt(c.file(i)[48:]) }

func (c *statCache) nameAt(ref cacheRecord) string {
	at := ref.u32(0)
	return c.names[at : at+ref.u32(4)]
}

// children returns the range of the directory's children.
func (c *statCache) children(i int) (from, to int) {
	if i == noDir {
		return 0, 0
	}
	d := c.dir(i)
	return d.u32(8), d.u32(8) + d.u32(12)
}

// filesOf returns the range of the directory's files.
func (c *statCache) filesOf(i int) (from, to int) {
	if i == noDir {
		return 0, 0
	}
	d := c.dir(i)
	return d.u32(16), d.u32(16) + d.u32(20)
}

// tree returns the tree of a directory; zero when the cache does not know it.
func (c *statCache) tree(i int) objects.ID {
	if i == noDir {
		return objects.ID{}
	}
	return objects.ID(c.dir(i)[24:])
}

// entry returns the tree entry that the file record stands for.
func (c *statCache) entry(i int) objects.Entry {
	f := c.file(i)
	e := objects.Entry{Name: objects.Bytes(c.fileName(i)), Mode: f.mode(), ID: f.blob()}
	if e.Mode.IsFile() {
		e.Size = binary.LittleEndian.Uint64(f[16:])
	}
	return e
}

// dirEntry returns the tree entry that the directory record stands for.
func (c *statCache) dirEntry(i int) objects.Entry {
	return objects.Entry{Name: objects.Bytes(c.dirName(i)), Mode: objects.ModeDir, ID: c.tree(i)}
}

// entries returns the tree of a directory, whose id the cache knows.
func (c *statCache) entries(i int) []objects.Entry {
	dir, dirs := c.children(i)
	file, files := c.filesOf(i)
	out := make([]objects.Entry, 0, dirs-dir+files-file)
	for dir < dirs || file < files {
		if dir == dirs || file < files && c.fileName(file) < c.dirName(dir) {
			out = append(out, c.entry(file))
			file++
		} else {
			out = append(out, c.dirEntry(dir))
			dir++
		}
	}
	return out
}

// childNamed returns the child of a directory with the name, or noDir.
func (c *statCache) childNamed(i int, name string) int {
	from, to := c.children(i)
	at := from + sort.Search(to-from, func(k int) bool { return c.dirName(from+k) >= name })
	if at < to && c.dirName(at) == name {
		return at
	}
	return noDir
}

// fileTotals counts the files that are directly in a directory.
func (c *statCache) fileTotals(i int) (files, bytes uint64) {
	from, to := c.filesOf(i)
	for at := from; at < to; at++ {
		if f := c.file(at); f.mode().IsFile() {
			bytes += binary.LittleEndian.Uint64(f[16:])
		}
	}
	return uint64(to - from), bytes
}

// totals counts the files of a directory and all below it.
func (c *statCache) totals(i int) (files, bytes uint64) {
	files, bytes = c.fileTotals(i)
	for from, to := c.children(i); from < to; from++ {
		f, b := c.totals(from)
		files, bytes = files+f, bytes+b
	}
	return files, bytes
}

func (r cacheRecord) blob() objects.ID { return objects.ID(r[56:]) }

// matches reports whether the file is as it was when the record was made.
func (r cacheRecord) matches(s *fileStat) bool {
	le := binary.LittleEndian
	return le.Uint64(r[0:]) == s.dev && le.Uint64(r[8:]) == s.ino && le.Uint64(r[16:]) == s.size &&
		int64(le.Uint64(r[24:])) == s.mtime && int64(le.Uint64(r[32:])) == s.ctime && le.Uint32(r[40:]) == s.mode
}

// record returns what the cache knows of a file.
func (c *statCache) record(i int) cacheEntry {
	f := c.file(i)
	return cacheEntry{name: c.fileName(i), stat: f.stat(), mode: f.mode(), id: f.blob()}
}

// kept returns what the cache knows of a file for a new cache, whose clock is
// later: a record that the old clock makes suspect must not become believed by
// that.
func (c *statCache) kept(i int) cacheEntry {
	e := c.record(i)
	if c.clock.racy(&e.stat) {
		e.stat.mtime = neverTime
	}
	return e
}

func (r cacheRecord) stat() fileStat {
	le := binary.LittleEndian
	return fileStat{
		dev: le.Uint64(r[0:]), ino: le.Uint64(r[8:]), size: le.Uint64(r[16:]),
		mtime: int64(le.Uint64(r[24:])), ctime: int64(le.Uint64(r[32:])), mode: le.Uint32(r[40:]),
	}
}

func (r cacheRecord) setMtime(t int64) { binary.LittleEndian.PutUint64(r[24:], uint64(t)) }

// The numbers of the named modes in a record; an odd mode is its octal value.
var cacheModes = [...]objects.Mode{1: objects.ModeFile, 2: objects.ModeExec, 3: objects.ModeSymlink}

// mode returns the mode of the tree entry; empty when the record has none.
func (r cacheRecord) mode() objects.Mode {
	n := r.u32(44)
	if n < len(cacheModes) {
		return cacheModes[n]
	}
	return objects.Mode(fmt.Sprintf("%06o", n))
}

func modeNumber(m objects.Mode) uint32 {
	for n, named := range cacheModes {
		if named == m {
			return uint32(n)
		}
	}
	n, _ := strconv.ParseUint(string(m), 8, 32)
	return uint32(n)
}
