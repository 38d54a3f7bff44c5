package gitproc

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"

	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
)

// Locate finds a commit that the tips reach and that has the tree or blob, and its
// path there. It reads the history until it is found, so it is for saying where
// something is wrong. ok is false if no commit has it.
func (r *Repo) Locate(ctx context.Context, tips []gitobj.OID, oid gitobj.OID) (commit gitobj.OID, path string, ok bool, err error) {
	walk, err := r.Start(ctx, revisions(tips, nil), "rev-list", "--objects", "--in-commit-order", "--missing=allow-any", "--stdin")
	if err != nil {
		return commit, "", false, err
	}
	defer walk.Stop()
	lines, want := bufio.NewReaderSize(walk.Out, readBuffer), oid.String()
	for {
		line, err := lines.ReadString('\n')
		if errors.Is(err, io.EOF) {
			return commit, "", false, nil
		}
		if err != nil {
			return commit, "", false, err
		}
		// Behind a commit come the trees and blobs that it is the first to have,
		// with a blank and the path, which a root tree has not.
		name, path, object := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		switch {
		case !object:
			if commit, err = gitobj.ParseOID(name); err != nil {
				return commit, "", false, err
			}
		case name == want:
			return commit, path, !commit.IsZero(), nil
		}
	}
}
