// Package gitcmd has the commands that move history between a store and the
// repositories of Git.
package gitcmd

import "github.com/genesis-vcs/genesis/porcelain/cli"

// Commands lists the family.
func Commands() []*cli.Command {
	return []*cli.Command{importCommand(), exportCommand(), mergeDriverCommand()}
}
