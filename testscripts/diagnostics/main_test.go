// Package diagnostics freezes what the built binary says of failures, and
// measures whether its repair plans repair. The golden vectors and the report
// are written with -update alone; every other run only reproduces them.
package diagnostics

import (
	"bytes"
	"encoding/json"
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

// binary is the path of the built genesis.
var binary string

func TestMain(m *testing.M) {
	flag.Parse()
	dir, err := os.MkdirTemp("", "genesis-diagnostics-*")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	binary = filepath.Join(dir, "genesis")
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w "+startup.Link, "-o", binary, "../../cmd/genesis")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	status := 1
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "building the binary: %v\n%s", err, out)
	} else {
		status = m.Run()
	}
	_ = os.RemoveAll(dir)
	os.Exit(status)
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
