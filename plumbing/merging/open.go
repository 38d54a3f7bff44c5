package merging

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/plumbing/treemerge"
)

func sortFiles(files []File) {
	slices.SortFunc(files, func(a, b File) int { return cmp.Compare(a.Path(), b.Path()) })
}

// Working is what the working tree has.
type Working struct {
	Store objects.Store
	// Changes are those against the tree of the merge.
	Changes []snapshot.Change
	// Content reads a file of the working tree.
	Content func(ctx context.Context, path string, e objects.Entry) ([]byte, error)
}

// Open returns those of the files that nobody decided: the working tree has what
// the merge put there, or text with its markers.
func (w *Working) Open(ctx context.Context, files []File) ([]File, error) {
	changed := make(map[string]snapshot.Change)
	for _, c := range snapshot.Split(w.Changes) {
		changed[c.Path] = c
	}
	var open []File
	for _, f := range files {
		is, err := w.open(ctx, f, changed)
		if err != nil {
			return nil, err
		}
		if is {
			open = append(open, f)
		}
	}
	return open, nil
}

func (w *Working) open(ctx context.Context, f File, changed map[string]snapshot.Change) (bool, error) {
	touched := false
	for _, path := range Places(f.Conflict) {
		c, ok := changed[path]
		if !ok {
			continue
		}
		touched = true
		if c.New == nil || !c.New.Mode.IsFile() || c.New.Size > treemerge.MaxText {
			continue
		}
		marked, err := w.marked(ctx, f.Conflict, path, *c.New)
		if marked || err != nil {
			return marked, err
		}
	}
	return !touched, nil
}

// marked says that a file still has a marker of the conflict. Markers are longer
// than any line of the sides that looks like one.
func (w *Working) marked(ctx context.Context, c *objects.Conflict, path string, e objects.Entry) (bool, error) {
	if c.Result == nil || !slices.ContainsFunc(c.Regions, func(r objects.ConflictRegion) bool { return !whole(r) }) {
		return false, nil
	}
	merged, err := treemerge.NewDesk(w.Store, nil).Content(ctx, c.Result.ID)
	if err != nil {
		return false, err
	}
	size := longestMarker(merged)
	content, err := w.Content(ctx, path, e)
	return size > 0 && longestMarker(content) >= size, err
}

// longestMarker is the length of the longest line beginning "<<<<<<<" or ">>>>>>>"
// that may be a marker.
func longestMarker(content []byte) int {
	longest := 0
	for line := range bytes.Lines(content) {
		for _, char := range "<>" {
			rest := bytes.TrimLeft(line, string(char))
			if n := len(line) - len(rest); n >= 7 && (len(rest) == 0 || bytes.IndexByte([]byte(" \r\n"), rest[0]) >= 0) {
				longest = max(longest, n)
			}
		}
	}
	return longest
}
