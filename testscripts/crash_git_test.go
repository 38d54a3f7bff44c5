package testscripts

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// git runs git in a directory beside that of the commands, and returns what it
// prints.
func (w *world) git(dir string, args ...string) string {
	w.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = filepath.Join(w.dir, "..", dir), w.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		w.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// history makes a workspace with branches, and n commits on each.
func (w *world) history(branches, n int) {
	w.t.Helper()
	w.ok(nil, "init")
	for b := range branches {
		for i := range n {
			w.write(fmt.Sprint("f", i), string(randomBytes(100_000, fmt.Sprint(b, " ", i))))
			w.ok(nil, "commit", "-m", fmt.Sprint(i))
		}
		w.ok(nil, "branch", fmt.Sprint("b", b))
	}
}

// An export that is killed at any moment has moved all refs of Git or none, and
// everything that they reach is there. The next one ends what it began.
func TestKilledExport(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.history(4, 4)
	w.ok(nil, "git", "export", "--to", "../whole.git", "--bare")
	whole := w.git("whole.git", "for-each-ref")
	none := 0
	var within time.Duration
	for i := range rounds() / 2 {
		dir := fmt.Sprintf("copy%d.git", i)
		args := []string{"git", "export", "--to", "../" + dir, "--bare"}
		if i == 0 {
			within = timed(func() { w.ok(nil, args...) })
		} else {
			_, ok := w.killed(within, nil, args...)
			if _, err := os.Stat(filepath.Join(w.dir, "..", dir)); err != nil {
				if ok {
					t.Fatalf("round %d: acknowledged, and there is no repository: %v", i, err)
				}
				none++
				w.ok(nil, args...)
			}
		}
		if got := w.git(dir, "for-each-ref"); got != whole {
			t.Fatalf("round %d: the refs are\n%s", i, got)
		}
		w.git(dir, "fsck", "--full", "--strict")
	}

	// The same into a repository that is there, and has other refs.
	w.git(".", "init", "--quiet", "--bare", "--object-format=sha1", "old.git")
	for i := range rounds() / 2 {
		dir := fmt.Sprintf("old%d.git", i)
		if err := os.CopyFS(filepath.Join(w.dir, "..", dir), os.DirFS(filepath.Join(w.dir, "..", "old.git"))); err != nil {
			t.Fatal(err)
		}
		args := []string{"git", "export", "--to", "../" + dir}
		_, ok := w.killed(within, nil, args...)
		// git may end what it was told before.
		for deadline := time.Now().Add(time.Minute); ; {
			got := w.git(dir, "for-each-ref")
			if got == whole || got == "" && !ok {
				break
			}
			if ok || time.Now().After(deadline) {
				t.Fatalf("round %d: the refs are\n%s", i, got)
			}
		}
		w.git(dir, "fsck", "--full", "--strict")
		w.ok(nil, args...)
		if got := w.git(dir, "for-each-ref"); got != whole {
			t.Fatalf("round %d: the refs are\n%s", i, got)
		}
	}
	w.verify()
	t.Logf("%d of %d runs left no repository", none, rounds()/2)
}

// An import that is killed at any moment has moved all refs or none. The next one
// ends what it began, as one that nobody kills.
func TestKilledImport(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.history(4, 4)
	w.ok(nil, "git", "export", "--to", "../repo.git", "--bare")
	original := w.dir
	enter := func(name string) {
		w.dir = filepath.Join(filepath.Dir(original), name)
		if err := os.Mkdir(w.dir, 0o755); err != nil {
			t.Fatal(err)
		}
		w.ok(nil, "init")
	}
	list := func() string {
		var data refsData
		w.ok(&data, "refs", "list")
		var b strings.Builder
		for _, r := range data.Refs {
			if r.Name != "refs/git-map" { // its segments are as the imports were
				fmt.Fprintln(&b, r.Name, r.Hash)
			}
		}
		return b.String()
	}
	args := []string{"git", "import", "--from", "../repo.git"}
	var within time.Duration
	for _, name := range []string{"first", "whole"} { // the first one is slower
		enter(name)
		within = timed(func() { w.ok(nil, args...) })
	}
	whole := list()
	acknowledged := 0
	for i := range rounds() / 2 {
		enter(fmt.Sprint("copy", i))
		_, ok := w.killed(within*5/4, nil, args...)
		if ok {
			acknowledged++
		}
		w.verify()
		if got := list(); got != whole && (ok || got != "") {
			t.Fatalf("round %d: the refs are\n%s", i, got)
		}
		w.ok(nil, args...)
		if got := list(); got != whole {
			t.Fatalf("round %d: after the next one the refs are\n%s", i, got)
		}
		w.verify()
		w.dir = original
	}
	t.Logf("%d of %d runs were acknowledged before the kill", acknowledged, rounds()/2)
}
