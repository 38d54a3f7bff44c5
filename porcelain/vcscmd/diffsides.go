package vcscmd

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/plumbing/treediff"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
)

// diffSide is one of the two things that are compared. Object is what the argument
// named, and Tree its root; an empty tree has none.
type diffSide struct {
	Kind     string     `json:"kind" enum:"tree,working-tree,file"`
	Object   objects.ID `json:"object,omitzero"`
	Tree     objects.ID `json:"tree,omitzero"`
	Path     string     `json:"path,omitempty"`
	PathCode string     `json:"path_encoding,omitempty"`
}

// comparison is two sides and where they differ.
type comparison struct {
	from, to diffSide
	changes  []snapshot.Change
	source   treediff.Source
	skipped  []fields.Skipped
}

// workingTree is the argument that stands for the working tree.
const workingTree = "."

// compared finds what differs between the arguments.
func compared(ctx context.Context, env *cli.Env, args, paths []string, files bool) (*comparison, error) {
	if files {
		return comparedFiles(ctx, env, args)
	}
	from, to := "", workingTree
	if len(args) > 0 {
		from = args[0]
	}
	if len(args) > 1 {
		to = args[1]
	}
	c := new(comparison)
	var err error
	switch {
	case from == workingTree && to == workingTree:
		c.from.Kind, c.to.Kind = workingKind, workingKind
		_, err = env.Workspace(ctx)
		return c, err
	case from == workingTree:
		if err = c.working(ctx, env, to, paths); err == nil {
			c.from, c.to = c.to, c.from
			c.changes = reversed(c.changes)
		}
	case to == workingTree:
		err = c.working(ctx, env, from, paths)
	default:
		err = c.trees(ctx, env, from, to, paths)
	}
	if err != nil {
		return nil, err
	}
	c.changes, err = snapshot.Similar(ctx, c.source, c.changes, snapshot.SimilarOptions{})
	return c, err
}

const workingKind = "working-tree"

// trees compares two revisions.
func (c *comparison) trees(ctx context.Context, env *cli.Env, from, to string, args []string) error {
	db, err := env.DB(ctx)
	if err != nil {
		return err
	}
	var paths []string
	if len(args) > 0 {
		if paths, err = fields.Paths(ctx, env, args); err != nil {
			return err
		}
	}
	c.source.Store = db.Store()
	for _, side := range []struct {
		rev string
		to  *diffSide
	}{{from, &c.from}, {to, &c.to}} {
		rev, err := history.Resolve(ctx, db, side.rev)
		if err != nil {
			return err
		}
		side.to.Kind, side.to.Object = "tree", rev.ID
		if side.to.Tree, err = history.TreeOf(ctx, db.Store(), rev.ID); err != nil {
			return err
		}
	}
	if err := c.exist(ctx, paths, c.from.Tree, c.to.Tree); err != nil {
		return err
	}
	c.changes, err = snapshot.Diff(ctx, db.Store(), c.from.Tree, c.to.Tree, paths)
	return err
}

// exist refuses a path that neither tree has.
func (c *comparison) exist(ctx context.Context, paths []string, trees ...objects.ID) error {
	for _, path := range paths {
		found := slices.ContainsFunc(trees, func(tree objects.ID) bool {
			_, err := snapshot.Lookup(ctx, c.source.Store, tree, path)
			return err == nil
		})
		if !found {
			return &snapshot.NotInTreeError{Path: path}
		}
	}
	return nil
}

// working compares a revision, or the commit that the files are of, with the
// working tree.
func (c *comparison) working(ctx context.Context, env *cli.Env, from string, args []string) error {
	l, err := newLook(ctx, env, args, new(fields.Limits))
	if err != nil {
		return err
	}
	c.from = diffSide{Kind: "tree", Object: l.filesOf, Tree: l.files}
	c.to.Kind = workingKind
	if from != "" {
		rev, err := history.Resolve(ctx, l.db, from)
		if err != nil {
			return err
		}
		c.from.Object = rev.ID
		if c.from.Tree, err = history.TreeOf(ctx, l.db.Store(), rev.ID); err != nil {
			return err
		}
	}
	scan, err := l.tree.Scan(ctx, worktree.ScanRequest{Store: l.db.Store(), Base: c.from.Tree, Paths: l.paths})
	if err != nil {
		return err
	}
	c.skipped = fields.SkippedOf(scan.Skipped)
	c.source.Store = l.db.Store()
	c.changes = slices.Clone(scan.Changes)
	return c.source.Working(ctx, l.tree, c.changes)
}

// reversed is what differs the other way round.
func reversed(changes []snapshot.Change) []snapshot.Change {
	var out []snapshot.Change
	for _, c := range changes {
		c.Old, c.New = c.New, c.Old
		switch c.Status {
		case snapshot.Added, snapshot.Untracked:
			c.Status = snapshot.Deleted
		case snapshot.Deleted:
			c.Status = snapshot.Added
		case snapshot.Renamed:
			c.Path, c.OldPath = c.OldPath, c.Path
		case snapshot.Modified, snapshot.ModeChange, snapshot.TypeChange:
		}
		out = append(out, c)
	}
	return out
}

// comparedFiles compares two files, wherever they are.
func comparedFiles(ctx context.Context, env *cli.Env, args []string) (*comparison, error) {
	if len(args) != 2 {
		return nil, contract.Failf("usage/missing-argument", contract.Facts{"argument": "B", "with": "--files"}, "Two files are compared: A and B")
	}
	c := &comparison{source: treediff.Source{Beside: map[objects.ID]func(context.Context) ([]byte, error){}}}
	var entries [2]objects.Entry
	for i, side := range []*diffSide{&c.from, &c.to} {
		env.Target(env.Abs(args[i]), "argv")
		content, err := readFile(ctx, env, args[i])
		if err != nil {
			return nil, err
		}
		id := objects.Sum(objects.KindBlob, content)
		entries[i] = objects.Entry{Mode: objects.ModeFile, ID: id, Size: uint64(len(content))}
		c.source.Beside[id] = func(context.Context) ([]byte, error) { return content, nil }
		side.Kind, side.Object = "file", id
		side.Path, side.PathCode = fields.Encode(args[i])
	}
	if entries[0].ID == entries[1].ID {
		return c, nil
	}
	c.changes = []snapshot.Change{{
		Path: shownName(args[1]), Status: snapshot.Modified, Old: &entries[0], New: &entries[1],
	}}
	return c, nil
}

// shownName is the name of a file of the command line in a difference, where paths
// have no slash in front.
func shownName(arg string) string {
	if filepath.IsLocal(arg) {
		return filepath.Clean(arg)
	}
	return filepath.Base(arg)
}
