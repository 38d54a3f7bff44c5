package diffview

import (
	"cmp"

	"github.com/genesis-vcs/genesis/plumbing/treediff"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/semantic/unitdiff"
)

// Unit is what became of a definition, an entry or a section. Name is the one that
// it has now, or had.
type Unit struct {
	Change   string `json:"change" enum:"added,removed,changed,moved,renamed"`
	Kind     string `json:"kind" min:"1"`
	Name     string `json:"name,omitempty"`
	NameCode string `json:"name_encoding,omitempty"`
	OldName  string `json:"old_name,omitempty"`
	OldCode  string `json:"old_name_encoding,omitempty"`
	Moved    bool   `json:"moved,omitempty" jsonschema:"it has another place as well"`
	// From and To are the files of a unit that moved from one to the other.
	From     string `json:"from,omitempty"`
	FromCode string `json:"from_encoding,omitempty"`
	To       string `json:"to,omitempty"`
	ToCode   string `json:"to_encoding,omitempty"`
	Old      *Lines `json:"old,omitempty"`
	New      *Lines `json:"new,omitempty"`
}

// Lines are a range of lines, from 1, both included.
type Lines struct {
	First int `json:"first"`
	Last  int `json:"last"`
}

// unitsOf makes the records of what became of the units of a file.
func unitsOf(f *treediff.File, files []*treediff.File) []Unit {
	out := make([]Unit, len(f.Units))
	for i, c := range f.Units {
		out[i] = unitOf(c)
		if c.To >= 0 {
			from, to := files[c.From], files[c.To]
			out[i].From, out[i].FromCode = fields.Encode(cmp.Or(from.OldPath, from.Path))
			out[i].To, out[i].ToCode = fields.Encode(to.Path)
		}
	}
	return out
}

func unitOf(c unitdiff.Change) Unit {
	now := cmp.Or(c.New, c.Old)
	out := Unit{Change: string(c.What), Kind: now.Unit.Kind, Moved: c.Moved, Old: linesOf(c.Old), New: linesOf(c.New)}
	out.Name, out.NameCode = fields.Encode(now.Path)
	if c.Old != nil && c.Old.Path != now.Path {
		out.OldName, out.OldCode = fields.Encode(c.Old.Path)
	}
	return out
}

func linesOf(p *unitdiff.Part) *Lines {
	if p == nil {
		return nil
	}
	return &Lines{First: p.First, Last: p.Last}
}

// sentence says it in a few words for a person: "func close moved to db.go". path is
// the file below which it stands.
func (u *Unit) sentence(path string) string {
	s := u.Kind
	if u.OldName != "" && u.Change == string(unitdiff.Renamed) {
		s += " " + u.OldName + " renamed to " + u.Name
	} else if u.Name != "" {
		s += " " + u.Name
	}
	if u.Change != string(unitdiff.Renamed) {
		s += " " + u.Change
	}
	switch {
	case u.To == "" && u.Moved:
		s += " and moved"
	case u.To == "":
	case u.Moved && u.To == path:
		s += " and moved from " + u.From
	case u.Moved:
		s += " and moved to " + u.To
	case u.To == path:
		s += " from " + u.From
	default:
		s += " to " + u.To
	}
	return s
}
