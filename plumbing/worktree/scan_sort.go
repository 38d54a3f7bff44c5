package worktree

import (
	"errors"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"golang.org/x/sys/unix"
)

// sorter goes through the names of a directory, on disk and in the base and
// in the cache together, and decides about each.
type sorter struct {
	*scanner
	n          *node
	file, dir  int // cursors in the cache
	files      int // ends of the ranges
	dirs       int
	name       string
	cachedFile int // of the name, or noDir
	cachedDir  int
}

// sort decides about every name that the directory has on disk or in the base.
func (s *scanner) sort(n *node, names []dirent) error {
	p := sorter{scanner: s, n: n}
	p.file, p.files = s.cache.filesOf(n.cached)
	p.dir, p.dirs = s.cache.children(n.cached)
	base := n.baseEntries
	for len(names) > 0 || len(base) > 0 {
		var d *dirent
		var b *objects.Entry
		var order int
		switch {
		case len(names) == 0:
			order = 1
		case len(base) == 0:
			order = -1
		default:
			order = strings.Compare(names[0].name, string(base[0].Name))
		}
		if order <= 0 {
			d, p.name, names = &names[0], names[0].name, names[1:]
		}
		if order >= 0 {
			b, p.name, base = &base[0], string(base[0].Name), base[1:]
		}
		p.seek()
		if err := p.decide(d, b); err != nil {
			return err
		}
	}
	return nil
}

// seek finds the name in the cache.
func (p *sorter) seek() {
	p.cachedFile, p.cachedDir = noDir, noDir
	for ; p.file < p.files; p.file++ {
		if order := strings.Compare(p.cache.fileName(p.file), p.name); order >= 0 {
			if order == 0 {
				p.cachedFile = p.file
			}
			break
		}
	}
	for ; p.dir < p.dirs; p.dir++ {
		if order := strings.Compare(p.cache.dirName(p.dir), p.name); order >= 0 {
			if order == 0 {
				p.cachedDir = p.dir
			}
			break
		}
	}
}

// decide sorts in one name, which is on disk (d) or in the base (b) or both.
func (p *sorter) decide(d *dirent, b *objects.Entry) error {
	inside, whole, any := p.n.sel.at(p.name)
	switch {
	case !any:
		return p.keep(b)
	case d != nil && p.reserved():
		d = nil
	}
	isDir := d != nil && p.kind(p.n, d) == unix.S_IFDIR
	switch {
	case isDir && b != nil && b.Mode == objects.ModeGitlink:
		return p.keep(b)
	case isDir:
		p.subdir(b, inside, whole)
		return nil
	case whole && d != nil && d.kind != 0:
		if err := p.leaf(d, b); err != nil {
			return err
		}
	case !whole && (b == nil || b.Mode != objects.ModeDir):
		return p.keep(b)
	}
	if b != nil && b.Mode == objects.ModeDir {
		p.ghost(b, inside, whole)
	}
	return nil
}

// reserved reports (and lists) a name that no tree may hold. What the cache
// knows went through here before.
func (p *sorter) reserved() bool {
	if p.cachedFile != noDir || p.cachedDir != noDir || snapshot.CheckName(p.name) == "" {
		return false
	}
	p.skip(joinPath(p.n.path, p.name), reservedName)
	return true
}

// subdir sorts in a directory. One that is ignored is not opened unless the
// base has paths in it.
func (p *sorter) subdir(b *objects.Entry, inside *selection, whole bool) {
	kid := p.n.child(p.name, p.cachedDir)
	kid.sel, kid.whole = inside, whole
	tracked := b != nil && b.Mode == objects.ModeDir
	if tracked {
		kid.base = b.ID
	}
	if p.n.lookup && !tracked {
		return
	}
	if p.n.lookup || p.n.rules != nil && p.n.rules.ignored(kid.path, true) {
		if !p.n.lookup {
			p.ignored.Add(1)
		}
		if !tracked {
			return
		}
		kid.lookup = true
	}
	p.n.kids = append(p.n.kids, kid)
}

// ghost sorts in a directory of the base that is not there.
func (p *sorter) ghost(b *objects.Entry, inside *selection, whole bool) {
	kid := p.n.child(p.name, p.cachedDir)
	kid.base, kid.sel, kid.whole, kid.ghost = b.ID, inside, whole, true
	p.n.kids = append(p.n.kids, kid)
}

// leaf sorts in what is no directory on disk.
func (p *sorter) leaf(d *dirent, b *objects.Entry) error {
	path := joinPath(p.n.path, p.name)
	if b != nil && b.Mode == objects.ModeDir {
		b = nil // what is below it went; this path is new
	}
	if b == nil && (p.n.lookup || p.n.rules != nil && p.n.rules.ignored(path, false)) {
		if !p.n.lookup {
			p.ignored.Add(1)
		}
		return nil
	}
	if reason := specials[d.kind]; reason != "" {
		p.skip(path, reason)
		return nil
	}
	st, err := lstatAt(p.n.fd, p.name)
	switch {
	case vanished(err) || err == nil && st.kind() != unix.S_IFREG && st.kind() != unix.S_IFLNK:
		return nil // it went or became something else; the next scan sees it
	case err != nil:
		if err := p.unreadable(path, err); err != nil {
			return err
		}
		return p.keepLeaf(b)
	}
	f := scanFile{name: p.name, stat: st, mode: st.entryMode(), lazy: b == nil && p.req.Stage == nil}
	if f.mode.IsFile() && st.size > p.opts.maxFile() && (b == nil || !b.Mode.IsFile() || b.Size != st.size) {
		p.large(path)
		return p.keepLeaf(b)
	}
	if p.cachedFile != noDir && p.fresh(p.cachedFile, &st) {
		id := p.cache.file(p.cachedFile).blob()
		if f.hit, err = p.stored(id, b); err != nil {
			return err
		}
		if f.hit {
			f.id = id
		}
	}
	p.n.files = append(p.n.files, f)
	return nil
}

// specials are the kinds of files that no tree can hold.
var specials = map[uint32]string{
	unix.S_IFSOCK: "socket", unix.S_IFIFO: "fifo", unix.S_IFCHR: "device", unix.S_IFBLK: "device",
}

// stored reports whether a blob that the cache knows can be used without
// reading the file again. When it is to be part of a snapshot it must really
// be in the store: the scan that hashed it may have had no stage, or a stage
// that was never published, or the cache may have seen another store. What the
// base has at this place is there.
func (p *sorter) stored(id objects.ID, b *objects.Entry) (bool, error) {
	if p.req.Stage == nil || b != nil && b.ID == id {
		return true, nil
	}
	info, err := p.req.Stage.Stat(p.ctx, id)
	var missing *objects.NotFoundError
	if errors.As(err, &missing) {
		return false, nil
	}
	return err == nil && info.Kind == objects.KindBlob, err
}

// keep sorts in a name that counts as it is in the base, whatever is on disk.
// The cache keeps what it knew.
func (p *sorter) keep(b *objects.Entry) error {
	if p.cachedDir != noDir {
		p.n.keptDirs = append(p.n.keptDirs, p.cachedDir)
	}
	return p.keepLeaf(b)
}

// keepLeaf is keep for a name that is no directory on disk.
func (p *sorter) keepLeaf(b *objects.Entry) error {
	if p.cachedFile != noDir {
		p.n.keptFiles = append(p.n.keptFiles, p.cachedFile)
	}
	if b == nil {
		return nil
	}
	p.n.kept = append(p.n.kept, *b)
	files, bytes, err := p.count(*b, p.cachedDir)
	p.n.result.files += files
	p.n.result.bytes += bytes
	return err
}
