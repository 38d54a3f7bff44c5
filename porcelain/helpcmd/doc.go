// Package helpcmd is the family of commands that explain genesis to shells and
// people: scripts of completion and manual pages. The help itself belongs to the
// frame, since every command has it.
//
// Guarantees: both write text that depends on the command tree alone, not on
// the directory, the environment or the time.
package helpcmd

import "github.com/genesis-vcs/genesis/porcelain/cli"

// Commands are the commands of the family.
func Commands() []*cli.Command {
	return []*cli.Command{completionCommand(), manCommand()}
}
