package testscripts

import (
	"fmt"
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
