package refs

import (
	"context"
	"errors"

	"github.com/genesis-vcs/genesis/objects"
)

// VerbRepair is the verb of the operation that records which rows a rebuild of
// the catalog restored, when it could not restore all for certain.
const VerbRepair = "store repair"

// HeadInDoubt reports whether operations are lost that may have put a commit where
// HEAD, which is on a branch without one or unset, has none. It looks back to the
// operation that left HEAD so. Without a workspace there is no doubt.
func (db *DB) HeadInDoubt(ctx context.Context, head Head) (bool, error) {
	if db.origin.Workspace == "" {
		return false, nil
	}
	doubt := true // also when no operation left HEAD so
	err := db.walkOps(ctx, func(op Op) bool {
		if op.changesRef(head.Branch) || op.changesHead(db.origin.Workspace) {
			doubt = false
			return false
		}
		return op.Verb != VerbRepair
	})
	if hole := (*objects.CorruptError)(nil); errors.As(err, &hole) {
		return true, nil
	}
	return doubt, err
}
