package testscripts

import (
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// Sixty-four processes begin at the same moment. Independent work all
// succeeds, without a retry by the caller; of those that want the same ref,
// exactly one wins, and the others learn what is there.
func TestManyProcessesAtOnce(t *testing.T) {
	const processes = 64
	w := newWorld(t)
	w.ok(nil, "init")
	hashes := make([]string, processes)
	together(processes, func(i int) {
		args := []string{"store", "put", "-"}
		var data putData
		w.decode(w.runWith(strings.NewReader(fmt.Sprintf("content %d", i)), args...), &data, args)
		hashes[i] = data.Hash
	})
	var winners atomic.Int32
	together(processes, func(i int) {
		if i%2 == 0 {
			w.ok(nil, "refs", "set", fmt.Sprintf("refs/tags/own-%d", i), hashes[i], "--expected-old", "absent")
			return
		}
		switch a := w.run("refs", "set", "refs/tags/shared", hashes[i], "--expected-old", "absent"); {
		case a.status == 0:
			winners.Add(1)
		case a.status != 3 || a.code() != "refs/conflict":
			t.Errorf("a loser: exit status %d, %s", a.status, a.stdout)
		}
	})
	if n := winners.Load(); n != 1 {
		t.Errorf("%d processes won the same ref", n)
	}
	var list refsData
	w.ok(&list, "refs", "list")
	if len(list.Refs) != processes/2+1 {
		t.Errorf("%d refs, want %d", len(list.Refs), processes/2+1)
	}
	var all hasData
	w.ok(&all, append([]string{"store", "has"}, hashes...)...)
	if !all.All || len(all.Present) != processes {
		t.Errorf("what was acknowledged is not all there: %v", all)
	}
}

// together runs f for 0 to n-1 at once.
func together(n int, f func(i int)) {
	var ready, done sync.WaitGroup
	start := make(chan struct{})
	ready.Add(n)
	for i := range n {
		done.Go(func() {
			ready.Done()
			<-start
			f(i)
		})
	}
	ready.Wait()
	close(start)
	done.Wait()
}

// Eight workspaces of one store commit to their own branches at the same
// moment, again and again: every commit lands. Then all of them want one
// branch: its history is exactly what those were told that won.
func TestManyWorkspacesCommitAtOnce(t *testing.T) {
	const workspaces, commits = 8, 3
	w := newWorld(t)
	store := filepath.Join(w.dir, "store")
	name := func(i int) string { return fmt.Sprintf("ws%d", i) }
	for i := range workspaces {
		w.ok(nil, "--store", store, "init", name(i), "--branch", fmt.Sprintf("own-%d", i))
	}
	tips := make([]string, workspaces)
	together(workspaces, func(i int) {
		for n := range commits {
			w.write(name(i)+"/f", fmt.Sprintf("%d %d\n", i, n))
			var c commitData
			w.ok(&c, "-C", name(i), "commit", "-m", "own")
			tips[i] = c.Commit
		}
	})
	for i := range workspaces {
		var log logData
		w.ok(&log, "-C", name(i), "log")
		if len(log.Commits) != commits || log.Commits[0].Commit != tips[i] {
			t.Errorf("%s: %d commits, the last is %v, want %s", name(i), len(log.Commits), log.Commits, tips[i])
		}
	}
	w.ok(nil, "--store", store, "refs", "set", "refs/heads/shared", tips[0])
	for i := range workspaces {
		w.ok(nil, "-C", name(i), "switch", "shared", "--discard")
	}
	var won atomic.Int32
	together(workspaces, func(i int) {
		w.write(name(i)+"/g", fmt.Sprintf("mine %d\n", i))
		switch a := w.run("-C", name(i), "commit", "-m", "shared"); {
		case a.status == 0:
			won.Add(1)
		case a.status != 3 || a.code() != "refs/conflict" && a.code() != "commit/behind":
			t.Errorf("%s: exit status %d, %s", name(i), a.status, a.stdout)
		}
	})
	var log logData
	w.ok(&log, "--store", store, "-C", name(0), "log", "shared")
	if n := len(log.Commits) - commits; n != int(won.Load()) || n == 0 {
		t.Errorf("the history has %d new commits and %d were told that they won", n, won.Load())
	}
}
