package testscripts

import (
	"fmt"
	"os"
	"testing"
)

// A merge that is killed is finished or taken back by the next command that changes
// something: the working tree and HEAD are then those before it or those after it.
func TestKilledMerge(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.ok(nil, "init")
	const files = 60
	for i := range files {
		w.write(fmt.Sprintf("f%d", i), "1\n2\n3\n4\n5\n")
	}
	w.ok(nil, "commit", "-m", "base")
	w.ok(nil, "switch", "-c", "side")
	for i := range files {
		w.write(fmt.Sprintf("f%d", i), "1\n2\n3\n4\nfive\n")
		w.write(fmt.Sprintf("new/f%d", i), "new\n")
	}
	w.ok(nil, "commit", "-m", "side")
	w.ok(nil, "switch", "main")
	for i := range files {
		w.write(fmt.Sprintf("f%d", i), "one\n2\n3\n4\n5\n")
	}
	w.ok(nil, "commit", "-m", "main")
	var before statusData
	w.ok(&before, "status")
	w.write("mine", "precious\n")
	within := timed(func() { w.ok(nil, "merge", "side") })
	w.ok(nil, "undo")
	merged := 0
	for i := range rounds() {
		w.killed(within*5/4, nil, "merge", "side")
		w.ok(nil, "vcs", "snapshot") // which mends what was interrupted
		var status statusData
		w.ok(&status, "status", "f0", "f59")
		want := "one\n2\n3\n4\n5\n"
		if *status.Head != *before.Head {
			want = "one\n2\n3\n4\nfive\n"
			merged++
		}
		for n := range files {
			text, err := os.ReadFile(fmt.Sprintf("%s/f%d", w.dir, n))
			if err != nil || string(text) != want {
				t.Fatalf("round %d: f%d is %q, %v; want %q", i, n, text, err, want)
			}
		}
		if text, err := os.ReadFile(w.dir + "/mine"); err != nil || string(text) != "precious\n" {
			t.Fatalf("round %d: the file that was stored nowhere: %q, %v", i, text, err)
		}
		if !status.Clean || status.Interrupted {
			t.Fatalf("round %d: %+v", i, status)
		}
		if want != "one\n2\n3\n4\n5\n" {
			w.ok(nil, "undo")
		}
		w.verify()
	}
	t.Logf("%d of %d merges had happened", merged, rounds())
}
