package worktree

import (
	"sync/atomic"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"golang.org/x/sys/unix"
)

// node is one directory of a scan: of the working tree, of the base, or of
// both. It is worked on by one goroutine at a time; pending says when the next
// step may begin.
type node struct {
	parent *node
	name   string
	path   string
	depth  int
	// cached is the directory's number in the stat cache, or noDir.
	cached int
	// base is the directory's tree in the base; zero when it has none there.
	base objects.ID
	// sel is what is selected inside; whole says that all of it is.
	sel   *selection
	whole bool
	// rules hold inside.
	rules *rules
	// lookup is set for an ignored or foreign directory: only the paths of the
	// base are looked up in it. ghost is set when it is not on disk.
	lookup, ghost bool

	// fd is the open directory, in use by as many as users says.
	fd    int
	users atomic.Int32
	// pending counts what has to be done before the directory is finished.
	pending atomic.Int32

	// asCached says that the cache and the base agree on this directory, and
	// that its files and the names of its children are as they say.
	asCached bool
	// asBase says that the directory could not be read and counts as in the base.
	asBase bool
	// empty says that there is nothing at all in the directory on disk.
	empty bool

	// What was found; unset when asCached. All sorted by name.
	baseEntries []objects.Entry
	files       []scanFile
	kids        []*node
	// lost are the children that are recorded no more, or never were.
	lost []*node
	// kept entries are not looked at (they are not selected, or could not be
	// read) and count as they are in the base.
	kept []objects.Entry
	// The records of the cache that go on for what is not selected.
	keptFiles, keptDirs []int

	result nodeResult
}

// nodeResult is what a finished directory came to.
type nodeResult struct {
	// present says that the directory is recorded in its parent's tree.
	present bool
	// id is the directory's tree: always with a stage, else only if it is exact.
	id objects.ID
	// exact says that the tree is made of what the cache will hold.
	exact bool
	// cacheID is the tree that the new cache states.
	cacheID objects.ID
	files   uint64
	bytes   uint64
	changes []snapshot.Change
}

// scanFile is a file or symlink of the working tree.
type scanFile struct {
	name string
	stat fileStat
	mode objects.Mode
	// id is the blob; zero when it is not known yet or was not needed.
	id objects.ID
	// hit says that the stat cache had it; lazy that its content is of no
	// interest (yet): it is untracked, and nothing is to be stored.
	hit, lazy bool
	// gone says that it vanished, or became something else, during the scan;
	// unread that it could not be read.
	gone, unread bool
}

func (f *scanFile) entry() objects.Entry {
	return objects.Entry{Name: objects.Bytes(f.name), Mode: f.mode, ID: f.id, Size: f.stat.entrySize()}
}

// child makes the node of a subdirectory.
func (n *node) child(name string, cached int) *node {
	return &node{parent: n, name: name, path: joinPath(n.path, name), depth: n.depth + 1, cached: cached, rules: n.rules, whole: true, fd: -1}
}

// release gives up one use of the open directory.
func (n *node) release() {
	if n.users.Add(-1) == 0 && n.fd >= 0 {
		_ = unix.Close(n.fd)
		n.fd = -1
	}
}

// closeAll closes what an aborted scan left open.
func (n *node) closeAll() {
	if n.fd >= 0 {
		_ = unix.Close(n.fd)
		n.fd = -1
	}
	for _, kid := range n.kids {
		kid.closeAll()
	}
	for _, kid := range n.lost {
		kid.closeAll()
	}
}
