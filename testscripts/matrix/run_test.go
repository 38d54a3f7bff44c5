package matrix

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// nobody is the user as whom the binary runs where root could read everything.
const nobody = 65534

// hang is how long a run may take before it counts as one that never ends.
const hang = time.Minute

// mode is how a run is to answer.
type mode string

const (
	asJSON   mode = "--json"
	asNDJSON mode = "--ndjson"
	forHuman mode = ""
)

// run is one run of the binary, before it is broken and while it is.
type run struct {
	c     *command
	p     place
	mode  mode
	words []string // global flags before the command's words
	args  []string
	dir   string
	env   []string
	hooks string
	shell string // runs the binary as "$0" "$@"
	uid   int
	deaf  bool // nobody reads its output
	lost  bool // its output cannot arrive
}

// answer is what came out of a run.
type answer struct {
	status         int
	stdout, stderr []byte
}

func newRun(c *command, p place, m mode) *run {
	r := &run{c: c, p: p, mode: m, dir: p.work(), env: p.env()}
	for _, arg := range c.args {
		r.args = append(r.args, p.vars.Replace(arg))
	}
	return r
}

func (r *run) flags(words ...string) { r.words = append(r.words, words...) }

func (r *run) file(name string) string { return filepath.Join(r.p.work(), name) }

// asNobody runs the binary as a user for whom modes count.
func (r *run) asNobody(t *testing.T) {
	t.Helper()
	if os.Geteuid() == 0 {
		for dir := filepath.Dir(r.p.base); dir != filepath.Clean(os.TempDir()) && dir != "/"; dir = filepath.Dir(dir) {
			check(t, os.Chmod(dir, 0o755))
		}
		r.p.own(t, nobody)
		r.uid = nobody
	}
}

func (r *run) commandLine() []string {
	words := r.words
	if r.mode != forHuman {
		words = append([]string{string(r.mode)}, words...)
	}
	return slices.Concat(words, r.c.words(), r.args)
}

// start runs the binary to its end.
func (r *run) start(t *testing.T) answer {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), hang)
	defer cancel()
	cmd := exec.CommandContext(ctx, hooked, r.commandLine()...)
	if r.shell != "" {
		cmd = exec.CommandContext(ctx, "/bin/sh", slices.Concat([]string{"-c", r.shell, hooked}, r.commandLine())...)
	}
	cmd.Dir, cmd.Env = r.dir, append(slices.Clone(r.env), "GENESIS_HOOKS="+r.hooks)
	cmd.Stdin = strings.NewReader(r.p.vars.Replace(r.c.stdin))
	if r.uid != 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(r.uid), Gid: uint32(r.uid)}}
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if r.deaf {
		reader, writer, err := os.Pipe()
		check(t, err)
		check(t, reader.Close())
		defer writer.Close()
		cmd.Stdout = writer
	}
	err := cmd.Run()
	if ctx.Err() != nil {
		t.Fatalf("%q does not end", cmd.Args)
	}
	if _, failed := errors.AsType[*exec.ExitError](err); err != nil && !failed {
		t.Fatal(err)
	}
	return answer{cmd.ProcessState.ExitCode(), stdout.Bytes(), stderr.Bytes()}
}
