package main

import (
	"fmt"

	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/families"
	"github.com/genesis-vcs/genesis/porcelain/helpcmd"
)

// manPages makes the manual pages of genesis and of every word below it.
func manPages() ([]file, error) {
	root := cli.Describe(families.All...)
	var files []file
	var walk func(n *cli.Node) error
	walk = func(n *cli.Node) error {
		manual, ok := root.Manual(n.Path[1:]...)
		if !ok {
			return fmt.Errorf("%q has no manual", n.Words())
		}
		files = append(files, file{helpcmd.PageName(n.Words()) + ".1", helpcmd.ManPage(manual)})
		for _, sub := range n.Subcommands {
			if err := walk(sub); err != nil {
				return err
			}
		}
		return nil
	}
	err := walk(root)
	return files, err
}
