// Package storecmd holds the commands that work on single objects and on the
// store as a whole: genesis store put, get, has, stat, ls, cat-tree, verify,
// batch, optimize and repair.
package storecmd

import "github.com/genesis-vcs/genesis/porcelain/cli"

// Commands returns the commands of the family.
func Commands() []*cli.Command {
	return []*cli.Command{
		putCommand(), getCommand(), hasCommand(), statCommand(), lsCommand(),
		catTreeCommand(), verifyCommand(), batchCommand(), optimizeCommand(), repairCommand(),
	}
}
