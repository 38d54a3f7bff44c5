package history

import (
	"context"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/semantic/linediff"
)

// WhyQuery selects a part of a file.
type WhyQuery struct {
	Commit objects.ID // or a tag of one
	Path   string     // relative to the root of the tree, '/'-separated
	Lines  LineRange  // what is asked about, unless Unit is set
	Unit   string     // the name of a unit, as semantic.Document.Find takes it
}

// Shaped is a commit that shaped a part of a file.
type Shaped struct {
	Commit Commit
	Path   string    // of the file in that commit
	Unit   string    // what the unit is called there; "" of lines
	Lines  LineRange // of the part in that commit
	// Made: the part came into being here, or history ends here.
	Made bool
}

// Why calls visit for the commits that shaped a part of a file, newest first, until
// more is false. Lines are followed through the changes of the file around them;
// a unit is followed by its name and, when that changes, by its content, and counts
// as changed when its canonical hash does, not when it only was laid out anew. A
// merge counts when the part differs from that of every parent. Errors: those of
// Blame, *UnitError, and those of visit.
func Why(ctx context.Context, store objects.Store, q WhyQuery, visit func(Shaped) (more bool, err error)) error {
	visited := 0
	return withSource(ctx, store, []objects.ID{q.Commit}, func(s *source) error {
		again := visited // a search that begins anew goes the same way
		w := &why{files: newFiles(s), queue: nodeHeap{byGeneration: true}, parts: map[objects.ID][]part{}}
		if err := w.begin(ctx, q); err != nil {
			return err
		}
		return w.run(ctx, func(found Shaped) (bool, error) {
			if again > 0 {
				again--
				return true, nil
			}
			visited++
			return visit(found)
		})
	})
}

// part is what is followed, as a commit has it.
type part struct {
	fileAt
	lines LineRange
	unit  string // "" of lines
}

type why struct {
	*files
	queue nodeHeap
	parts map[objects.ID][]part // by commit
}

func (w *why) begin(ctx context.Context, q WhyQuery) error {
	file, err := w.start(ctx, q.Commit, q.Path)
	if err != nil {
		return err
	}
	p := part{fileAt: file, lines: q.Lines}
	if q.Unit != "" {
		u, err := w.oneUnit(ctx, file, q.Unit)
		if err != nil {
			return err
		}
		p.lines, p.unit = u.lines(), u.name()
	} else {
		content, err := w.text(ctx, file.entry.ID)
		if err != nil {
			return err
		}
		if _, err := runsOf(BlameQuery{Path: q.Path, Lines: []LineRange{q.Lines}}, len(content.lines)); err != nil {
			return err
		}
		p.lines.Last = min(p.lines.Last, len(content.lines))
	}
	w.want(p)
	return nil
}

// want queues a part, once.
func (w *why) want(p part) {
	list := w.parts[p.node.id]
	if list == nil {
		w.queue.push(p.node)
	}
	if !slices.ContainsFunc(list, func(other part) bool {
		return other.path == p.path && other.lines == p.lines && other.unit == p.unit
	}) {
		w.parts[p.node.id] = append(list, p)
	}
}

func (w *why) run(ctx context.Context, visit func(Shaped) (bool, error)) error {
	for w.queue.len() > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		n := w.queue.top()
		w.queue.pop()
		list := w.parts[n.id]
		delete(w.parts, n.id)
		for _, p := range list {
			shaped, made, err := w.examine(ctx, p)
			if err != nil {
				return err
			}
			if !shaped {
				continue
			}
			commit, err := Load(ctx, w.store, n.id)
			if err != nil {
				return err
			}
			if more, err := visit(Shaped{commit, p.path, p.unit, p.lines, made}); err != nil || !more {
				return err
			}
		}
	}
	return nil
}

// examine follows a part into the parents. shaped reports that it differs from that
// of each of them, made that none has it.
func (w *why) examine(ctx context.Context, p part) (shaped, made bool, err error) {
	origins, err := w.origins(ctx, p.fileAt)
	if err != nil {
		return false, false, err
	}
	var befores []part
	for _, o := range origins {
		before, same, there, err := w.before(ctx, p, o)
		if err != nil {
			return false, false, err
		}
		if same {
			w.want(before)
			return false, false, nil
		}
		if there {
			befores = append(befores, before)
		}
	}
	if len(befores) == 0 && p.unit != "" {
		if befores, err = w.movedUnit(ctx, p); err != nil {
			return false, false, err
		}
	}
	for _, before := range befores {
		w.want(before)
	}
	return true, len(befores) == 0, nil
}

// before finds the part in the file of a parent. same reports that it is the same
// there, there that it is there at all.
func (w *why) before(ctx context.Context, p part, origin fileAt) (before part, same, there bool, err error) {
	if origin.entry.ID == p.entry.ID {
		return part{origin, p.lines, p.unit}, true, true, nil
	}
	if p.unit != "" {
		return w.unitBefore(ctx, p, origin)
	}
	script, err := w.script(ctx, origin.entry.ID, p.entry.ID)
	if err != nil {
		return part{}, false, false, err
	}
	lines, same := linesBefore(p.lines, script)
	return part{origin, lines, ""}, same, lines.First <= lines.Last, nil
}

// linesBefore maps a range of the second text to the first: what stands there, and
// what edits within the range replaced. same reports that no edit touches it; an
// empty range that it did not exist.
func linesBefore(r LineRange, script []linediff.Edit) (before LineRange, same bool) {
	first, end := r.First-1, r.Last // 0-based, end excluded
	from, to, same := first, end, true
	for _, e := range script {
		if e.B0 >= end {
			break
		}
		shift := e.A1 - e.B1 // of the lines behind the edit
		if e.B1 <= first {
			from, to = first+shift, end+shift
			continue
		}
		same = false
		if e.B0 <= first {
			from = e.A0
		}
		if to = end + shift; e.B1 >= end {
			to = e.A1
		}
	}
	return LineRange{from + 1, to}, same
}
