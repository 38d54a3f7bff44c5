//go:build !windows

// Command genesis is a content-addressed object store with version-control
// porcelain. This package only puts the families of commands together.
package main

import (
	"os"

	"github.com/genesis-vcs/genesis/porcelain/cli"
)

// families are all families of commands.
var families = []cli.Family{}

func main() { os.Exit(cli.Main(families...)) }
