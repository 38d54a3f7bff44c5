// Package refscmd holds the commands that read and move refs: genesis refs get,
// list, set, delete and update. They take full names only, and their hashes are
// moved by compare-and-swap on what the caller saw.
package refscmd

import "github.com/genesis-vcs/genesis/porcelain/cli"

// Commands returns the commands of the family.
func Commands() []*cli.Command {
	return []*cli.Command{getCommand(), listCommand(), setCommand(), deleteCommand(), updateCommand()}
}
