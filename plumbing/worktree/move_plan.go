package worktree

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// plan is what a move will do, and what it has to save first. Making it
// changes nothing.
//
// Three states of a path matter: in Base, in To, and present. A present state
// that is Base's is stored; one that is To's is what we want; any other is
// unsaved and, if To's has to be written, in the way.
type plan struct {
	req   MoveRequest
	disk  *disk
	scan  *Scan
	trees *treeCache

	// local is the present leaf of each path where the working tree differs
	// from Base; nil for a path that is gone. Until it was captured, the ID may
	// be unknown.
	local map[string]*objects.Entry
	// filled are the directories that hold local leaves, drained those that
	// hold leaves which go.
	filled, drained map[string]bool
	// skipped are paths that the scan did not take.
	skipped map[string]bool
	wants   []want
	wanted  map[string]bool
	bases   map[string]*objects.Entry // what Base has at the wants and obstacles
	// removed finds names on a file system that folds them.
	removed removedFiles

	steps   []step
	stepped map[string]bool // the paths of the steps
	// edits make the tree after the move from the one before it.
	edits []snapshot.Edit
	// unsaved are paths in the way whose content is stored nowhere, stuck what
	// cannot be stored, with the reason.
	unsaved []string
	stuck   map[string]string
	// obstacles are the paths in the way that are no wants.
	obstacles map[string]bool
	// hollows are empty directories that the scan does not know and that will be
	// directories, or empty, no more.
	hollows []string
	checked map[string]bool // directories that makeWay has looked at

	before, after totals
	saved         objects.ID
}

type totals struct{ files, bytes uint64 }

func (t *totals) add(e *objects.Entry) {
	if e != nil {
		files, bytes := snapshot.Totals(*e)
		t.files += files
		t.bytes += bytes
	}
}

func (t *totals) sub(e *objects.Entry) {
	if e != nil {
		files, bytes := snapshot.Totals(*e)
		t.files -= files
		t.bytes -= bytes
	}
}

// want is a path that To has otherwise than Base or, if it was named, than the
// working tree.
type want struct {
	path     string
	base, to *objects.Entry
}

func (t *Tree) plan(ctx context.Context, root *anchor, req MoveRequest) (*plan, error) {
	store := req.DB.Store()
	p := &plan{
		req: req, disk: newDisk(root), trees: newTreeCache(store),
		filled: make(map[string]bool), drained: make(map[string]bool),
		local: make(map[string]*objects.Entry), skipped: make(map[string]bool), stuck: make(map[string]string),
		wanted: make(map[string]bool), bases: make(map[string]*objects.Entry), stepped: make(map[string]bool), obstacles: make(map[string]bool), checked: make(map[string]bool),
	}
	defer p.disk.close()
	for _, o := range req.Unstored {
		p.trees.hold(o)
	}
	if err := p.checkPaths(ctx); err != nil {
		return nil, err
	}
	var err error
	if p.scan, err = t.Scan(ctx, ScanRequest{Store: store, Base: req.Base}); err != nil {
		return nil, err
	}
	p.readScan()
	if err := p.collect(ctx); err != nil {
		return nil, err
	}
	if err := p.checkNames(ctx, t.opts.Meta); err != nil {
		return nil, err
	}
	for _, w := range p.wants {
		if err := p.decide(ctx, w); err != nil {
			return nil, err
		}
	}
	if err := p.refuse(); err != nil {
		return nil, err
	}
	slices.SortFunc(p.steps, func(a, b step) int { return strings.Compare(string(a.Path), string(b.Path)) })
	p.count()
	return p, nil
}

// checkPaths refuses paths that neither tree has.
func (p *plan) checkPaths(ctx context.Context) error {
	for _, path := range p.req.Paths {
		path = strings.TrimRight(path, "/")
		if _, err := snapshot.Lookup(ctx, p.trees, p.req.To, path); err == nil {
			continue
		}
		if _, err := snapshot.Lookup(ctx, p.trees, p.req.Base, path); err != nil {
			return err
		}
	}
	return nil
}

// readScan turns the changes that the scan found into present leaves.
func (p *plan) readScan() {
	for _, s := range p.scan.Skipped {
		p.skipped[s.Path] = true
	}
	for _, c := range p.scan.Changes {
		if c.Status == snapshot.Renamed {
			p.local[c.OldPath] = nil
		}
		p.local[c.Path] = c.New
		if c.New != nil {
			addAbove(p.filled, c.Path)
		}
	}
	p.before = totals{files: p.scan.Files, bytes: p.scan.Bytes}
}

// collect lists the wants, sorted by path.
func (p *plan) collect(ctx context.Context) error {
	changes, err := snapshot.Diff(ctx, p.trees, p.req.Base, p.req.To, p.req.Paths)
	if err != nil {
		return err
	}
	for _, c := range changes {
		p.want(want{path: c.Path, base: c.Old, to: c.New})
	}
	if len(p.req.Paths) > 0 {
		if err := p.collectNamed(ctx); err != nil {
			return err
		}
	}
	slices.SortFunc(p.wants, func(a, b want) int { return strings.Compare(a.path, b.path) })
	return nil
}

// collectNamed adds the named paths where Base and To agree, but the working
// tree does not, or could not be compared.
func (p *plan) collectNamed(ctx context.Context) error {
	filter := snapshot.NewFilter(p.req.Paths)
	for _, c := range p.scan.Changes {
		path := c.Path
		if c.Status == snapshot.Renamed {
			path = c.OldPath
		}
		if c.Old != nil && filter.Match(path) && !p.wanted[path] {
			p.want(want{path: path, base: c.Old, to: c.Old})
		}
	}
	for _, s := range p.scan.Skipped {
		if !s.Unknown() || p.wanted[s.Path] {
			continue
		}
		e, err := snapshot.Lookup(ctx, p.trees, p.req.Base, s.Path)
		var missing *snapshot.NotInTreeError
		switch {
		case errors.As(err, &missing):
		case err != nil:
			return err
		case e.Mode == objects.ModeDir:
			if filter.Match(s.Path) || slices.ContainsFunc(p.req.Paths, func(path string) bool { return strings.HasPrefix(path, s.Path+"/") }) {
				return p.unlisted(ctx, s.Path)
			}
		case filter.Match(s.Path):
			p.want(want{path: s.Path, base: &e, to: &e})
		}
	}
	return nil
}

// unlisted says why the scan could not read a directory.
func (p *plan) unlisted(ctx context.Context, dir string) error {
	if _, err := p.disk.list(dir); err != nil {
		return unreadableError(ctx, dir, err)
	}
	return &ChangedError{Path: dir} // it can be read meanwhile
}

func (p *plan) want(w want) {
	p.wants = append(p.wants, w)
	p.wanted[w.path] = true
	p.bases[w.path] = w.base
	if w.to == nil {
		addAbove(p.drained, w.path)
	}
}

// checkNames refuses names that may not be written anywhere, or that this file
// system cannot tell apart. A path that is only to be removed and has such a
// name was never written by us: it is left alone.
func (p *plan) checkNames(ctx context.Context, meta string) error {
	kept := p.wants[:0]
	added := false
	for _, w := range p.wants {
		prefix, rule := badComponent(w.path)
		switch {
		case rule == "":
			kept = append(kept, w)
			added = added || w.base == nil
		case w.to != nil:
			return &snapshot.PathError{Path: prefix, Rule: rule}
		}
	}
	p.wants = kept
	if !added {
		return nil
	}
	prefix := probePrefix
	if p.req.DryRun {
		prefix = dryProbePrefix
	}
	probe := newFoldProbe(meta, prefix)
	defer probe.close()
	folds, err := probe.folds()
	if err != nil || !folds {
		return err
	}
	p.removed = findRemoved(p.disk, p.wants)
	groups, err := foldedGroups(ctx, p.trees, p.req.To, p.wants, probe)
	if err == nil && len(groups) > 0 {
		err = &FoldingError{Groups: groups}
	}
	return err
}

// refuse reports what is in the way.
func (p *plan) refuse() error {
	var unsaved, ignored []string
	if !p.req.Discard {
		unsaved = p.unsaved
	}
	slices.Sort(unsaved)
	if len(p.stuck) > 0 {
		e := &InTheWayError{}
		for _, path := range slices.Sorted(maps.Keys(p.stuck)) {
			e.Paths = append(e.Paths, Skipped{Path: path, Reason: p.stuck[path]})
		}
		for _, path := range unsaved {
			if !p.inStuck(path) {
				e.Unsaved = append(e.Unsaved, path)
			}
		}
		return e
	}
	if len(unsaved) == 0 {
		return nil
	}
	for _, path := range unsaved {
		if _, differs := p.local[path]; !differs && !p.skipped[path] {
			ignored = append(ignored, path)
		}
	}
	return &UnsavedError{Paths: unsaved, Ignored: ignored}
}

// inStuck reports whether the path lies in a repository that is in the way as
// a whole.
func (p *plan) inStuck(path string) bool {
	for dir, _ := splitPath(path); dir != ""; dir, _ = splitPath(dir) {
		if _, ok := p.stuck[dir]; ok {
			return true
		}
	}
	return false
}

// count makes the totals of the tree after the move.
func (p *plan) count() {
	p.after = p.before
	for _, e := range p.edits {
		present, differs := p.local[e.Path]
		if !differs {
			present = p.bases[e.Path]
		}
		p.after.sub(present)
		p.after.add(e.Entry)
	}
}
