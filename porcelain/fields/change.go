package fields

import (
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// Skipped is a path that a scan did not take, and why.
type Skipped struct {
	Path
	Reason string `json:"reason" pattern:"^[a-z]+(-[a-z]+)*$"`
}

// SkippedOf makes the fields of what a scan did not take.
func SkippedOf(list []worktree.Skipped) []Skipped {
	out := make([]Skipped, len(list))
	for i, s := range list {
		out[i] = Skipped{Path: PathOf(s.Path), Reason: s.Reason}
	}
	return out
}

// WriteSkipped lists what a scan did not take.
func WriteSkipped(p *render.Printer, list []Skipped) {
	if len(list) == 0 {
		return
	}
	rows := make([][]string, len(list))
	for i, s := range list {
		rows[i] = []string{"  " + p.Styled(render.Faint, s.Reason), s.Path.Text}
	}
	p.Linef("Not taken:")
	p.Table(nil, rows)
}

// KindOf names what a changed path is: file, dir, symlink or gitlink.
func KindOf(c snapshot.Change) string {
	e := c.New
	if e == nil {
		e = c.Old
	}
	switch {
	case e == nil || e.Mode.IsFile():
		return "file"
	default:
		return string(e.Mode) // dir, symlink and gitlink are named alike
	}
}

// Counts sums changes for a person who wants to know how much a commit holds.
type Counts struct {
	Added    int `json:"added"`
	Modified int `json:"modified"`
	Deleted  int `json:"deleted"`
	Renamed  int `json:"renamed"`
}

// CountsOf sums changes; a change of type or mode is a modification.
func CountsOf(changes []snapshot.Change) Counts {
	var n Counts
	for _, c := range changes {
		switch c.Status {
		case snapshot.Added, snapshot.Untracked:
			n.Added++
		case snapshot.Deleted:
			n.Deleted++
		case snapshot.Renamed:
			n.Renamed++
		default:
			n.Modified++
		}
	}
	return n
}

// String lists the counts that are not zero: "2 added, 1 deleted".
func (n Counts) String() string {
	return listed(
		counted{n.Added, "added"}, counted{n.Modified, "modified"},
		counted{n.Deleted, "deleted"}, counted{n.Renamed, "renamed"},
	)
}

// Moved says how many paths a move wrote and removed, "" when none: "1 path
// written, 2 removed".
func Moved(written, removed int) string {
	text := listed(counted{written, "written"}, counted{removed, "removed"})
	number, rest, _ := strings.Cut(text, " ")
	if rest == "" {
		return ""
	}
	noun := "paths"
	if number == "1" {
		noun = "path"
	}
	return number + " " + noun + " " + rest
}

// counted is a number of things to which the same happened.
type counted struct {
	n    int
	what string
}

// listed joins what happened at all.
func listed(list ...counted) string {
	var parts []string
	for _, c := range list {
		if c.n > 0 {
			parts = append(parts, strconv.Itoa(c.n)+" "+c.what)
		}
	}
	return strings.Join(parts, ", ")
}

// HashOf is the hash of a tree entry: hex of its object, or of the Git object
// that a gitlink names.
func HashOf(e objects.Entry) string {
	if e.Mode == objects.ModeGitlink {
		return hex.EncodeToString([]byte(e.Gitlink))
	}
	return e.ID.String()
}
