package vcscmd

import (
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/merging"
	"github.com/genesis-vcs/genesis/plumbing/treemerge"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/semantic/merge3"
)

// mergedFile is a file that both sides of a merge had a part in.
type mergedFile struct {
	fields.Path
	Status   string `json:"status" enum:"merged,reused,conflict"`
	Language string `json:"language,omitempty"`
	// Settled counts the places that both sides changed and that are decided.
	Settled int    `json:"settled"`
	Proof   *proof `json:"proof,omitempty"`
	// Conflict is what "genesis vcs resolve-conflict" takes.
	Conflict objects.ID     `json:"conflict,omitzero"`
	Class    string         `json:"class,omitempty" enum:"text,syntax,structure,binary"`
	Reason   string         `json:"reason,omitempty"`
	Units    []conflictUnit `json:"units,omitempty"`
}

// proof is what was checked of a clean result.
type proof struct {
	Parsed    bool `json:"parsed"`
	Unique    bool `json:"unique"`
	Accounted bool `json:"accounted"`
}

// conflictUnit is a place of a conflict. The ranges are lines of the sides and of
// the file with the markers; a unit for the file as a whole has none.
type conflictUnit struct {
	Unit   string     `json:"unit" min:"1"`
	Class  string     `json:"class" enum:"text,syntax,structure,binary"`
	Base   *linesAt   `json:"base,omitempty"`
	Left   *linesAt   `json:"left,omitempty"`
	Right  *linesAt   `json:"right,omitempty"`
	Result *linesAt   `json:"result,omitempty"`
	Choice string     `json:"choice,omitempty" enum:"left,right,base,union,set"`
	Set    objects.ID `json:"set,omitzero"`
}

// linesAt is the first line, from 1, and how many.
type linesAt struct {
	First uint64 `json:"first"`
	Count uint64 `json:"count"`
}

// mergedFileOf makes the record of a file; id is that of its conflict.
func mergedFileOf(f treemerge.File, id objects.ID) mergedFile {
	out := mergedFile{Path: fields.PathOf(f.Path), Status: "merged", Language: f.Language, Settled: f.Settled}
	switch {
	case f.Conflict != nil:
		out.conflict(f.Conflict, id)
	case f.Reused:
		out.Status = "reused"
	case f.Proof != (merge3.Proof{}):
		out.Proof = &proof{f.Proof.Parsed, f.Proof.Unique, f.Proof.Accounted}
	}
	return out
}

func (m *mergedFile) conflict(c *objects.Conflict, id objects.ID) {
	m.Status, m.Conflict, m.Class, m.Reason = "conflict", id, c.Class, c.Reason
	m.Units = unitsOf(c)
}

func unitsOf(c *objects.Conflict) []conflictUnit {
	names := merging.Units(c)
	out := make([]conflictUnit, len(c.Regions))
	for i, r := range c.Regions {
		out[i] = conflictUnit{Unit: names[i], Class: r.Class, Choice: r.Choice, Set: r.Set}
		if r.Result.First > 0 {
			out[i].Base, out[i].Left = rangeOf(r.Base), rangeOf(r.Left)
			out[i].Right, out[i].Result = rangeOf(r.Right), rangeOf(r.Result)
		}
	}
	return out
}

func rangeOf(l objects.ConflictLines) *linesAt { return &linesAt{l.First, l.Count} }

// writeMerged lists files for a person.
func writeMerged(p *render.Printer, files []mergedFile) {
	var rows [][]string
	for _, f := range files {
		style, what := render.Note, f.Status
		if f.Status == "conflict" {
			style = render.Bad
			var units []string
			for _, u := range f.Units {
				units = append(units, u.Unit)
			}
			what = strings.TrimSpace(f.Class + " " + f.Reason)
			rows = append(rows, []string{"  " + p.Styled(style, "conflict"), f.Path.Text, what, strings.Join(units, ", "), fields.Short(f.Conflict)})
			continue
		}
		rows = append(rows, []string{"  " + p.Styled(style, what), f.Path.Text, f.Language, "", ""})
	}
	p.Table(nil, rows)
}
