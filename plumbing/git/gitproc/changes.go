package gitproc

import (
	"context"
	"fmt"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
)

// Change is an entry that differs between two trees; of a directory all below it
// are listed. Mode is empty where the entry goes.
type Change struct {
	Path string
	Mode objects.Mode
	OID  gitobj.OID
}

// emptyTree is the tree without entries, which git knows in every repository.
const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"

// Changes lists what differs between the trees of two commits. The zero OID is the
// empty tree.
func (r *Repo) Changes(ctx context.Context, from, to gitobj.OID) ([]Change, error) {
	base := from.String()
	if from.IsZero() {
		base = emptyTree
	}
	out, err := r.Output(ctx, "diff-tree", "-r", "-z", "--no-renames", base, to.String())
	if err != nil {
		return nil, err
	}
	var list []Change
	rest := string(out)
	for rest != "" {
		var header, path string
		header, rest, _ = strings.Cut(rest, "\x00")
		path, rest, _ = strings.Cut(rest, "\x00")
		c, err := parseChange(header, path)
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}

// parseChange parses ":oldmode newmode oldname newname status" (git-diff-tree(1)).
func parseChange(header, path string) (Change, error) {
	parts := strings.Fields(header)
	if len(parts) != 5 || path == "" {
		return Change{}, fmt.Errorf("git lists a change as %q", header)
	}
	c := Change{Path: path}
	var err error
	if parts[1] != "000000" {
		if c.Mode, err = gitobj.ParseMode(parts[1]); err != nil {
			return Change{}, err
		}
	}
	c.OID, err = gitobj.ParseOID(parts[3])
	return c, err
}
