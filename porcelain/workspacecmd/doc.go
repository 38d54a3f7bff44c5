// Package workspacecmd holds the command that makes workspaces: genesis init.
package workspacecmd

import "github.com/genesis-vcs/genesis/porcelain/cli"

// Commands returns the commands of the family.
func Commands() []*cli.Command { return []*cli.Command{initCommand()} }
