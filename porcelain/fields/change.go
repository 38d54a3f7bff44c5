package fields

import (
	"encoding/hex"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
)

// Skipped is a path that a scan did not take, and why.
type Skipped struct {
	Path
	Reason string `json:"reason"`
}

// SkippedOf makes the fields of what a scan did not take.
func SkippedOf(list []worktree.Skipped) []Skipped {
	out := make([]Skipped, len(list))
	for i, s := range list {
		out[i] = Skipped{Path: PathOf(s.Path), Reason: s.Reason}
	}
	return out
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

// HashOf is the hash of a tree entry: hex of its object, or of the Git object
// that a gitlink names.
func HashOf(e objects.Entry) string {
	if e.Mode == objects.ModeGitlink {
		return hex.EncodeToString([]byte(e.Gitlink))
	}
	return e.ID.String()
}
