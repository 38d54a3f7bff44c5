package testscripts

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// optimizeData is what the test looks at of the answer of store optimize.
type optimizeData struct {
	Objects int  `json:"objects"`
	Kept    int  `json:"kept"`
	Noop    bool `json:"noop"`
}

// An optimization that is killed at any moment leaves a store that holds what it
// held, and the next one ends what it began.
func TestKilledOptimize(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.ok(nil, "init")
	text := strings.Repeat("a line that all versions share\n", 2000)
	for i := range 30 {
		w.write("f", fmt.Sprint(text, randomBytes(200, fmt.Sprint(i)), text))
		w.ok(nil, "commit", "-m", fmt.Sprint(i))
	}
	var before, after logData
	w.ok(&before, "log")

	original := w.dir
	again := func(i int) { // a copy that nobody has optimized
		w.dir = filepath.Join(filepath.Dir(original), fmt.Sprint("copy", i))
		if err := os.CopyFS(w.dir, os.DirFS(original)); err != nil {
			t.Fatal(err)
		}
	}
	var whole optimizeData
	again(-1)
	within := timed(func() { w.ok(&whole, "store", "optimize") })
	acknowledged := 0
	for i := range rounds() {
		again(i)
		_, ok := w.killed(within*5/4, nil, "store", "optimize")
		w.verify()
		var rest optimizeData
		w.ok(&rest, "store", "optimize")
		if ok {
			acknowledged++
		}
		if rest.Objects+rest.Kept != whole.Objects || ok && !rest.Noop {
			t.Fatalf("round %d: killed %v, the next one did %+v of %+v", i, !ok, rest, whole)
		}
		w.verify()
		if w.ok(&after, "log"); len(after.Commits) != len(before.Commits) || after.Commits[0] != before.Commits[0] {
			t.Fatalf("round %d: the log begins with %+v, not %+v", i, after.Commits[0], before.Commits[0])
		}
		if err := os.RemoveAll(w.dir); err != nil {
			t.Fatal(err)
		}
		w.dir = original
	}
	t.Logf("%d of %d runs were acknowledged before the kill", acknowledged, rounds())
}
