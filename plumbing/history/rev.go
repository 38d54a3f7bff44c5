package history

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/refs"
)

// Rev is what a revision argument named.
type Rev struct {
	ID objects.ID // as named: a commit, tag, snapshot, tree, blob, …
	// Ref is set when the revision was a ref's name; HEAD stands for the branch
	// that it is on. Steps to parents name no ref.
	Ref refs.Name
}

// Resolve finds REV (spec/commands.md). In this order: 64 hex digits; a full
// ref name; a short name, under refs/heads, then refs/tags, then refs/remotes;
// a short id; 40 hex digits that are the id of a commit or tag in Git. git: and 4 to
// 40 digits are such an id, or its start. HEAD and @ name the workspace's HEAD. The suffixes ~n (n first
// parents back) and ^n (the n-th parent; ^0 is the commit itself) may follow,
// any number of them; tags are followed before a step.
//
// Errors: *UnknownRevError for what names nothing (also a step past the first
// commit), *UnbornError for the branch of HEAD before its first commit,
// *refs.NoWorkspaceError for HEAD without a workspace, *AmbiguousError for several objects with a short
// id and for a short name that is also an unambiguous short id,
// *RevSyntaxError, *NotCommitError for a step from something else,
// *objects.BadIDError for an id with upper-case digits.
func Resolve(ctx context.Context, db *refs.DB, text string) (Rev, error) {
	base, steps, err := parseRev(text)
	if err != nil {
		return Rev{}, err
	}
	rev, err := resolveBase(ctx, db, base)
	if err != nil {
		return Rev{}, unborn(ctx, db, base, err)
	}
	if len(steps) == 0 {
		return rev, nil
	}
	commit, err := Load(ctx, db.Store(), rev.ID)
	if err != nil {
		return Rev{}, err
	}
	for _, s := range steps {
		if commit, err = s.from(ctx, db.Store(), commit); err != nil {
			return Rev{}, err
		}
		if commit.Commit == nil {
			return Rev{}, &UnknownRevError{Rev: text}
		}
	}
	return Rev{ID: commit.ID}, nil
}

// ResolveCommit is Resolve, then follows tags to a commit. *NotCommitError for
// other kinds.
func ResolveCommit(ctx context.Context, db *refs.DB, text string) (Rev, Commit, error) {
	rev, err := Resolve(ctx, db, text)
	if err != nil {
		return Rev{}, Commit{}, err
	}
	commit, err := Load(ctx, db.Store(), rev.ID)
	return rev, commit, err
}

// ResolveTree is Resolve, then follows tags, commits and snapshots to a tree.
// *NotCommitError for other kinds.
func ResolveTree(ctx context.Context, db *refs.DB, text string) (objects.ID, error) {
	rev, err := Resolve(ctx, db, text)
	if err != nil {
		return objects.ID{}, err
	}
	return TreeOf(ctx, db.Store(), rev.ID)
}

// TreeOf is the root tree of a commit, snapshot or tree, or of a tag of one.
// *NotCommitError for other kinds.
func TreeOf(ctx context.Context, store objects.Store, id objects.ID) (objects.ID, error) {
	for {
		object, err := peel(ctx, store, id)
		if err != nil {
			return objects.ID{}, err
		}
		switch object.Kind {
		case objects.KindTree:
			return object.ID, nil
		case objects.KindCommit:
			commit, err := objects.DecodeAs[*objects.Commit](object.Data)
			if err != nil {
				return objects.ID{}, err
			}
			id = commit.Snapshot
		case objects.KindSnapshot:
			snap, err := objects.DecodeAs[*objects.Snapshot](object.Data)
			if err != nil {
				return objects.ID{}, err
			}
			id = snap.Root
		default:
			return objects.ID{}, &NotCommitError{ID: object.ID, Kind: object.Kind}
		}
	}
}

// ResolveID finds an object by 64 hex digits or an unambiguous short id
// (at least objects.MinShortID digits). Errors: *objects.BadIDError for text
// that is neither, *objects.NotFoundError for a full id that the store does not
// hold, *UnknownRevError for a short one, *AmbiguousError.
func ResolveID(ctx context.Context, store objects.Store, text string) (objects.ID, error) {
	if id, err := objects.ParseID(text); err == nil {
		_, err := store.Stat(ctx, id)
		return id, err
	}
	if !isShortID(text) {
		return objects.ID{}, &objects.BadIDError{Text: text}
	}
	ids, err := withPrefix(ctx, store, text)
	switch {
	case err != nil:
		return objects.ID{}, err
	case len(ids) == 0:
		return objects.ID{}, &UnknownRevError{Rev: text}
	case len(ids) > 1:
		return objects.ID{}, &AmbiguousError{Rev: text, Candidates: hexOf(ids)}
	}
	return ids[0], nil
}

// resolveBase finds a revision without steps.
func resolveBase(ctx context.Context, db *refs.DB, base string) (Rev, error) {
	if base == "HEAD" || base == "@" {
		return resolveHead(ctx, db, base)
	}
	if digits, ok := gitDigits(base); ok {
		return resolveGit(ctx, db, base, digits)
	}
	if _, err := objects.ParseID(base); err == nil {
		id, err := ResolveID(ctx, db.Store(), base)
		return Rev{ID: id}, unknown(base, err)
	}
	rev, err := resolveName(ctx, db, base)
	if err != nil || !isShortID(base) {
		if err == nil && rev.Ref == "" {
			err = nothing(base)
		}
		return rev, err
	}
	if rev.Ref == "" {
		id, err := ResolveID(ctx, db.Store(), base)
		if _, none := errors.AsType[*UnknownRevError](err); none && isGitID(base) {
			return resolveGit(ctx, db, base, base)
		}
		return Rev{ID: id}, unknown(base, err)
	}
	ids, err := withPrefix(ctx, db.Store(), base)
	if err == nil && len(ids) == 1 {
		both := append(hexOf(ids), string(rev.Ref))
		slices.Sort(both)
		err = &AmbiguousError{Rev: base, Candidates: both}
	}
	return rev, err
}

// unknown turns a full id that is not there into a revision that names nothing.
func unknown(base string, err error) error {
	var missing *objects.NotFoundError
	if errors.As(err, &missing) {
		return &UnknownRevError{Rev: base}
	}
	return err
}

func resolveHead(ctx context.Context, db *refs.DB, base string) (Rev, error) {
	head, id, err := db.Head(ctx)
	switch {
	case err != nil || !id.IsZero():
		return Rev{ID: id, Ref: head.Branch}, err
	case head.Branch != "":
		return Rev{}, &UnbornError{Branch: head.Branch}
	case db.Workspace() == "":
		return Rev{}, &refs.NoWorkspaceError{}
	}
	return Rev{}, &UnknownRevError{Rev: base}
}

// resolveName finds a full or a short ref name; the zero Rev if there is none.
func resolveName(ctx context.Context, db *refs.DB, base string) (Rev, error) {
	for _, family := range [...]string{"", refs.Heads, refs.Tags, refs.Remotes} {
		name, err := refs.ParseName(family + base)
		if err != nil {
			continue // no such name can be set
		}
		if id, ok, err := db.Get(ctx, name); err != nil || ok {
			return Rev{ID: id, Ref: name}, err
		}
	}
	return Rev{}, nil
}

// unborn is the error for a base that was not found for the reason err: it may
// still be the name of the branch that HEAD is on.
func unborn(ctx context.Context, db *refs.DB, base string, err error) error {
	_, unknown := errors.AsType[*UnknownRevError](err)
	_, malformed := errors.AsType[*objects.BadIDError](err)
	if !unknown && !malformed {
		return err
	}
	head, id, failed := db.Head(ctx)
	switch {
	case failed != nil:
		return failed
	case id.IsZero() && head.Branch != "" && (base == string(head.Branch) || base == head.Branch.Short()):
		return &UnbornError{Branch: head.Branch}
	}
	return err
}

// nothing is the error for a base that is neither a name nor an id. What would
// be an id if it were not for upper-case digits is malformed, as everywhere.
func nothing(base string) error {
	lower := strings.ToLower(base)
	if lower != base && (isShortID(lower) || len(lower) == 2*objects.IDSize && objects.IsHex(lower)) {
		return &objects.BadIDError{Text: base}
	}
	return &UnknownRevError{Rev: base}
}

func isShortID(text string) bool {
	return len(text) >= objects.MinShortID && len(text) < 2*objects.IDSize && objects.IsHex(text)
}

// maxCandidates is how many of several matches an error lists.
const maxCandidates = 10

// withPrefix returns the objects whose ids begin with the hex digits, sorted,
// at most maxCandidates.
func withPrefix(ctx context.Context, store objects.Store, prefix string) ([]objects.ID, error) {
	page, err := store.List(ctx, objects.ListQuery{Prefix: prefix, Limit: maxCandidates})
	if err != nil {
		return nil, err
	}
	var ids []objects.ID
	for _, info := range page.Objects {
		ids = append(ids, info.ID)
	}
	return ids, nil
}

func hexOf(ids []objects.ID) []string {
	var list []string
	for _, id := range ids {
		list = append(list, id.String())
	}
	return list
}
