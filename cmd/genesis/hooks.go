//go:build genesis_hooks && !windows

package main

import (
	"os"
	"time"

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
	worktree.SetScanpoints(func(name, path string) error {
		err := hooks.At(name)
		if err != nil && name == "scan-read" { // the file changes, if this is the root
			err = os.Chtimes(path, time.Time{}, time.Now())
		}
		return err
	})
}
