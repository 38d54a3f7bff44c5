//go:build !windows

// Command genesis is a content-addressed object store with version-control
// porcelain. This package only puts the families of commands together.
package main

import (
	"os"

	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/commitcmd"
	"github.com/genesis-vcs/genesis/porcelain/opcmd"
	"github.com/genesis-vcs/genesis/porcelain/refscmd"
	"github.com/genesis-vcs/genesis/porcelain/storecmd"
	"github.com/genesis-vcs/genesis/porcelain/vcscmd"
	"github.com/genesis-vcs/genesis/porcelain/workspacecmd"
)

// families are all families of commands.
var families = []cli.Family{
	workspacecmd.Commands,
	storecmd.Commands,
	refscmd.Commands,
	commitcmd.Commands,
	vcscmd.Commands,
	opcmd.Commands,
}

func main() { os.Exit(cli.Main(families...)) }
