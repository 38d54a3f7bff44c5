package fields

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/chunk"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/cli"
)

// Preview is what a path would hold after a change. Change compares it with the
// tree that the files are of: added, modified, deleted, renamed, type or mode.
// Kind, Size and what follows describe the result, so what is deleted has none;
// the content of a symlink is its target; directories and gitlinks have none.
type Preview struct {
	Path
	OldPath     string  `json:"old_path,omitempty"`
	OldEncoding string  `json:"old_path_encoding,omitempty"`
	Change      string  `json:"change" enum:"added,modified,deleted,renamed,type,mode"`
	Kind        string  `json:"kind,omitempty" enum:"file,symlink,dir,gitlink"`
	Size        *uint64 `json:"size,omitempty"`
	Encoding    string  `json:"encoding,omitempty" enum:"utf-8,base64"`
	Content     *string `json:"content,omitempty" cut:"content"`
	Omitted     string  `json:"omitted,omitempty" enum:"file-too-large,total-too-large"`
}

const (
	// maxPreviewFile and maxPreviewTotal bound the content that previews show,
	// in bytes.
	maxPreviewFile  = 1 << 20
	maxPreviewTotal = 16 << 20
	// The reasons for which content is not shown.
	fileTooLarge  = "file-too-large"
	totalTooLarge = "total-too-large"
)

// Previews makes the previews of changes, in their order. content reads a blob
// that the store does not have; nil when it has them all.
func Previews(ctx context.Context, store objects.Store, changes []snapshot.Change, content func(path string, e objects.Entry) ([]byte, error)) ([]Preview, error) {
	r := &previewer{store: store, content: content, left: maxPreviewTotal}
	list := make([]Preview, len(changes))
	for i, c := range changes {
		var err error
		if list[i], err = r.preview(ctx, c); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// NoPreviews is the preview, when there is one, of a change that writes no path.
func NoPreviews(env *cli.Env) []Preview {
	if !env.Preview {
		return nil
	}
	return []Preview{}
}

// previewer reads content until there was enough of it.
type previewer struct {
	store   objects.Store
	content func(path string, e objects.Entry) ([]byte, error)
	left    uint64
}

func (r *previewer) preview(ctx context.Context, c snapshot.Change) (Preview, error) {
	p := Preview{Path: PathOf(c.Path), Change: string(c.Status)}
	if c.Status == snapshot.Untracked {
		p.Change = string(snapshot.Added)
	}
	if c.Status == snapshot.Renamed {
		p.OldPath, p.OldEncoding = Encode(c.OldPath)
	}
	if c.New == nil {
		return p, nil
	}
	p.Kind = KindOf(c)
	if !c.New.Mode.IsFile() && c.New.Mode != objects.ModeSymlink {
		return p, nil
	}
	size := c.New.Size
	p.Size = &size
	switch {
	case size > maxPreviewFile:
		p.Omitted = fileTooLarge
		return p, nil
	case size > r.left:
		r.left = 0 // and nothing that follows, so that what is shown is a beginning
		p.Omitted = totalTooLarge
		return p, nil
	}
	data, err := r.read(ctx, c.Path, *c.New)
	if err != nil {
		return p, err
	}
	size = uint64(len(data)) // which a tree does not have of a symlink
	r.left -= min(size, r.left)
	text, encoding := Content(data)
	p.Content, p.Encoding = &text, encoding
	return p, nil
}

// read returns the content of an entry that is not too large.
func (r *previewer) read(ctx context.Context, path string, e objects.Entry) ([]byte, error) {
	if r.content != nil {
		has, err := r.store.Has(ctx, []objects.ID{e.ID})
		if err != nil {
			return nil, err
		}
		if !has[0] {
			return r.content(path, e)
		}
	}
	o, err := r.store.Get(ctx, e.ID)
	if err != nil || o.List.IsZero() {
		return o.Data, err
	}
	blob, err := chunk.Open(ctx, r.store, e.ID)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	_, err = blob.WriteTo(&b)
	return b.Bytes(), err
}

// MovePreviews makes the previews of a move of the working tree from one root
// tree to another that a dry run described.
func MovePreviews(ctx context.Context, store objects.Store, from, to objects.ID, done worktree.MoveResult) ([]Preview, error) {
	differ, err := snapshot.Diff(ctx, store, from, to, nil)
	if err != nil {
		return nil, err
	}
	known := make(map[string]snapshot.Change, len(differ))
	for _, c := range differ {
		known[c.Path] = c
	}
	changes := make([]snapshot.Change, 0, len(done.Written)+len(done.Removed))
	for _, path := range done.Removed {
		changes = append(changes, snapshot.Change{Path: path, Status: snapshot.Deleted})
	}
	for _, path := range done.Written {
		c, ok := known[path]
		if !ok { // both trees have it alike, and the working tree does not
			e, err := snapshot.Lookup(ctx, store, to, path)
			if err != nil {
				return nil, err
			}
			c = snapshot.Change{Path: path, Status: snapshot.Modified, New: &e}
		}
		changes = append(changes, c)
	}
	slices.SortFunc(changes, func(a, b snapshot.Change) int { return strings.Compare(a.Path, b.Path) })
	return Previews(ctx, store, changes, nil)
}
