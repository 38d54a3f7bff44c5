// Package opcmd holds the commands on the log of operations: genesis op log,
// show, undo, redo and restore.
package opcmd

import "github.com/genesis-vcs/genesis/porcelain/cli"

// Commands returns the commands of the family.
func Commands() []*cli.Command {
	return []*cli.Command{logCommand(), showCommand(), undoCommand(), redoCommand(), restoreCommand()}
}
