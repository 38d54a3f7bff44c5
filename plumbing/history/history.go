// Package history walks commits and resolves the names of revisions.
package history

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/refs"
)

// Commit is a commit with its id.
type Commit struct {
	ID objects.ID
	*objects.Commit
}

// Load reads a commit; a tag is followed to its target. *NotCommitError for
// other kinds.
func Load(ctx context.Context, store objects.Store, id objects.ID) (Commit, error) { panic("todo") }

// LogQuery selects commits.
type LogQuery struct {
	From  []objects.ID
	Max   int      // 0: all
	Paths []string // only commits that changed one of these against a parent
}

// Log walks from the given commits, newest first (by committer time, never a
// parent before all its children that the walk reaches); truncated says that more would follow.
func Log(ctx context.Context, store objects.Store, q LogQuery) (commits []Commit, truncated bool, err error) {
	panic("todo")
}

// Rev is what a revision argument named.
type Rev struct {
	ID  objects.ID // as named: a commit, tag, snapshot, tree, blob, …
	Ref refs.Name  // set when it was a ref's name
}

// Resolve finds REV (spec/commands.md): 64 hex digits, a full ref name, a short
// name under refs/heads, refs/tags, refs/remotes, a short id; HEAD and @ name
// the workspace's HEAD; suffixes ~n and ^n walk to parents.
// Errors: *UnknownRevError, *AmbiguousError.
func Resolve(ctx context.Context, db *refs.DB, text string) (Rev, error) { panic("todo") }

// ResolveCommit is Resolve, then follows tags to a commit.
func ResolveCommit(ctx context.Context, db *refs.DB, text string) (Rev, Commit, error) { panic("todo") }

// ResolveTree is Resolve, then follows tags, commits and snapshots to a tree.
func ResolveTree(ctx context.Context, db *refs.DB, text string) (objects.ID, error) { panic("todo") }

// ResolveID finds an object by 64 hex digits or an unambiguous short id
// (at least objects.MinShortID digits).
func ResolveID(ctx context.Context, store objects.Store, text string) (objects.ID, error) {
	panic("todo")
}
