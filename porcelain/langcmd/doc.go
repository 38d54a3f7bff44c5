// Package langcmd holds the commands that look into the text of single files:
// genesis parse, fmt and vcs hash. None of them opens a store.
package langcmd

import "github.com/genesis-vcs/genesis/porcelain/cli"

// Commands returns the commands of the family.
func Commands() []*cli.Command {
	return []*cli.Command{parseCommand(), fmtCommand(), hashCommand()}
}
