// Package snapshot reads, compares and builds the trees of snapshots.
package snapshot

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
)

// Reader is the part of a store that reading trees needs.
type Reader interface {
	Get(ctx context.Context, id objects.ID) (objects.Object, error)
}

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
}

// NotInTreeError reports a path that a tree does not have.
type NotInTreeError struct{ Path string }

func (e *NotInTreeError) Error() string { return "no such path in the tree" }

// PathError reports an entry whose name may not be written anywhere: an alias
// of .git or .genesis, "..", a separator or a NUL byte.
type PathError struct {
	Path string
	Rule string
}

func (e *PathError) Error() string { return "refused path in a tree: " + e.Rule }

// CheckName checks one component by the rules of DESIGN §8 (every alias of
// .git and .genesis on every platform) and returns the broken rule, or "".
func CheckName(name string) string { panic("todo") }

// Tree reads the tree id. The zero ID is the empty tree.
func Tree(ctx context.Context, r Reader, id objects.ID) (*objects.Tree, error) { panic("todo") }

// Load reads a snapshot object.
func Load(ctx context.Context, r Reader, id objects.ID) (*objects.Snapshot, error) { panic("todo") }

// Walk calls fn for every entry below root in path order, directories before
// what they hold. fn may return SkipDir.
func Walk(ctx context.Context, r Reader, root objects.ID, fn func(path string, e objects.Entry) error) error {
	panic("todo")
}

// Lookup finds the entry at path ("" is the root itself, as a directory).
func Lookup(ctx context.Context, r Reader, root objects.ID, path string) (objects.Entry, error) {
	panic("todo")
}

// Diff compares two trees, equal subtrees unread, sorted by path bytes. A zero
// ID is the empty tree. Paths, if not empty, restrict it to these paths and
// what is below them.
func Diff(ctx context.Context, r Reader, a, b objects.ID, paths []string) ([]Change, error) {
	panic("todo")
}

// Renames joins a deleted and an added (or untracked) file of identical content
// and mode into one Renamed change; equal candidates pair in path order, same base
// name first. The result is sorted by path.
func Renames(changes []Change) []Change { panic("todo") }

// Edit is a change that Rewrite makes: the entry at Path becomes Entry, or goes
// when Entry is nil.
type Edit struct {
	Path  string
	Entry *objects.Entry
}

// Rewrite stages the trees of root with the edits applied and returns the new
// root. Only directories on changed paths are read and written. Directories
// that an edit empties disappear.
func Rewrite(ctx context.Context, r Reader, stage objects.Stage, root objects.ID, edits []Edit) (objects.ID, error) {
	panic("todo")
}

// Put stages a snapshot object over root. files and bytes are its totals.
func Put(ctx context.Context, stage objects.Stage, root objects.ID, files, bytes uint64) (objects.ID, error) {
	panic("todo")
}

// Count returns the totals of the tree at root.
func Count(ctx context.Context, r Reader, root objects.ID) (files, bytes uint64, err error) {
	panic("todo")
}
