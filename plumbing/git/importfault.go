package git

import (
	"cmp"
	"context"
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
	"github.com/genesis-vcs/genesis/plumbing/git/gitproc"
)

// entryError says of a failure in which tree and at which entry of it it is.
type entryError struct {
	tree gitobj.OID
	name string // may be empty: the tree itself
	err  error
}

func (e *entryError) Error() string { return e.err.Error() }

func (e *entryError) Unwrap() error { return e.err }

// explain finds the reason of a failure: that it was stopped, or the object that
// is missing in what git says.
func explain(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if failed := (*gitproc.FailedError)(nil); errors.As(err, &failed) {
		return missingIn(failed, err)
	}
	return err
}

// place adds to a failure the commit and the path where the object is.
func (imp *importer) place(ctx context.Context, err error) error {
	if lost := (*lostError)(nil); errors.As(err, &lost) {
		return err // it is tried again
	}
	var tree gitobj.OID
	var name string
	if at := (*entryError)(nil); errors.As(err, &at) {
		tree, name, err = at.tree, at.name, at.err
	}
	var refused *ObjectError
	var missing *gitproc.MissingObjectError
	switch {
	case errors.As(err, &refused) && refused.Commit.IsZero():
		refused.Commit, refused.Path = imp.locate(ctx, refused.Type, cmp.Or(tree, refused.OID), name)
	case errors.As(err, &missing) && missing.Commit.IsZero():
		missing.Commit, missing.Path = imp.locate(ctx, gitobj.Tree, cmp.Or(tree, missing.OID), name)
	}
	return err
}

// locate returns a commit that has the object, and the path of the entry of that
// name in it. Where a history cannot be read to its end, nothing is found.
func (imp *importer) locate(ctx context.Context, t gitobj.Type, oid gitobj.OID, name string) (gitobj.OID, string) {
	if t == gitobj.Commit {
		return oid, ""
	}
	var tips []gitobj.OID
	for _, r := range imp.gitRefs {
		tips = append(tips, r.OID)
	}
	if head := imp.done.Head.Detached; !head.IsZero() {
		tips = append(tips, head)
	}
	commit, at, ok, err := imp.repo.Locate(ctx, distinct(tips), oid)
	if err != nil || !ok {
		return gitobj.OID{}, ""
	}
	return commit, path.Join(at, name)
}

// missingIn finds the object that is missing in what git says, and the commit that
// needs it.
func missingIn(failed *gitproc.FailedError, err error) error {
	if !slices.ContainsFunc(missingWords, func(w string) bool { return strings.Contains(failed.Words, w) }) {
		return err
	}
	var named []gitobj.OID
	for word := range strings.FieldsSeq(failed.Words) {
		if oid, bad := gitobj.ParseOID(strings.Trim(word, "'\".,:()")); bad == nil {
			named = append(named, oid)
		}
	}
	if len(named) == 0 {
		return err
	}
	missing := &gitproc.MissingObjectError{OID: named[0]}
	if _, ref, ok := strings.Cut(failed.Words, named[0].String()+" for "); ok {
		missing.Ref = ref
	}
	if i := slices.IndexFunc(named, func(oid gitobj.OID) bool { return oid != named[0] }); i > 0 && strings.Contains(failed.Words, "parents of commit") {
		missing.Commit = named[i]
	}
	return missing
}

// missingWords are how git speaks of an object that is not there.
var missingWords = []string{"missing", "unable to read", "bad object", "bad tree object", "unable to parse", "Could not read"}

// atEntry says where a failure is; one of a deeper tree knows it better.
func atEntry(tree gitobj.OID, name string, err error) error {
	if at := (*entryError)(nil); errors.As(err, &at) {
		return err
	}
	return &entryError{tree, name, err}
}

// ofCommit says which commit needs an object that is missing.
func ofCommit(err error, commit gitobj.OID) error {
	if missing := (*gitproc.MissingObjectError)(nil); errors.As(err, &missing) {
		missing.Commit = commit
	}
	return err
}
