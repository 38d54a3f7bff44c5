// Package familiestest checks runs of the whole program against what its commands
// declare. Tests of the binary use it beside package contracttest, which knows no
// command.
package familiestest

import (
	"fmt"

	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/families"
)

// CheckExit reports that a command line ended with a status that its command does
// not declare. A process that a signal killed has none.
func CheckExit(args []string, status int) error {
	if status < 0 {
		return nil
	}
	if command, ok := cli.MayEndWith(args, contract.Status(status), families.All...); !ok {
		return fmt.Errorf("%s does not declare that it may end with %d: see Exits of its cli.Command", command, status)
	}
	return nil
}
