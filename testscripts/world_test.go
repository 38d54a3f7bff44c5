package testscripts

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/contract/contracttest"
	"github.com/genesis-vcs/genesis/porcelain/families/familiestest"
)

// world is a directory in which a test runs the binary. When the test ends,
// every store in it must verify.
type world struct {
	t   *testing.T
	dir string
	env []string
}

// answer is what one run of the binary gave.
type answer struct {
	status int
	stdout []byte
	stderr []byte
}

// newWorld makes a directory with a home of its own. work is the directory in
// it where commands run.
func newWorld(t *testing.T) *world {
	t.Helper()
	base := t.TempDir()
	w := &world{t: t, dir: filepath.Join(base, "w"), env: []string{"PATH=" + os.Getenv("PATH")}}
	for name, value := range authorEnv(filepath.Join(base, "home")) {
		w.env = append(w.env, name+"="+value)
	}
	if err := os.MkdirAll(w.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, store := range storesBelow(base) {
			if a := w.run("store", "verify", "--store", store); a.status != 0 {
				t.Errorf("the test left a store that does not verify: %s%s", a.stdout, a.stderr)
			}
		}
	})
	return w
}

// command prepares a run with --json.
func (w *world) command(args ...string) *exec.Cmd {
	cmd := exec.Command(binary, append([]string{"--json"}, args...)...)
	cmd.Dir, cmd.Env = w.dir, w.env
	return cmd
}

// run runs a command with --json, checks the envelope, and returns the answer.
func (w *world) run(args ...string) answer { return w.runWith(nil, args...) }

func (w *world) runWith(stdin io.Reader, args ...string) answer {
	w.t.Helper()
	cmd := w.command(args...)
	cmd.Stdin = stdin
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if _, failed := errors.AsType[*exec.ExitError](err); err != nil && !failed {
		w.t.Errorf("%v: %v", args, err)
	}
	a := answer{cmd.ProcessState.ExitCode(), stdout.Bytes(), stderr.Bytes()}
	w.check(a, args)
	return a
}

// check holds an answer against the contract.
func (w *world) check(a answer, args []string) {
	w.t.Helper()
	if err := contracttest.CheckRun(append([]string{"--json"}, args...), a.status, a.stdout, a.stderr); err != nil {
		w.t.Errorf("%v: exit status %d, %v\n%s%s", args, a.status, err, a.stdout, a.stderr)
	}
	if err := familiestest.CheckExit(args, a.status); err != nil {
		w.t.Errorf("%v: %v\n%s", args, err, a.stdout)
	}
}

// ok runs a command that has to succeed and decodes its data.
func (w *world) ok(data any, args ...string) {
	w.t.Helper()
	w.decode(w.run(args...), data, args)
}

func (w *world) decode(a answer, data any, args []string) {
	w.t.Helper()
	if a.status != 0 {
		w.t.Fatalf("%v: exit status %d\n%s%s", args, a.status, a.stdout, a.stderr)
	}
	if data == nil {
		return
	}
	envelope := struct{ Data any }{data}
	if err := json.Unmarshal(a.stdout, &envelope); err != nil {
		w.t.Fatalf("%v: %v", args, err)
	}
}

// code is the fault's code in an answer.
func (a answer) code() string {
	var envelope struct{ Code string }
	_ = json.Unmarshal(a.stdout, &envelope)
	return envelope.Code
}

// write writes a file below the world's directory.
func (w *world) write(path, content string) {
	w.t.Helper()
	path = filepath.Join(w.dir, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

// The parts of results that the tests read.
type (
	putData struct {
		Hash string
	}
	commitData struct {
		Commit   string
		Snapshot string
	}
	logData struct {
		Commits []struct{ Commit string }
	}
	statusData struct {
		Branch *string
		Head   *string
		Clean  bool
		// Interrupted is set after a killed command.
		Interrupted bool
	}
	hasData struct {
		Present map[string]bool
		All     bool
	}
	refsData struct {
		Refs []struct{ Name, Hash string }
	}
)
