package testscripts

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// startPut begins a put that reads from a pipe and waits until it has taken
// bytes from it.
func (w *world) startPut() (cmd *exec.Cmd, in io.WriteCloser, out *bytes.Buffer) {
	w.t.Helper()
	cmd = w.command("store", "put", "-")
	in, err := cmd.StdinPipe()
	if err != nil {
		w.t.Fatal(err)
	}
	out = new(bytes.Buffer)
	cmd.Stdout = out
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	// More than a pipe holds: when this returns, the process is reading.
	if _, err := in.Write(randomBytes(1<<20, "begin")); err != nil {
		w.t.Fatal(err)
	}
	return cmd, in, out
}

// While a long put runs, other commands read, and small commits land, each
// within a second.
func TestOthersWorkDuringALongPut(t *testing.T) {
	w := newWorld(t)
	w.ok(nil, "init")
	w.write("f", "0\n")
	w.ok(nil, "commit", "-m", "first")
	cmd, in, out := w.startPut()
	commands := [][]string{
		{"log"}, {"status"}, {"refs", "list"}, {"store", "has", strings.Repeat("0", 64)}, {"op", "log"},
		{"commit", "-m", "small"}, {"vcs", "tag"}, {"store", "verify", "--reachable"},
	}
	for i, args := range commands {
		// Of three tries the quickest counts: other tests run at the same time.
		best := time.Hour
		for try := range 3 {
			w.write("f", fmt.Sprintf("%d %d\n", i, try))
			best = min(best, timed(func() { w.ok(nil, args...) }))
			if _, err := in.Write(randomBytes(256<<10, fmt.Sprint(i, try))); err != nil {
				t.Fatal(err)
			}
		}
		if best > time.Second {
			t.Errorf("%v took %v during the put", args, best)
		}
	}
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("the put: %v\n%s", err, out)
	}
	var put putData
	w.decode(answer{0, out.Bytes(), nil}, &put, nil)
	var has hasData
	w.ok(&has, "store", "has", put.Hash)
	if !has.All {
		t.Error("the long put is not there")
	}
}

// A signal before the publishing step means that nothing changed.
func TestSignalsBeforePublishing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		signal os.Signal
		status int
		code   string
	}{{syscall.SIGINT, 130, "interrupted/sigint"}, {syscall.SIGTERM, 143, "interrupted/sigterm"}} {
		w := newWorld(t)
		w.ok(nil, "init")
		before, err := hashTree(w.dir)
		if err != nil {
			t.Fatal(err)
		}
		cmd, in, out := w.startPut()
		if err := cmd.Process.Signal(c.signal); err != nil {
			t.Fatal(err)
		}
		err = cmd.Wait()
		_ = in.Close()
		a := answer{cmd.ProcessState.ExitCode(), out.Bytes(), nil}
		w.check(a, nil)
		if a.status != c.status || a.code() != c.code {
			t.Errorf("%v: %v, exit status %d, %s", c.signal, err, a.status, a.stdout)
		}
		if after, err := hashTree(w.dir); err != nil || after != before {
			t.Errorf("%v: something changed: %v", c.signal, err)
		}
	}
}

// A reader that goes away in the middle of a stream is exit 141, without a word.
func TestBrokenPipe(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.ok(nil, "init")
	args := []string{"store", "put", "-"}
	var put putData
	w.decode(w.runWith(bytes.NewReader(randomBytes(4<<20, "pipe")), args...), &put, args)
	cmd := exec.Command(binary, "store", "get", put.Hash)
	cmd.Dir, cmd.Env = w.dir, w.env
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(out, make([]byte, 10)); err != nil {
		t.Fatal(err)
	}
	_ = out.Close()
	_ = cmd.Wait()
	if status := cmd.ProcessState.ExitCode(); status != 141 || stderr.Len() > 0 {
		t.Errorf("exit status %d, stderr %q", status, stderr.String())
	}
}

// Whoever holds the store or the workspace for too long makes others give up,
// with a code that says that it may be tried again.
func TestHeldByAnotherProcess(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.ok(nil, "init")
	w.write("f", "x")
	w.ok(nil, "commit", "-m", "first") // makes the lock of the workspace
	w.ok(nil, "store", "optimize")     // and this its own
	w.write("f", "y")
	cases := []struct {
		glob, code string
		args       []string
	}{
		{".genesis/store/locks/*", "store/busy", []string{"store", "put", "f"}},
		{".genesis/store/locks/optimize", "store/busy", []string{"store", "optimize"}},
		{".genesis/lock", "worktree/busy", []string{"commit", "-m", "x"}},
	}
	for _, c := range cases {
		release := holdLocks(t, filepath.Join(w.dir, c.glob))
		took := timed(func() {
			a := w.run(append([]string{"--lock-timeout", "60ms"}, c.args...)...)
			if a.status != 75 || a.code() != c.code {
				t.Errorf("%v: exit status %d, %s", c.args, a.status, a.stdout)
			}
		})
		if took < 60*time.Millisecond || took > 2*time.Second {
			t.Errorf("%v gave up after %v", c.args, took)
		}
		release()
		w.ok(nil, c.args...)
	}
}

// holdLocks takes every advisory lock that the pattern names.
func holdLocks(t *testing.T, pattern string) (release func()) {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no lock matches %s: %v", pattern, err)
	}
	var held []*os.File
	for _, path := range paths {
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if err == nil {
			err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		}
		if err != nil {
			t.Fatal(err)
		}
		held = append(held, f)
	}
	return func() {
		for _, f := range held {
			_ = f.Close()
		}
	}
}

// A file that is written to while it is read is refused: its bytes would be of
// no single moment.
func TestFileThatChangesWhileItIsRead(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.ok(nil, "init")
	path := filepath.Join(w.dir, "moving")
	if err := os.WriteFile(path, randomBytes(24<<20, "moving"), 0o644); err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	stopped := make(chan error)
	go func() { stopped <- keepWriting(path, stop) }()
	put := w.refusedWhileMoving("store", "put", "moving")
	commit := w.refusedWhileMoving("commit", "-m", "x")
	close(stop)
	if err := <-stopped; err != nil {
		t.Fatal(err)
	}
	if !put || !commit {
		t.Errorf("no refusal in twenty runs: put %v, commit %v", put, commit)
	}
	w.write("moving", "still")
	w.ok(nil, "store", "put", "moving")
	w.ok(nil, "commit", "-m", "x")
}

// refusedWhileMoving runs a command until it refuses a file that changes under
// it. On a busy machine the writer may rest for as long as a whole read takes,
// and then the file has not changed.
func (w *world) refusedWhileMoving(args ...string) bool {
	w.t.Helper()
	for range 20 {
		switch a := w.run(args...); {
		case a.status == 0:
		case a.status == 70 && a.code() == "worktree/changed-during-read":
			return true
		case a.status == 20 && a.code() == "commit/nothing-to-commit":
		default:
			w.t.Errorf("exit status %d, %s", a.status, a.stdout)
			return false
		}
	}
	return false
}

// keepWriting changes the first byte of a file until it is told to stop.
func keepWriting(path string, stop <-chan struct{}) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	for i := byte(0); ; i++ {
		select {
		case <-stop:
			return nil
		default:
			if _, err := f.WriteAt([]byte{i}, 0); err != nil {
				return err
			}
		}
	}
}

// Whatever stands behind the three streams, one document comes out.
func TestWithoutATerminalOrAHome(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.ok(nil, "init")
	for _, args := range [][]string{{"status"}, {"commit"}, {"nothing"}, {"store", "put", "-"}, {"log", "--max", "x"}} {
		cmd := w.command(args...)
		cmd.Env = []string{}
		var out bytes.Buffer
		cmd.Stdout = &out
		err := cmd.Run()
		if _, failed := errors.AsType[*exec.ExitError](err); err != nil && !failed {
			t.Fatal(err)
		}
		w.check(answer{cmd.ProcessState.ExitCode(), out.Bytes(), nil}, args)
	}
}
