package gitcmd

import (
	"context"

	"github.com/genesis-vcs/genesis/plumbing/git"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// exportStream writes the stream to standard output. What is not in it is said beside.
func exportStream(ctx context.Context, env *cli.Env, o exportOptions) (*exportResult, error) {
	if env.JSON {
		return nil, contract.Failf("usage/flag-conflict", contract.Facts{"flag": "--stream", "with": "--json", "command": "git export"},
			"The stream goes to standard output, where no JSON can be then")
	}
	db, err := env.DB(ctx)
	if err != nil {
		return nil, err
	}
	p := env.Progress("exporting")
	done, err := git.ExportStream(ctx, db, env.Stdout, git.StreamOptions{Filter: o.how.Filter, Progress: p.Add})
	p.End()
	if err != nil {
		return nil, err
	}
	for _, s := range done.Skipped {
		env.Warnf("not in the stream: %s, which %s", s.Name, s.Reason)
	}
	if done.Altered > 0 {
		env.Warnf("a stream does not carry all of %s (signatures and further headers, odd modes): from there on the ids in Git are others",
			render.Count(done.Altered, "object"))
	}
	if done.DroppedCount > 0 {
		env.Warnf("not in the stream: %s, which Git has not; the first is %s", render.Count(done.DroppedCount, "empty directory"), done.Dropped[0])
	}
	return &exportResult{streamed: true}, nil
}
