//go:build genesis_hooks && !windows

package main

import (
	"os"

	"github.com/genesis-vcs/genesis/objects/packstore"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/cli"
)

// A build with this tag is for tests of failures: GENESIS_HOOKS says what goes
// wrong, and where (cli.Hooks).
func init() {
	hooks := cli.SetHooks(os.Getenv("GENESIS_HOOKS"))
	packstore.SetFailpoints(hooks.At)
	worktree.SetFailpoints(func(name string) { _ = hooks.At(name) })
}
