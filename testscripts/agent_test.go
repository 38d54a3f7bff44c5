package testscripts

import (
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/genesis-vcs/genesis/porcelain/contract/contracttest"
)

// cmdSurface is "surface": stdout is the bare line of the surface manifest.
func cmdSurface(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, len(args) == 0 && !neg, "surface")
	ts.Check(contracttest.CheckSurface([]byte(ts.ReadFile("stdout"))))
}
