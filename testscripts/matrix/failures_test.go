package matrix

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/cli"
)

// failure is one way in which a run goes wrong.
type failure struct {
	name string
	// applies is nil for a failure that every command can meet.
	applies func(c *command) bool
	// arrange breaks the place or the run.
	arrange func(t *testing.T, r *run)
	// status and code are what has to come out.
	status int
	code   string
	// ends are the codes that may come out where it depends on the command; "ok"
	// is a success.
	ends []string
	// succeeds: the run has to succeed all the same.
	succeeds bool
}

// command is a command with its entry of the table.
type command struct {
	*cli.Command
	invocation
	name string
}

func (c *command) raw() bool    { return c.Raw != cli.NotRaw }
func usesStore(c *command) bool { return !c.NoStore && c.name != "init" }
func mutates(c *command) bool   { return c.Mutates && usesStore(c) }
func lasts(c *command) bool     { return !c.NoStore } // the others are done before a signal can stop them
func publishes(c *command) bool {
	return mutates(c) && c.writes == "" && !c.raw() && !slices.Contains(rebuilds, c.name)
}
func publishesOnce(c *command) bool { return publishes(c) && !c.steps }
func opensStore(c *command) bool    { return readsStore(c) && !c.raw() }
func moves(c *command) bool         { return c.moves }
func readsFile(c *command) bool     { return c.reads != "" }
func readsStore(c *command) bool    { return usesStore(c) && !slices.Contains(rebuilds, c.name) }
func needsPlace(c *command) bool    { return !c.anywhere }
func needsArgument(c *command) bool {
	return len(c.Args) > 0 && !c.Args[0].Optional && !c.Args[0].AfterDash
}
func takesNoMore(c *command) bool {
	return len(c.Args) == 0 || !slices.ContainsFunc(c.Args, func(a cli.Arg) bool { return a.Repeat || a.AfterDash })
}

// rebuilds are the commands that work without a catalog.
var rebuilds = []string{"store repair"}

// failures are all of them; the first is none.
var failures = []failure{
	{name: "nothing", succeeds: true},
	{name: "dry run", applies: func(c *command) bool { return c.Mutates && !c.raw() }, arrange: flags("--dry-run"), succeeds: true},

	{name: "unknown flag", arrange: flags("--no-such-flag"), status: 2, code: "usage/unknown-flag"},
	{name: "bad value of a flag", arrange: flags("--timeout", "soon"), status: 2, code: "usage/bad-argument"},
	{name: "flag without its value", arrange: trailing("--timeout"), status: 2, code: "usage/missing-argument"},
	{name: "missing argument", applies: needsArgument, arrange: func(_ *testing.T, r *run) { r.args = nil }, status: 2, code: "usage/missing-argument"},
	{name: "argument too many", applies: takesNoMore, arrange: trailing("a", "b", "c", "d"), status: 2},
	{name: "empty argument", applies: needsArgument, arrange: func(_ *testing.T, r *run) { r.args = []string{""} }, status: 2},
	{name: "not a directory", applies: needsPlace, arrange: flags("-C", "a"), status: 2},

	{name: "missing file", applies: readsFile, arrange: func(t *testing.T, r *run) { check(t, os.Remove(r.file(r.c.reads))) }, ends: []string{"ok", "store/no-such-file"}},
	{name: "unreadable file", applies: readsFile, arrange: func(t *testing.T, r *run) {
		check(t, os.Chmod(r.file(r.c.reads), 0))
		r.asNobody(t)
	}, ends: []string{"ok", "worktree/unreadable"}},
	{name: "unreadable store", applies: usesStore, arrange: func(t *testing.T, r *run) {
		check(t, os.Chmod(filepath.Join(r.p.store(), "packs"), 0))
		r.asNobody(t)
	}, ends: []string{"ok", "io/permission"}},
	{name: "not a workspace", applies: needsPlace, arrange: func(_ *testing.T, r *run) { r.dir = filepath.Join(r.p.base, "home") }, status: 20, code: "workspace/not-found"},
	{name: "workspace of another user", applies: needsPlace, arrange: func(t *testing.T, r *run) {
		if os.Geteuid() == 0 {
			r.p.own(t, nobody)
		} else {
			r.args = append(r.args, "-C", "/")
		}
	}, ends: []string{"workspace/foreign-owner", "workspace/not-found"}},
	{name: "flipped bytes in the packs", applies: usesStore, arrange: func(t *testing.T, r *run) { flipPacks(t, r.p) }, ends: []string{"ok", "store/corrupt", "store/verify-failed", "store/repair-losses"}},
	{name: "a pack is gone", applies: usesStore, arrange: func(t *testing.T, r *run) { check(t, os.Remove(packs(t, r.p)[0])) }, ends: []string{"ok", "store/corrupt", "store/verify-failed", "store/repair-losses"}},
	{name: "damaged catalog", applies: usesStore, arrange: func(t *testing.T, r *run) {
		damageCatalog(t, r.p)
	}, ends: []string{"ok", "store/catalog-damaged"}},
	{name: "no catalog", applies: readsStore, arrange: func(t *testing.T, r *run) {
		check(t, os.RemoveAll(filepath.Join(r.p.store(), "catalog")))
	}, status: 50, code: "store/catalog-damaged"},
	{name: "damaged marker of the workspace", applies: needsPlace, arrange: func(t *testing.T, r *run) {
		check(t, os.WriteFile(filepath.Join(r.p.work(), ".genesis", "workspace.toml"), []byte("\x00not = [toml"), 0o644))
	}, ends: []string{"workspace/config"}},
	{name: "held store", applies: opensStore, arrange: holdStore, status: 75, code: "store/busy"},
	{name: "held workspace", applies: usesStore, arrange: func(t *testing.T, r *run) {
		hold(t, filepath.Join(r.p.work(), ".genesis", "lock"))
		r.flags("--lock-timeout", "50ms")
	}, ends: []string{"ok", "worktree/busy"}},

	{name: "no standard input", arrange: func(_ *testing.T, r *run) { r.shell = `exec "$0" "$@" <&-` }, succeeds: true},
	{name: "no environment", arrange: func(_ *testing.T, r *run) { r.env = []string{} }, ends: []string{"ok", "commit/no-identity", "git/not-installed"}},
	{name: "SIGINT at the start", applies: lasts, arrange: hooks("run:sigint"), status: 130, code: "interrupted/sigint"},
	{name: "SIGTERM at the start", applies: lasts, arrange: hooks("run:sigterm"), status: 143, code: "interrupted/sigterm"},
	{name: "SIGHUP at the start", applies: lasts, arrange: hooks("run:sighup"), status: 143, code: "interrupted/sigterm"},
	{name: "two signals", applies: lasts, arrange: hooks("run:sigterm,run:sigint,run:hang"), status: 143, code: "interrupted/sigterm"},
	{name: "SIGINT before publishing", applies: publishes, arrange: hooks("rename:sigint"), status: 130, code: "interrupted/sigint"},
	{name: "SIGTERM before publishing", applies: publishes, arrange: hooks("rename:sigterm"), status: 143, code: "interrupted/sigterm"},
	{name: "SIGINT after publishing", applies: publishesOnce, arrange: hooks("slot-write:sigint"), succeeds: true},
	{name: "SIGTERM after publishing", applies: publishesOnce, arrange: hooks("slot-write:sigterm"), succeeds: true},
	{name: "SIGINT at the first file", applies: moves, arrange: hooks("beforeWrite:sigint"), status: 130, code: "interrupted/sigint"},
	{name: "SIGTERM after a file", applies: moves, arrange: hooks("afterWrite:sigterm"), status: 143, code: "interrupted/sigterm"},
	{name: "SIGINT before the refs move", applies: moves, arrange: hooks("beforeCommit:sigint"), status: 130, code: "interrupted/sigint"},
	{name: "SIGTERM after the refs moved", applies: moves, arrange: hooks("afterCommit:sigterm"), succeeds: true},
	{name: "time limit", applies: lasts, arrange: func(_ *testing.T, r *run) {
		r.hooks = "run:pause"
		r.flags("--timeout", "20ms")
	}, status: 124, code: "timeout/exceeded"},
	{name: "panic", arrange: hooks("run:panic"), status: 1, code: "internal/panic"},
	{name: "panic before publishing", applies: publishes, arrange: hooks("footer-write:panic"), status: 1, code: "internal/panic"},
	{name: "full disk for the pack", applies: publishes, arrange: hooks("footer-write:enospc"), status: 70, code: "store/no-space"},
	{name: "full disk for the catalog", applies: publishes, arrange: hooks("catalog-commit:enospc"), status: 70, code: "store/no-space"},
	{name: "failing disk", applies: publishes, arrange: hooks("footer-sync:eio"), status: 70},
	{name: "failing disk after publishing", applies: publishes, arrange: hooks("slot-write:eio,slot-sync:eio"), succeeds: true},

	{name: "full standard output", arrange: func(_ *testing.T, r *run) { r.shell, r.lost = `exec "$0" "$@" >/dev/full`, true }, status: 70},
	{name: "reader gone", arrange: func(_ *testing.T, r *run) { r.deaf, r.lost = true, true }, status: 141},
	{name: "no standard output", arrange: func(_ *testing.T, r *run) { r.shell, r.lost = `exec "$0" "$@" >&-`, true }, status: 70},
	{name: "no standard error", arrange: func(_ *testing.T, r *run) { r.shell = `exec "$0" "$@" 2>&-` }, succeeds: true},
}

func holdStore(t *testing.T, r *run) {
	hold(t, filepath.Join(r.p.store(), "locks", "*"))
	r.flags("--lock-timeout", "50ms")
}

func flags(words ...string) func(*testing.T, *run) {
	return func(_ *testing.T, r *run) { r.flags(words...) }
}

func trailing(words ...string) func(*testing.T, *run) {
	return func(_ *testing.T, r *run) { r.args = append(r.args, words...) }
}

func hooks(spec string) func(*testing.T, *run) {
	return func(_ *testing.T, r *run) { r.hooks = spec }
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func packs(t *testing.T, p place) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(p.store(), "packs", "*.pack"))
	if err != nil || len(found) == 0 {
		t.Fatalf("no packs: %v", err)
	}
	return found
}

// flipPacks flips bytes in the middle of every pack.
func flipPacks(t *testing.T, p place) {
	t.Helper()
	for _, path := range packs(t, p) {
		info, err := os.Stat(path)
		check(t, err)
		overwrite(t, path, info.Size()/3)
	}
}

// damageCatalog overwrites the beginning of every file of the catalog.
func damageCatalog(t *testing.T, p place) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(p.store(), "catalog", "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no catalog: %v", err)
	}
	for _, path := range files {
		overwrite(t, path, 0)
	}
}

// overwrite puts bytes into a file that do not belong there.
func overwrite(t *testing.T, path string, at int64) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	check(t, err)
	defer f.Close()
	_, err = f.WriteAt(bytes.Repeat([]byte{0xa5}, 64), at)
	check(t, err)
}

// hold takes every lock that the pattern names until the test ends.
func hold(t *testing.T, pattern string) {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no lock matches %s: %v", pattern, err)
	}
	for _, path := range paths {
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		check(t, err)
		t.Cleanup(func() { f.Close() })
		check(t, syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB))
	}
}

func (c *command) words() []string { return strings.Fields(c.name) }
