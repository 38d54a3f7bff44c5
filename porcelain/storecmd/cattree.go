package storecmd

import (
	"context"
	"errors"
	pathpkg "path"
	"strings"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// catTreeResult is the data of `store cat-tree`.
type catTreeResult struct {
	Entries cli.List[treeEntry] `json:"entries"`
}

type treeEntry struct {
	fields.Path
	Mode objects.Mode `json:"mode"`
	Hash string       `json:"hash" pattern:"^[0-9a-f]{40}([0-9a-f]{24})?$"`
	Size uint64       `json:"size"`
}

// Human implements cli.Result. The list went out already, entry by entry.
func (*catTreeResult) Human(*render.Printer) {}

func writeEntry(p *render.Printer, e treeEntry) {
	name := e.Path.Text
	if e.Mode == objects.ModeDir {
		name = p.Styled(render.Strong, name+"/")
	} else {
		name = p.Styled(render.Plain, name)
	}
	p.Linef("%-7s  %s  %9s  %s", e.Mode, e.Hash, sizeOf(e), name)
}

// sizeOf shows sizes where they mean something: not of directories.
func sizeOf(e treeEntry) string {
	if !e.Mode.IsFile() {
		return "-"
	}
	return render.Bytes(e.Size)
}

func catTreeCommand() *cli.Command {
	var recursive bool
	return &cli.Command{
		Path:  []string{"store", "cat-tree"},
		Short: "List a directory of a stored tree",
		Long: `Lists the tree of REV: a commit, tag, snapshot, tree, branch or tag name. With
PATH, which is relative to the root of the tree, it lists that directory, or
shows that file alone. -r goes into directories.`,
		Example: "  genesis store cat-tree main -- src\n  genesis store cat-tree -r HEAD",
		Args: []cli.Arg{
			{Name: "REV", Help: "what holds the tree"},
			{Name: "PATH", Optional: true, AfterDash: true, Help: "a path in the tree"},
		},
		Data:  []cli.Result{(*catTreeResult)(nil)},
		Exits: []contract.Status{contract.Refused, contract.NotFound, contract.Verification},
		Flags: func(fs *pflag.FlagSet) {
			fs.BoolVarP(&recursive, "recursive", "r", false, "list what is below, too")
		},
		Run: func(ctx context.Context, env *cli.Env, args []string) (cli.Result, error) {
			path := ""
			if len(args) > 1 {
				path = args[1]
				if err := env.TargetInTree(ctx, path); err != nil {
					return nil, err
				}
			}
			return fields.Data(catTree(ctx, env, args[0], path, recursive))
		},
	}
}

func catTree(ctx context.Context, env *cli.Env, rev, path string, recursive bool) (*catTreeResult, error) {
	db, err := env.DB(ctx)
	if err != nil {
		return nil, err
	}
	root, err := history.ResolveTree(ctx, db, rev)
	if err != nil {
		return nil, err
	}
	if path, err = cleanTreePath(path); err != nil {
		return nil, err
	}
	top, err := snapshot.Lookup(ctx, db.Store(), root, path)
	if _, missing := errors.AsType[*snapshot.NotInTreeError](err); missing {
		return nil, notInTree(rev, path)
	}
	if err != nil {
		return nil, err
	}
	r := &catTreeResult{Entries: cli.NewList[treeEntry](env).Streaming(writeEntry)}
	if top.Mode != objects.ModeDir {
		if _, err := r.Entries.Add(ctx, entryOf(path, top)); err != nil {
			return nil, err
		}
		return r, nil
	}
	prefix := path
	if prefix != "" {
		prefix += "/"
	}
	err = snapshot.Walk(ctx, db.Store(), top.ID, func(name string, e objects.Entry) error {
		more, err := r.Entries.Add(ctx, entryOf(prefix+name, e))
		if err != nil {
			return err
		}
		if !more {
			return errEnough
		}
		if e.Mode == objects.ModeDir && !recursive {
			return snapshot.SkipDir
		}
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		return nil, err
	}
	return r, nil
}

// errEnough ends a walk: no further entry will be taken.
var errEnough = errors.New("no further entry is wanted")

func entryOf(path string, e objects.Entry) treeEntry {
	return treeEntry{Path: fields.PathOf(path), Mode: e.Mode, Hash: fields.HashOf(e), Size: e.Size}
}

// notInTree says that the tree of a revision has no such path.
func notInTree(rev, path string) error {
	facts := fields.PathFacts(path)
	facts["revision"] = rev
	return contract.Fail("store/not-in-tree", facts)
}

// cleanTreePath takes what a person types for a directory: "src/", "./src", ".".
// A path that leads out of the tree is worktree/outside.
func cleanTreePath(path string) (string, error) {
	clean := pathpkg.Clean(strings.TrimLeft(path, "/"))
	switch {
	case clean == ".." || strings.HasPrefix(clean, "../"):
		return "", contract.Failf("worktree/outside", fields.PathFacts(path), "The path is outside of the tree")
	case clean == ".":
		return "", nil
	default:
		return clean, nil
	}
}
