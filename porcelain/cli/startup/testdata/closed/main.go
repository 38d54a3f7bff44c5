// Command closed exits with 3 when it was started with a closed stdout.
package main

import (
	"os"

	"github.com/genesis-vcs/genesis/porcelain/cli/startup"
)

func main() {
	if startup.StdoutClosed() {
		os.Exit(3)
	}
}
