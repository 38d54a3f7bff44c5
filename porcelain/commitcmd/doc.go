// Package commitcmd holds the commands that make and show commits: genesis
// commit new and commit show.
package commitcmd

import "github.com/genesis-vcs/genesis/porcelain/cli"

// Commands returns the commands of the family.
func Commands() []*cli.Command {
	return []*cli.Command{newCommand(), showCommand()}
}
