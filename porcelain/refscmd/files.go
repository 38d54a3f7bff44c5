package refscmd

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/refs"
)

// warnOfFiles warns that the branch of HEAD moved and the files of the workspace
// did not: the next commit would take back what lies between. The refs have moved,
// so neither a signal nor a failure stops it.
func warnOfFiles(ctx context.Context, env *cli.Env, db *refs.DB, changes []objects.OpChange) {
	ctx = context.WithoutCancel(ctx)
	ws, err := env.Workspace(ctx)
	if err != nil || ws == nil || ws.ID == "" || env.DryRun {
		return
	}
	head, _, err := db.Head(ctx)
	if err != nil {
		return
	}
	for _, c := range changes {
		if c.Space == objects.SpaceRef && head.Branch != "" && string(c.Name) == string(head.Branch) {
			env.Warnf("%s is the branch of this workspace, whose files did not move: what differs now shows as changes, see `genesis status`", head.Branch)
		}
	}
}
