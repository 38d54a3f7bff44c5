package workspace

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/refs"
)

// FilesOf returns the commit that the files of a workspace are of: what the
// branch of its HEAD held when this workspace last moved it, went onto it, or
// wrote its files. It is not the tip only when others moved the branch since.
func FilesOf(ctx context.Context, db *refs.DB, id string, head refs.Head, tip objects.ID) (objects.ID, error) {
	if head.Branch == "" {
		return tip, nil
	}
	heads, err := db.Store().Rows(ctx, objects.RowQuery{Space: objects.SpaceHead, Limit: 2})
	if err != nil || len(heads.Rows) < 2 {
		return tip, err // there are no others
	}
	newest, _, err := db.Log(ctx, refs.LogQuery{Ref: head.Branch, All: true, Max: 1})
	if err != nil || len(newest) == 0 || newest[0].Workspace == id {
		return tip, err
	}
	own, _, err := db.Log(ctx, refs.LogQuery{})
	if err != nil {
		return tip, err
	}
	since := lastSync(own, id, head.Branch)
	moves, _, err := db.Log(ctx, refs.LogQuery{Ref: head.Branch, All: true})
	if err != nil {
		return tip, err
	}
	files := tip
	for _, op := range moves {
		if op.Seq <= since {
			break
		}
		files = valueBefore(op, head.Branch)
	}
	return files, nil
}

// lastSync is the number of the newest operation of a workspace after which its
// files belonged to what its branch held; 0 if there is none.
func lastSync(own []refs.Op, id string, branch refs.Name) uint64 {
	for _, op := range own {
		if !op.WorktreeAfter.IsZero() {
			return op.Seq
		}
		for _, c := range op.Changes {
			if c.Space == objects.SpaceHead && string(c.Name) == id || c.Space == objects.SpaceRef && string(c.Name) == string(branch) {
				return op.Seq
			}
		}
	}
	return 0
}

// valueBefore is what a ref held before an operation; zero when it was not set.
func valueBefore(op refs.Op, name refs.Name) objects.ID {
	for _, c := range op.Changes {
		if c.Space == objects.SpaceRef && string(c.Name) == string(name) && len(c.Old) == objects.IDSize {
			return objects.ID(c.Old)
		}
	}
	return objects.ID{}
}
