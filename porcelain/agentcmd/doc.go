// Package agentcmd holds the commands that describe the program to other
// programs.
//
//   - cli-schema: the command tree with every option;
//   - agent-surface: the tools, the exit statuses, the rules of the flags;
//   - agent-index: all that an agent needs to plan, or one record of the catalog.
//
// Guarantees: what is printed is derived from the declarations that the parser
// enforces and from the registry of faults, and equal builds print equal bytes.
// Nothing is computed before one of the commands runs, and none of them opens a
// store or a workspace.
package agentcmd

import "github.com/genesis-vcs/genesis/porcelain/cli"

// Commands are the commands of the family.
func Commands() []*cli.Command {
	return []*cli.Command{schemaCommand(), surfaceCommand(), indexCommand()}
}
