package worktree

import (
	"errors"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"golang.org/x/sys/unix"
)

// worker is what one goroutine of a scan reuses from task to task.
type worker struct {
	dirents []dirent
	names   []byte // a buffer of directory entries
	content []byte // a buffer of file content
}

// dir looks at one directory: which names it has, which of them count, and
// which files have to be read. Reading them and the subdirectories are tasks
// of their own; the last of them finishes the directory.
func (s *scanner) dir(w *worker, n *node) error {
	n.pending.Store(1)
	n.users.Store(1)
	usesParent := n.parent != nil && !n.ghost
	err := s.open(n)
	if usesParent {
		n.parent.release()
	}
	if err == nil && !n.asBase {
		err = s.look(w, n)
	}
	if err != nil {
		return err
	}
	s.opts.seams.onListed(n.path)
	if err = s.countFiles(n); err != nil {
		return err
	}
	reads := s.reads(n)
	var tasks []task
	for _, kid := range n.kids {
		if !kid.ghost {
			n.users.Add(1)
		}
		tasks = append(tasks, task{node: kid})
	}
	for _, files := range reads {
		n.users.Add(1)
		tasks = append(tasks, task{node: n, files: files})
	}
	n.pending.Add(int32(len(tasks)))
	n.release()
	s.pool.push(tasks...)
	return s.complete(n)
}

// open opens the directory, unless it is a ghost. One that vanished, or became
// something else, since its parent was read is one.
func (s *scanner) open(n *node) error {
	if n.ghost {
		return nil
	}
	fd, err := s.openDir(n)
	switch {
	case err == nil:
		n.fd = fd
		return nil
	case n.parent != nil && vanished(err):
		n.ghost = true
		return nil
	default:
		return s.unreadableDir(n, err)
	}
}

func (s *scanner) openDir(n *node) (int, error) {
	if err := s.opts.seams.onOpen(n.path); err != nil {
		return -1, err
	}
	if n.depth > snapshot.MaxDepth {
		return -1, unix.ENAMETOOLONG // a tree this deep could be read by nobody
	}
	if n.parent == nil {
		return uninterrupted(func() (int, error) {
			return unix.Open(s.opts.Root, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
		})
	}
	return openAt(n.parent.fd, n.name, unix.O_DIRECTORY)
}

// vanished reports whether the error says that the name is not there any more
// as what it was: it is gone, or became a link or something else.
func vanished(err error) bool {
	return errors.Is(err, unix.ENOENT) || errors.Is(err, unix.ENOTDIR) || errors.Is(err, unix.ELOOP) || errors.Is(err, unix.ENXIO)
}

func (s *scanner) unreadableDir(n *node, err error) error {
	if s.req.Stage != nil || n.parent == nil {
		return &UnreadableError{Path: n.path, Err: err}
	}
	s.skip(n.path, unreadable)
	n.asBase = true
	return nil
}

// look finds out what of the directory counts.
func (s *scanner) look(w *worker, n *node) error {
	names, err := s.list(w, n)
	if err != nil || n.asBase {
		return err
	}
	trusted := s.agrees(n)
	if trusted && n.sel == nil && !n.lookup && !n.ghost && s.quick(n, names) {
		n.asCached = true
		return nil
	}
	if trusted {
		n.baseEntries = s.cache.entries(n.cached)
	} else if n.baseEntries, err = s.baseTree(n.base); err != nil {
		return err
	}
	if n.lookup {
		names = w.dirents[:0]
		for _, e := range n.baseEntries {
			names = append(names, dirent{name: string(e.Name)})
		}
		w.dirents = names
	}
	return s.sort(n, names)
}

// agrees reports whether the cache states the tree that the directory has in
// the base, so that the one can be asked for the other.
func (s *scanner) agrees(n *node) bool {
	return n.cached != noDir && !n.base.IsZero() && s.cache.tree(n.cached) == n.base
}

// list reads the names of the directory, sorted. It also reads its ignore
// files, and notices a directory that belongs to somebody else.
func (s *scanner) list(w *worker, n *node) ([]dirent, error) {
	if n.ghost || n.lookup {
		return nil, nil
	}
	if w.names == nil {
		w.names = make([]byte, direntBuffer)
	}
	names, err := readDir(n.fd, w.names, w.dirents[:0])
	w.dirents = names
	if err != nil {
		return nil, s.unreadableDir(n, err)
	}
	n.empty = len(names) == 0
	var ignoring [len(ignoreNames)]bool
	foreign := false
	kept := names[:0]
	for _, d := range names {
		if d.name[0] == '.' {
			if d.name == ".git" || d.name == ".genesis" {
				foreign = true
				continue
			}
			if i := slices.Index(ignoreNames[:], d.name); i >= 0 {
				ignoring[i] = true
			}
		}
		kept = append(kept, d)
	}
	if n.parent == nil {
		n.empty = len(kept) == 0
	} else if foreign {
		s.skip(n.path, nestedRepository)
		n.lookup = true
		return nil, nil
	}
	slices.SortFunc(kept, func(a, b dirent) int { return strings.Compare(a.name, b.name) })
	return kept, s.readRules(n, ignoring)
}

// readRules reads the ignore files that the directory has.
func (s *scanner) readRules(n *node, has [len(ignoreNames)]bool) error {
	var texts []string
	for i, name := range ignoreNames {
		if !has[i] {
			continue
		}
		path, text := joinPath(n.path, name), ""
		err := s.opts.seams.onOpen(path)
		if err == nil {
			text, err = readIgnoreFile(n.fd, name)
		}
		if err != nil {
			if err := s.unreadable(path, err); err != nil {
				return err
			}
			continue
		}
		texts = append(texts, text)
	}
	n.rules = n.rules.push(n.path, texts)
	return nil
}

// quick compares a directory on which cache and base agree with the names on
// disk. It returns true if nothing at all is different: then every name is one
// of the cache, or ignored.
func (s *scanner) quick(n *node, names []dirent) bool {
	c := s.cache
	file, files := c.filesOf(n.cached)
	dir, dirs := c.children(n.cached)
	kids := make([]*node, 0, dirs-dir)
	ignored := 0
	for _, d := range names {
		switch {
		case file < files && c.fileName(file) == d.name:
			st, err := lstatAt(n.fd, d.name)
			if err != nil || !s.fresh(file, &st) {
				return false
			}
			file++
		case dir < dirs && c.dirName(dir) == d.name:
			if s.kind(n, &d) != unix.S_IFDIR {
				return false
			}
			kid := n.child(d.name, dir)
			kid.base = c.tree(dir)
			kid.lookup = n.rules != nil && n.rules.ignored(kid.path, true)
			if kid.lookup {
				ignored++
			}
			kids = append(kids, kid)
			dir++
		default:
			if n.rules == nil || !n.rules.ignored(joinPath(n.path, d.name), s.kind(n, &d) == unix.S_IFDIR) {
				return false
			}
			ignored++
		}
	}
	if file != files || dir != dirs {
		return false
	}
	n.kids = kids
	s.ignored.Add(int64(ignored))
	return true
}

// fresh reports whether the cached file is as it was, and that this can be
// told from its times.
func (s *scanner) fresh(file int, st *fileStat) bool {
	return s.cache.file(file).matches(st) && !s.trust.racy(st)
}

// kind returns the S_IFMT type of a name, which it asks for if the directory
// did not tell; 0 when it is not there.
func (s *scanner) kind(n *node, d *dirent) uint32 {
	if d.kind == 0 {
		if st, err := lstatAt(n.fd, d.name); err == nil {
			d.kind = st.kind()
		}
	}
	return d.kind
}

// complete notes that a step of the directory is done. The last one finishes
// the directory, which is a step of its parent.
func (s *scanner) complete(n *node) error {
	for ; n != nil && n.pending.Add(-1) == 0; n = n.parent {
		if err := s.finish(n); err != nil {
			return err
		}
	}
	return nil
}

// baseTree reads a tree of the base; the zero id is the empty tree.
func (s *scanner) baseTree(id objects.ID) ([]objects.Entry, error) {
	tree, err := snapshot.Tree(s.ctx, s.req.Store, id)
	if err != nil {
		return nil, err
	}
	s.opts.seams.onTreeRead()
	return tree.Entries, nil
}
