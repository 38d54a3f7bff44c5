//go:build !windows

// Command genesis is a content-addressed object store with version-control
// porcelain. Package families puts its commands together.
package main

import (
	"os"

	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/families"
)

func main() { os.Exit(cli.Main(families.All...)) }
