package docs_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/cli/startup"
)

// buildBinary builds genesis once for all tests of this package, into a
// directory that TestMain removes.
var buildBinary = sync.OnceValues(func() (dir string, err error) {
	if dir, err = os.MkdirTemp("", "genesis-docs-"); err != nil {
		return "", err
	}
	scratch = append(scratch, dir)
	build := exec.Command("go", "build", "-ldflags", startup.Link, "-o", filepath.Join(dir, "genesis"), "../cmd/genesis")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return dir, fmt.Errorf("%w\n%s", err, out)
	}
	return dir, nil
})

// scratch lists what TestMain removes.
var scratch []string

func TestMain(m *testing.M) {
	status := m.Run()
	for _, dir := range scratch {
		_ = os.RemoveAll(dir)
	}
	os.Exit(status)
}

// binaryDir is the directory that has the built genesis.
func binaryDir(t *testing.T) string {
	t.Helper()
	dir, err := buildBinary()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}
