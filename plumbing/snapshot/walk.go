package snapshot

import (
	"context"
	"errors"
	"io/fs"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
)

// SkipDir is what the function of a Walk returns for a directory whose content
// it does not want to see.
var SkipDir = fs.SkipDir

// NotInTreeError reports a path that a tree does not have.
type NotInTreeError struct{ Path string }

func (e *NotInTreeError) Error() string { return "no such path in the tree" }

// Walk calls fn for every entry below root in path order, directories before
// what they hold. The order is that of the trees: component by component, so
// that "a/b" comes before "a.b". fn may return SkipDir.
func Walk(ctx context.Context, r Reader, root objects.ID, fn func(path string, e objects.Entry) error) error {
	return walk(ctx, r, root, "", 0, fn)
}

func walk(ctx context.Context, r Reader, id objects.ID, dir string, depth int, fn func(string, objects.Entry) error) error {
	if depth >= MaxDepth {
		return &PathError{Path: dir, Rule: ruleDeep}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	tree, err := Tree(ctx, r, id)
	if err != nil {
		return err
	}
	for _, e := range tree.Entries {
		path := join(dir, string(e.Name))
		err := fn(path, e)
		if errors.Is(err, SkipDir) {
			continue
		}
		if err == nil && e.Mode == objects.ModeDir {
			err = walk(ctx, r, e.ID, path, depth+1, fn)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Lookup finds the entry at path ("" is the root itself, as a directory).
// A path that is not there is a *NotInTreeError.
func Lookup(ctx context.Context, r Reader, root objects.ID, path string) (objects.Entry, error) {
	at := objects.Entry{Mode: objects.ModeDir, ID: root}
	if path == "" {
		return at, nil
	}
	for name := range strings.SplitSeq(path, "/") {
		if at.Mode != objects.ModeDir {
			return objects.Entry{}, &NotInTreeError{Path: path}
		}
		tree, err := Tree(ctx, r, at.ID)
		if err != nil {
			return objects.Entry{}, err
		}
		e := find(tree, name)
		if e == nil {
			return objects.Entry{}, &NotInTreeError{Path: path}
		}
		at = *e
	}
	return at, nil
}

func join(dir, name string) string {
	if dir == "" {
		return name
	}
	return dir + "/" + name
}
