package snapshot

import "github.com/genesis-vcs/genesis/objects"

// Status says how a path differs between two trees.
type Status string

// The ways a path can differ (spec/commands.md, vcs status).
const (
	Added      Status = "added"
	Modified   Status = "modified"
	Deleted    Status = "deleted"
	Renamed    Status = "renamed"
	TypeChange Status = "type"
	ModeChange Status = "mode"
	Untracked  Status = "untracked"
)

// Change is one path that differs. Paths are relative to the root of the tree,
// '/'-separated, as bytes found. Old or New is nil on the side without it.
// Directories appear only when they are empty on the side that has them.
type Change struct {
	Path    string
	OldPath string // only of Renamed
	Status  Status
	Old     *objects.Entry
	New     *objects.Entry
	// Similarity of a Renamed file, in percent; 100 only of equal content.
	Similarity int
}

// Compare returns how the entry of one path changed; "" if it did not. Nil is
// no entry.
func Compare(before, after *objects.Entry) Status {
	switch {
	case before == nil && after == nil:
		return ""
	case before == nil:
		return Added
	case after == nil:
		return Deleted
	case class(before.Mode) != class(after.Mode):
		return TypeChange
	case before.ID != after.ID || before.Gitlink != after.Gitlink:
		return Modified
	case before.Mode != after.Mode:
		return ModeChange
	default:
		return ""
	}
}

// class takes all modes of regular files together.
func class(m objects.Mode) objects.Mode {
	if m.IsFile() {
		return objects.ModeFile
	}
	return m
}
