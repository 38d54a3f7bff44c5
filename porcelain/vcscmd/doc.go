// Package vcscmd holds the commands of a workspace and its history: genesis vcs
// status, diff, checkout, switch, branch, tag, log, blame, why and
// snapshot.
package vcscmd

import "github.com/genesis-vcs/genesis/porcelain/cli"

// Commands returns the commands of the family.
func Commands() []*cli.Command {
	return []*cli.Command{
		statusCommand(), diffCommand(), checkoutCommand(), switchCommand(), branchCommand(), tagCommand(), mergeCommand(), merge3Command(), resolveCommand(), applyCommand(),
		logCommand(), blameCommand(), whyCommand(), snapshotCommand(),
	}
}
