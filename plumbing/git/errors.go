package git

import (
	"fmt"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
	"github.com/genesis-vcs/genesis/refs"
)

// ObjectError reports an object of Git that a store cannot hold.
type ObjectError struct {
	OID    gitobj.OID
	Type   gitobj.Type
	Reason string
	// Commit is one that has it, and Path where in its tree the object is, or the
	// entry of it that is meant; both as far as that is known.
	Commit gitobj.OID
	Path   string
}

func (e *ObjectError) Error() string {
	text := fmt.Sprintf("the Git %s %s cannot be kept: %s", e.Type, e.OID, e.Reason)
	if !e.Commit.IsZero() {
		text += fmt.Sprintf(" (at %q in commit %s)", e.Path, e.Commit)
	}
	return text
}

// RefNamesError reports refs of Git whose names no ref here may have.
type RefNamesError struct {
	Refs []RefProblem // sorted by name
}

// RefProblem is one ref with what is wrong.
type RefProblem struct {
	Name, Reason string
	Line         int // of a stream, where it moves the ref last; 0: there is no stream
}

func (e *RefNamesError) Error() string {
	return fmt.Sprintf("%d refs cannot be kept, the first is %q: %s", len(e.Refs), e.Refs[0].Name, e.Refs[0].Reason)
}

// DivergedError reports refs that were moved on both sides.
type DivergedError struct {
	Refs []Divergence // sorted by name
}

// Divergence is a ref here and what it would become.
type Divergence struct {
	Name     refs.Name
	Old, New objects.ID
}

func (e *DivergedError) Error() string {
	return fmt.Sprintf("%d refs have commits here that Git does not have, the first is %s", len(e.Refs), e.Refs[0].Name)
}

// NoRefError reports a pattern that no ref of Git matches.
type NoRefError struct{ Pattern string }

func (e *NoRefError) Error() string { return fmt.Sprintf("no ref matches %q", e.Pattern) }

// NothingError reports that no ref here goes to Git: none matches the pattern, or,
// when that is empty, there is none, or all are excluded.
type NothingError struct{ Pattern string }

func (e *NothingError) Error() string {
	if e.Pattern == "" {
		return "there is no ref to export"
	}
	return fmt.Sprintf("no ref here matches %q", e.Pattern)
}

// TargetError reports refs of Git that an export may not move, because something
// would be left behind.
type TargetError struct {
	Refs []RefProblem // sorted by name
}

func (e *TargetError) Error() string {
	return e.Refs[0].Name + " of the Git repository may not move: " + e.Refs[0].Reason
}

// CheckedOutError reports branches of Git that an export may not move, because
// working trees stand on them.
type CheckedOutError struct {
	Refs []RefProblem // sorted by name
}

func (e *CheckedOutError) Error() string {
	return e.Refs[0].Name + " of the Git repository may not move: " + e.Refs[0].Reason
}

// ClashError reports refs that Git cannot have, because another one is a directory of
// their names, or has one of them as its directory: a file holds each.
type ClashError struct {
	Refs []RefProblem // sorted by name
}

func (e *ClashError) Error() string {
	return "Git cannot have " + e.Refs[0].Name + ": " + e.Refs[0].Reason
}

// PatternError reports a pattern that is none.
type PatternError struct {
	Pattern string
	Exclude bool // it is one of those that leave refs out
}

func (e *PatternError) Error() string { return fmt.Sprintf("%q is no pattern of refs", e.Pattern) }

// UnsendableError reports what is in a history here and cannot be in one of Git.
type UnsendableError struct {
	Ref    string // in Git, that reaches it
	ID     objects.ID
	Path   string // of an entry of a tree
	Reason string
}

func (e *UnsendableError) Error() string {
	what := e.Path
	if what == "" {
		what = e.ID.String()
	}
	return fmt.Sprintf("%s, which %s reaches, cannot go to Git: %s", what, e.Ref, e.Reason)
}
