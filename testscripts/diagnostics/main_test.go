// Package diagnostics freezes what the built binary says of failures, and
// measures whether its repair plans repair. The golden vectors and the report
// are written with -update alone; every other run only reproduces them.
package diagnostics

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/cli/startup"
	"github.com/genesis-vcs/genesis/porcelain/contract"
)

var update = flag.Bool("update", false, "write the golden vectors and the report again")

// The built genesis: as people get it, and the build for tests of failures.
var binary, hooked string

// scratch is a directory that goes when the tests end.
var scratch string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(withBinaries(m))
}

// withBinaries builds the binaries before the tests and removes them after them.
func withBinaries(m *testing.M) int {
	dir, err := os.MkdirTemp("", "genesis-diagnostics-*")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	scratch, binary, hooked = dir, filepath.Join(dir, "genesis"), filepath.Join(dir, "hooked")
	if err := errors.Join(build(binary), build(hooked, "-tags", "genesis_hooks")); err != nil {
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

// encode is a document as it is kept: indented, with a line feed.
func encode(t *testing.T, document any) []byte {
	t.Helper()
	encoded, err := contract.EncodeDocument(document)
	if err != nil {
		t.Fatal(err)
	}
	return encoded
}

// load reads a kept document; a field that nobody knows is a mistake.
func load(t *testing.T, path string, document any) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(document); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return data
}

// keep writes a document with -update, and else holds the kept one against it.
func keep(t *testing.T, path string, document any) {
	t.Helper()
	fresh := encode(t, document)
	if *update {
		if err := os.WriteFile(path, fresh, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	kept, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(kept, fresh) {
		t.Errorf("%s is not what the binary does; review the difference, then run make update-diagnostics\n%s", path, fresh)
	}
}
