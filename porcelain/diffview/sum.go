package diffview

import (
	"github.com/genesis-vcs/genesis/plumbing/treediff"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// Sum counts what differs, whatever is listed; embed it in a result.
type Sum struct {
	Changed int `json:"changed" jsonschema:"files that differ, whatever is listed"`
	Added   int `json:"added" jsonschema:"lines"`
	Removed int `json:"removed" jsonschema:"lines"`
}

// SumOf counts what differs in files.
func SumOf(files []*treediff.File) Sum {
	s := Sum{Changed: len(files)}
	for _, f := range files {
		removed, added := f.Changed()
		s.Removed, s.Added = s.Removed+removed, s.Added+added
	}
	return s
}

// Line writes the sum for a person.
func (s Sum) Line(p *render.Printer) {
	p.Linef("%s", p.Styled(render.Faint, render.Count(s.Changed, "file")+" changed, "+
		render.Count(s.Added, "line")+" added, "+render.Count(s.Removed, "line")+" removed"))
}
