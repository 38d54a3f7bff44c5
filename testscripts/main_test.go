// Package testscripts holds the acceptance tests of the binary: scripts in one
// folder a family, and tests of many processes, crashes and damage in Go. All
// of them run the real binary, which is built once.
//
// The harness checks what no script has to repeat: every envelope against the
// machine contract, every failure's human text for its cause and next action,
// and, after each script, every store that it left behind with store verify,
// unless the script says that it damaged it.
package testscripts

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/genesis-vcs/genesis/porcelain/cli/startup"
)

func TestMain(m *testing.M) {
	testscript.Main(withBinary{m}, map[string]func(){"asuser": asUser})
}

// binary is the path of the built genesis.
var binary string

// withBinary builds the binary before the tests and removes it after them.
type withBinary struct{ m *testing.M }

// Run implements testscript.TestingM.
func (w withBinary) Run() int {
	dir, err := os.MkdirTemp("", "genesis-binary-*")
	if err == nil {
		err = os.Chmod(dir, 0o755) // other users run it, too
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	binary = filepath.Join(dir, "genesis")
	build := buildCommand()
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "building the binary: %v\n%s", err, out)
		return 1
	}
	return w.m.Run()
}

// buildCommand builds the binary as a release is built, or with the race detector,
// which needs cgo and the usual start of a program.
func buildCommand() *exec.Cmd {
	flags, cgo := []string{"-ldflags", "-s -w " + startup.Link}, "CGO_ENABLED=0"
	if raceDetector {
		flags, cgo = []string{"-race"}, "CGO_ENABLED=1"
	}
	build := exec.Command("go", append(append([]string{"build", "-trimpath"}, flags...), "-o", binary, "../cmd/genesis")...)
	build.Env = append(os.Environ(), cgo)
	return build
}

// asUser is the program "asuser UID COMMAND…": it becomes another user.
func asUser() {
	uid, err := strconv.Atoi(os.Args[1])
	if err == nil {
		err = syscall.Setgroups(nil)
	}
	if err == nil {
		err = syscall.Setgid(uid)
	}
	if err == nil {
		err = syscall.Setuid(uid)
	}
	var path string
	if err == nil {
		path, err = exec.LookPath(os.Args[2])
	}
	if err == nil {
		err = syscall.Exec(path, os.Args[2:], os.Environ())
	}
	fmt.Fprintln(os.Stderr, "asuser:", err)
	os.Exit(120)
}
