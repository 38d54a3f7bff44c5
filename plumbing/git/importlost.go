package git

import (
	"errors"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
	"github.com/genesis-vcs/genesis/plumbing/git/gitproc"
)

// A walk leaves out what a known tip reaches. Where the store has lost a part of that,
// it comes to light when something new names it, and the whole history is read again:
// then what was lost is stored once more.

// lostError reports that the store lacks what a known object needs.
type lostError struct{ err error }

func (e *lostError) Error() string { return e.err.Error() }

func (e *lostError) Unwrap() error { return e.err }

// lost says of a failure that it is one for which reading everything may help.
func (imp *importer) lost(err error) error {
	var gone *objects.NotFoundError
	var dangling *objects.DanglingError
	if !imp.whole && (errors.As(err, &gone) || errors.As(err, &dangling)) {
		return &lostError{err}
	}
	return err
}

// unknown is the failure for a commit or tag that the walk left out and that is not
// known: lost here, or where nothing was left out, missing in Git.
func (imp *importer) unknown(oid, child gitobj.OID) error {
	missing := &gitproc.MissingObjectError{OID: oid, Commit: child}
	if imp.whole || imp.ids.Root.IsZero() {
		return missing
	}
	return &lostError{missing}
}
