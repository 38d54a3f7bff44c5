package testscripts

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"
)

// rounds is how often the crash tests kill: more with GENESIS_SOAK.
func rounds() int {
	if os.Getenv("GENESIS_SOAK") != "" {
		return 100
	}
	return 20
}

// killed runs a command and kills it with SIGKILL at a random moment within
// the time that it needs when nobody kills it. acknowledged reports that it
// ended with success first.
func (w *world) killed(within time.Duration, stdin io.Reader, args ...string) (a answer, acknowledged bool) {
	w.t.Helper()
	cmd := w.command(args...)
	cmd.Stdin = stdin
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	timer := time.AfterFunc(rand.N(within), func() { _ = cmd.Process.Kill() })
	_ = cmd.Wait()
	timer.Stop()
	a = answer{cmd.ProcessState.ExitCode(), stdout.Bytes(), stderr.Bytes()}
	if a.status > 0 {
		w.t.Fatalf("%v failed by itself: exit status %d\n%s%s", args, a.status, a.stdout, a.stderr)
	}
	return a, a.status == 0
}

// timed is how long a command takes that nobody kills.
func timed(f func()) time.Duration {
	start := time.Now()
	f()
	return time.Since(start)
}

// verify checks the whole store.
func (w *world) verify() {
	w.t.Helper()
	w.ok(nil, "store", "verify")
}

// A put that is killed at any moment leaves a store that opens and verifies,
// with everything that was acknowledged before.
func TestKilledPut(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.ok(nil, "init")
	content := func(i int) io.Reader { return bytes.NewReader(randomBytes(3<<20, fmt.Sprint("put ", i))) }
	args := []string{"store", "put", "-"}
	var first putData
	within := timed(func() { w.decode(w.runWith(content(-1), args...), &first, args) })
	stored := []string{first.Hash}
	for i := range rounds() {
		if a, ok := w.killed(within*5/4, content(i), args...); ok {
			var data putData
			w.decode(a, &data, args)
			stored = append(stored, data.Hash)
		}
		w.verify()
		var has hasData
		w.ok(&has, append([]string{"store", "has"}, stored...)...)
		if !has.All {
			t.Fatalf("round %d: an acknowledged put is gone: %v", i, has.Present)
		}
	}
	t.Logf("%d of %d puts were acknowledged before the kill", len(stored)-1, rounds())
}

// A commit that is killed is there or not; the branch is at the last one that
// was acknowledged, or at the one that was just killed, and the files are as
// they were.
func TestKilledCommit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.ok(nil, "init")
	edit := func(round int) {
		for i := range 40 {
			w.write(fmt.Sprintf("d%d/f%d", i%5, i), fmt.Sprintf("round %d file %d\n", round, i))
		}
	}
	edit(-1)
	var last commitData
	within := timed(func() { w.ok(&last, "commit", "-m", "first") })
	acknowledged := 0
	for i := range rounds() {
		edit(i)
		a, ok := w.killed(within*5/4, nil, "commit", "-m", strconv.Itoa(i))
		w.verify()
		var log logData
		w.ok(&log, "log", "--max", "2")
		if ok {
			acknowledged++
			w.decode(a, &last, nil)
			if log.Commits[0].Commit != last.Commit {
				t.Fatalf("round %d: the acknowledged commit %s is not the branch's: %v", i, last.Commit, log)
			}
			continue
		}
		if log.Commits[0].Commit != last.Commit && log.Commits[1].Commit != last.Commit {
			t.Fatalf("round %d: the branch is at neither the old nor the new commit: %v", i, log)
		}
		// What is left to commit lands now.
		var status statusData
		w.ok(&status, "status")
		if !status.Clean {
			w.ok(nil, "commit", "-m", "again")
		}
		w.ok(&log, "log", "--max", "1")
		last.Commit = log.Commits[0].Commit
	}
	t.Logf("%d of %d commits were acknowledged before the kill", acknowledged, rounds())
}

// A checkout that is killed is finished or taken back by the next command that
// changes something: the working tree is then exactly one of the two.
func TestKilledCheckout(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.ok(nil, "init")
	const files = 120
	for i := range files {
		w.write(fmt.Sprintf("d%d/f%d", i%7, i), fmt.Sprintf("one %d\n", i))
	}
	w.ok(nil, "commit", "-m", "one")
	w.ok(nil, "branch", "one")
	for i := range files {
		if i%3 == 0 {
			if err := os.Remove(fmt.Sprintf("%s/d%d/f%d", w.dir, i%7, i)); err != nil {
				t.Fatal(err)
			}
			continue
		}
		w.write(fmt.Sprintf("d%d/f%d", i%7, i), fmt.Sprintf("two %d\n", i))
		w.write(fmt.Sprintf("new%d/f%d", i%3, i), "new\n")
	}
	w.ok(nil, "commit", "-m", "two")
	w.ok(nil, "branch", "two")
	// Files that nobody stored are carried along, whatever happens.
	w.write("mine", "precious\n")
	within := timed(func() { w.ok(nil, "switch", "one") })
	to := map[string]string{"one": "two", "two": "one"}
	at, interrupted := "one", 0
	for i := range rounds() {
		if _, ok := w.killed(within*5/4, nil, "switch", to[at]); !ok {
			interrupted++
		}
		// The next changing command finishes it or takes it back.
		w.ok(nil, "vcs", "snapshot")
		var status statusData
		w.ok(&status, "status", "d0", "d1", "d2", "d3", "d4", "d5", "d6")
		if !status.Clean {
			a := w.run("status")
			t.Fatalf("round %d: the working tree is neither of the two: %s", i, a.stdout)
		}
		if data, err := os.ReadFile(w.dir + "/mine"); err != nil || string(data) != "precious\n" {
			t.Fatalf("round %d: the file that was stored nowhere: %q, %v", i, data, err)
		}
		at = *status.Branch
		w.verify()
	}
	t.Logf("%d of %d checkouts were interrupted", interrupted, rounds())
}
