package history

import (
	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/refs"
)

// UnknownRevError reports a revision that names nothing.
type UnknownRevError struct{ Rev string }

func (e *UnknownRevError) Error() string { return "unknown revision " + e.Rev }

// UnbornError reports the branch that HEAD is on, which has no commit.
type UnbornError struct{ Branch refs.Name }

func (e *UnbornError) Error() string { return "no commit on " + string(e.Branch) }

// AmbiguousError reports a short name or id that fits several things.
type AmbiguousError struct {
	Rev        string
	Candidates []string // full ref names or hex ids, sorted; at most 10
}

func (e *AmbiguousError) Error() string { return "ambiguous revision " + e.Rev }

// NotCommitError reports an object of the wrong kind where a commit or a tree
// was needed.
type NotCommitError struct {
	ID   objects.ID
	Kind objects.Kind
}

func (e *NotCommitError) Error() string { return "not a commit: " + e.Kind.String() }

// RevSyntaxError reports a revision that is not written as one, or that uses a
// form which this version does not have. Reason is a clause about the revision.
type RevSyntaxError struct {
	Rev    string
	Reason string
}

func (e *RevSyntaxError) Error() string { return "malformed revision: it " + e.Reason }

// NotFileError reports a path that is no regular file where one was needed.
type NotFileError struct {
	Path string
	Mode objects.Mode
}

func (e *NotFileError) Error() string { return "not a regular file: " + e.Path }

// LineRangeError reports lines that a file does not have.
type LineRangeError struct {
	Path  string
	First int // 1-based
	Last  int
	Lines int // that the file has
}

func (e *LineRangeError) Error() string { return "no such lines in " + e.Path }
