// Package matrix breaks every command in every way: it runs the real binary,
// built so that it goes wrong where it is told to, in a copy of a prepared
// workspace, and holds what comes out against the machine contract and against
// what became of the store and of the files.
package matrix

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/cli/startup"
)

// The binaries: one with hooks, and one as it is given to people.
var hooked, plain string

func TestMain(m *testing.M) { os.Exit(withBinaries(m)) }

// withBinaries builds the binaries before the tests and removes them after them.
func withBinaries(m *testing.M) int {
	dir, err := os.MkdirTemp("", "genesis-matrix-*")
	if err == nil {
		err = os.Chmod(dir, 0o755) // other users run them, too
	}
	if err == nil {
		defer os.RemoveAll(dir)
		hooked, plain = filepath.Join(dir, "hooked"), filepath.Join(dir, "genesis")
		err = build(hooked, "-tags", "genesis_hooks")
	}
	if err == nil {
		err = build(plain)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

func build(path string, flags ...string) error {
	args := append([]string{"build", "-trimpath", "-ldflags", "-s -w " + startup.Link, "-o", path}, flags...)
	cmd := exec.Command("go", append(args, "../../cmd/genesis")...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building the binary: %w\n%s", err, out)
	}
	return nil
}
