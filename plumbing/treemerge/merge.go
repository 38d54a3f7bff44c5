package treemerge

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/semantic/merge3"
)

// Input are the root trees of a merge; the zero ID is the empty tree.
type Input struct {
	Base, Left, Right objects.ID
	Options           Options
}

// Options say how conflicts are shown and which of them are known.
type Options struct {
	Style  merge3.Style
	Labels merge3.Labels
	// Resolved, if not nil, returns how a conflict with these sides was resolved
	// before, nil if it never was. It is asked with objects.Conflict.Sides.
	Resolved func(ctx context.Context, sides objects.ID) (*objects.Conflict, error)
}

// Result is a merged tree.
type Result struct {
	Root objects.ID
	// Files are those whose contents were merged or that are in conflict, by path.
	Files []File
}

// File is one file that both sides had a part in.
type File struct {
	Path     string
	Language string // "" if no content was merged
	// Settled counts the places in it that both sides changed and that a step of
	// merge3 decided.
	Settled int
	Proof   merge3.Proof
	// Conflict is nil if the file merged cleanly, or if a resolution from before was
	// taken (Reused).
	Conflict *objects.Conflict
	Reused   bool
}

// Conflicts are the files that are in conflict.
func (r *Result) Conflicts() []*objects.Conflict {
	var out []*objects.Conflict
	for _, f := range r.Files {
		if f.Conflict != nil {
			out = append(out, f.Conflict)
		}
	}
	return out
}

// Merge merges the trees. New trees and contents go through the desk's stage.
// Errors are those of reading and writing objects.
func Merge(ctx context.Context, desk *Desk, in Input) (*Result, error) {
	m := &merger{desk: desk, in: in, base: make(map[string]*objects.Entry), places: make(map[string][]place)}
	var err error
	if m.left, err = m.side(ctx, in.Left); err != nil {
		return nil, err
	}
	if m.right, err = m.side(ctx, in.Right); err != nil {
		return nil, err
	}
	if err := m.follow(ctx); err != nil {
		return nil, err
	}
	m.crowd()
	if err := m.files(ctx); err != nil {
		return nil, err
	}
	if err := m.meet(ctx); err != nil {
		return nil, err
	}
	if err := m.makeWay(ctx); err != nil {
		return nil, err
	}
	return m.result(ctx)
}

// MergeFile merges one file, whose contents the desk can read. The path says its
// language. Base may be nil.
func MergeFile(ctx context.Context, desk *Desk, path string, base, left, right *objects.Entry, o Options) (*objects.Entry, File, error) {
	defer desk.keep()() // the caller reads the result
	m := &merger{desk: desk, in: Input{Options: o}}
	done, err := m.entries(ctx, path, sides{base, left, right})
	if err != nil {
		return nil, File{}, err
	}
	p := done.at(path)
	if p.report == nil {
		p.report = &File{Path: path, Proof: merge3.Proof{Parsed: true, Unique: true, Accounted: true}}
	}
	err = m.reuse(ctx, path, &p)
	return p.entry, *p.report, err
}

// merger is one merge at work.
type merger struct {
	desk        *Desk
	in          Input
	left, right *side
	base        map[string]*objects.Entry // of the paths that a side changed
	places      map[string][]place
	gone        []string // paths of left that no file of left is at any more
	// crowded are the paths at which more than one file may come to stand.
	crowded map[string]bool
}

// place is what stands at a path of the merged tree.
type place struct {
	entry *objects.Entry
	// from is the side that put it there: where it is added, or renamed to.
	from   *side
	report *File // nil for what only one side had a part in
}

func (m *merger) put(path string, p place) { m.places[path] = append(m.places[path], p) }

// files decides every file of the base that a side changed, and adds what the
// sides added.
func (m *merger) files(ctx context.Context) error {
	for _, path := range sortedKeys(m.base) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := m.file(ctx, path); err != nil {
			return err
		}
	}
	for _, s := range []*side{m.left, m.right} {
		for _, path := range sortedKeys(s.added) {
			m.put(path, place{entry: s.added[path], from: s})
		}
	}
	return nil
}

// meet settles the paths at which both sides put something.
func (m *merger) meet(ctx context.Context) error {
	for _, path := range sortedKeys(m.places) {
		list := m.places[path]
		if len(list) < 2 {
			continue
		}
		left, right := list[0], list[1]
		if left.from == m.right {
			left, right = right, left
		}
		if same(left.entry, right.entry) {
			if left.report == nil {
				left = right
			}
			m.places[path] = []place{left}
			continue
		}
		merged, err := m.entries(ctx, path, sides{left: left.entry, right: right.entry})
		if err != nil {
			return err
		}
		if merged.conflict != nil && merged.conflict.Reason == "" {
			merged.conflict.Reason = "add/add"
		}
		m.places[path] = []place{merged.at(path)}
	}
	return nil
}

// result rewrites the left tree to the places.
func (m *merger) result(ctx context.Context) (*Result, error) {
	out := &Result{}
	var edits []snapshot.Edit
	for _, path := range m.gone {
		if len(m.places[path]) == 0 {
			edits = append(edits, snapshot.Edit{Path: path})
		}
	}
	for _, path := range sortedKeys(m.places) {
		p := m.places[path][0]
		if p.report != nil {
			if err := m.reuse(ctx, path, &p); err != nil {
				return nil, err
			}
			out.Files = append(out.Files, *p.report)
		}
		edits = append(edits, snapshot.Edit{Path: path, Entry: p.entry})
	}
	out.Files = compactReports(out.Files)
	root, err := snapshot.Rewrite(ctx, m.desk, m.desk, m.in.Left, edits)
	out.Root = root
	return out, err
}

// reuse takes the resolution of a conflict from before, and of it what it has at the
// path.
func (m *merger) reuse(ctx context.Context, path string, p *place) error {
	if p.report.Conflict == nil || m.in.Options.Resolved == nil {
		return nil
	}
	key, err := p.report.Conflict.Sides()
	if err != nil {
		return err
	}
	known, err := m.in.Options.Resolved(ctx, key)
	if err != nil || known == nil {
		return err
	}
	p.entry = nil
	if r := known.Result; r != nil && cmp.Or(string(r.Path), string(known.Path)) == path {
		e := r.Entry("")
		p.entry = &e
	}
	reused := *p.report
	reused.Conflict, reused.Reused = nil, true
	p.report = &reused
	return nil
}

// compactReports leaves one report of a file that stands at two places.
func compactReports(files []File) []File {
	slices.SortStableFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return slices.CompactFunc(files, func(a, b File) bool { return a.Path == b.Path && a.Conflict == b.Conflict })
}
