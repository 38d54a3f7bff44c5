package history

import (
	"bytes"
	"context"
	"strings"

	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/semantic"
	"github.com/genesis-vcs/genesis/semantic/languages"
)

// UnitError reports a name that stands for no unit of a file, or for several.
type UnitError struct {
	Path  string
	Unit  string
	Found []string // the units that it could be; empty when it is none
}

func (e *UnitError) Error() string { return "no one unit " + e.Unit + " in " + e.Path }

// unit is a unit of a file in a commit.
type unit struct {
	semantic.Found
	doc *semantic.Document
}

// lines is where the unit stands, without the comments that lead it.
func (u unit) lines() LineRange {
	first, last := semantic.LinesOf(u.doc.Content).Of(u.Unit.Body)
	return LineRange{first, last}
}

func (u unit) name() string { return u.Unit.Kind + " " + u.Path }

// document parses a file; one that does not parse has no units.
func (f *files) document(ctx context.Context, file fileAt) (*semantic.Document, error) {
	if d, ok := f.documents[file.entry.ID]; ok {
		return d, nil
	}
	content, err := f.text(ctx, file.entry.ID)
	if err != nil {
		return nil, err
	}
	d, _ := languages.Parse(file.path, content.content)
	if len(f.documents) >= maxDocuments {
		clear(f.documents)
	}
	f.documents[file.entry.ID] = d
	return d, nil
}

// maxDocuments bounds the documents that are kept.
const maxDocuments = 64

// units gives the units of a file that a name stands for.
func (f *files) units(ctx context.Context, file fileAt, name string) ([]unit, error) {
	doc, err := f.document(ctx, file)
	if err != nil {
		return nil, err
	}
	var out []unit
	for _, found := range doc.Find(name) {
		out = append(out, unit{found, doc})
	}
	return out, nil
}

// oneUnit finds the one unit that a person named.
func (f *files) oneUnit(ctx context.Context, file fileAt, name string) (unit, error) {
	found, err := f.units(ctx, file, name)
	if err != nil {
		return unit{}, err
	}
	if len(found) != 1 {
		e := &UnitError{Path: file.path, Unit: name}
		for _, u := range found {
			e.Found = append(e.Found, u.name())
		}
		return unit{}, e
	}
	return found[0], nil
}

// unitBefore finds a unit in the file of a parent: by its name, else by its hash.
func (w *why) unitBefore(ctx context.Context, p part, origin fileAt) (before part, same, there bool, err error) {
	own, err := w.units(ctx, p.fileAt, p.unit)
	if err != nil || len(own) == 0 {
		return part{}, false, false, err
	}
	found, err := w.units(ctx, origin, p.unit)
	if err != nil {
		return part{}, false, false, err
	}
	if len(found) > 0 {
		return part{origin, found[0].lines(), p.unit}, found[0].Unit.Hash == own[0].Unit.Hash, true, nil
	}
	doc, err := w.document(ctx, origin)
	if err != nil {
		return part{}, false, false, err
	}
	u, ok := renamedUnit(doc, own[0])
	if !ok {
		return part{}, false, false, nil
	}
	return part{origin, u.lines(), u.name()}, false, true, nil
}

// renamedUnit finds in an older document the unit that became one of another name:
// one of its kind with the same text but for the name, which the newer document no
// longer has.
func renamedUnit(before *semantic.Document, now unit) (unit, bool) {
	var out unit
	before.Walk(func(f semantic.Found) {
		if out.doc != nil || f.Unit.Kind != now.Unit.Kind || len(now.doc.Find(f.Unit.Kind+" "+f.Path)) > 0 {
			return
		}
		if alike(f.Unit.Body.In(before.Content), f.Unit.Name, now.Unit.Body.In(now.doc.Content), now.Unit.Name) {
			out = unit{f, before}
		}
	})
	return out, out.doc != nil
}

// alike reports whether two texts are the same but for the names in them.
func alike(a []byte, nameA string, b []byte, nameB string) bool {
	return bytes.Equal(bytes.ReplaceAll(a, []byte(last(nameA)), nil), bytes.ReplaceAll(b, []byte(last(nameB)), nil))
}

// last is a name without the type or the module that it belongs to.
func last(name string) string { return name[strings.LastIndexAny(name, "./:")+1:] }

// movedUnit finds a unit that the commit took out of another file: one of the same
// kind and name, or of the same hash.
func (w *why) movedUnit(ctx context.Context, p part) ([]part, error) {
	parents, err := w.parents(ctx, p.node)
	if err != nil || len(parents) == 0 {
		return nil, err
	}
	changes, err := w.changes(ctx, parents[0], p.node)
	if err != nil || len(changes) > maxMovedFiles {
		return nil, err
	}
	for _, c := range changes {
		if c.Path == p.path || c.Old == nil || !c.Old.Mode.IsFile() || c.Old.Size > maxTextBytes {
			continue
		}
		from, err := w.takenUnit(ctx, p, parents[0], c)
		if err != nil {
			return nil, err
		}
		if from != nil {
			return []part{*from}, nil
		}
	}
	return nil, nil
}

// takenUnit finds the unit in the old side of a change whose new side has it no more.
func (w *why) takenUnit(ctx context.Context, p part, parent *node, c snapshot.Change) (*part, error) {
	old := fileAt{parent, c.Path, *c.Old}
	if c.OldPath != "" {
		old.path = c.OldPath
	}
	found, err := w.units(ctx, old, p.unit)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	if c.New != nil && c.New.Mode.IsFile() {
		still, err := w.units(ctx, fileAt{p.node, c.Path, *c.New}, p.unit)
		if err != nil || len(still) > 0 {
			return nil, err
		}
	}
	return &part{old, found[0].lines(), p.unit}, nil
}
