// Package families puts the families of commands together: the one list that
// the program, the generator of the published documents and the tests use.
package families

import (
	"github.com/genesis-vcs/genesis/porcelain/agentcmd"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/commitcmd"
	"github.com/genesis-vcs/genesis/porcelain/gitcmd"
	"github.com/genesis-vcs/genesis/porcelain/helpcmd"
	"github.com/genesis-vcs/genesis/porcelain/langcmd"
	"github.com/genesis-vcs/genesis/porcelain/opcmd"
	"github.com/genesis-vcs/genesis/porcelain/refscmd"
	"github.com/genesis-vcs/genesis/porcelain/storecmd"
	"github.com/genesis-vcs/genesis/porcelain/vcscmd"
	"github.com/genesis-vcs/genesis/porcelain/workspacecmd"
)

// All are the families of commands.
var All = []cli.Family{
	workspacecmd.Commands,
	storecmd.Commands,
	refscmd.Commands,
	commitcmd.Commands,
	vcscmd.Commands,
	opcmd.Commands,
	gitcmd.Commands,
	langcmd.Commands,
	helpcmd.Commands,
	agentcmd.Commands,
}
