//go:build !windows

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract/contracttest"
	"github.com/genesis-vcs/genesis/porcelain/families"
	"github.com/genesis-vcs/genesis/porcelain/families/familiestest"
)

// lab is a directory in which command lines run, all in this process, and the
// documents that they answered with.
type lab struct {
	t         *testing.T
	dir       string
	stdin     string // of the next command line
	documents []document
}

// document is the answer to a command line.
type document struct {
	line string
	text []byte
}

// answer runs a command line with --json, checks its document, keeps it, and
// returns it decoded.
func (l *lab) answer(args ...string) map[string]any {
	l.t.Helper()
	environ := []string{"HOME=" + filepath.Dir(l.dir), "GENESIS_AUTHOR_NAME=Ada", "GENESIS_AUTHOR_EMAIL=ada@example.org"}
	var stdout, stderr bytes.Buffer
	args = append([]string{"-C", l.dir, "--json"}, args...)
	status := cli.Run(args, cli.IO{Stdin: strings.NewReader(l.stdin), Stdout: &stdout, Stderr: &stderr}, environ, families.All...)
	if err := contracttest.CheckRun(args, status, stdout.Bytes(), stderr.Bytes()); err != nil {
		l.t.Fatalf("%q: %v\n%s", args, err, stdout.Bytes())
	}
	if err := familiestest.CheckExit(args, status); err != nil {
		l.t.Fatalf("%q: %v\n%s", args, err, stdout.Bytes())
	}
	l.documents = append(l.documents, document{strings.Join(args[3:], " "), stdout.Bytes()})
	var value map[string]any
	if err := json.Unmarshal(stdout.Bytes(), &value); err != nil {
		l.t.Fatal(err)
	}
	return value
}

// ok is answer of a command that has to succeed; it returns the data.
func (l *lab) ok(args ...string) map[string]any {
	l.t.Helper()
	e := l.answer(args...)
	if e["ok"] != true {
		l.t.Fatalf("%q: %v", args, e["error"])
	}
	return e["data"].(map[string]any)
}

func (l *lab) write(path, content string) {
	l.t.Helper()
	if err := os.WriteFile(filepath.Join(l.dir, path), []byte(content), 0o644); err != nil {
		l.t.Fatal(err)
	}
}

// documents are answers of every command that answers in JSON, with as many
// optional fields as come easily.
func documents(t *testing.T) []document {
	l := &lab{t: t, dir: t.TempDir()}
	l.ok("version")
	l.ok("help", "store")
	l.ok("cli-schema")
	l.ok("agent-surface")
	l.ok("agent-index")
	l.ok("agent-index", "--diagnostic", "refs/not-found")
	l.answer("store", "put", "--no-such-flag")
	l.ok("init")
	l.write("a\xff", "first\n")
	l.write("b", "second\n")
	l.sources()
	l.history()
	l.merges()
	l.objects()
	l.git()
	return l.documents
}

// git makes answers of the commands on the way to Git and back.
func (l *lab) git() {
	l.t.Helper()
	to := filepath.Join(l.t.TempDir(), "copy")
	l.ok("git", "export", "--to", to, "--dry-run")
	l.ok("git", "export", "--to", to)
	l.ok("commit", "show")
	l.ok("git", "import", "--from", to)
	l.ok("commit", "--amend", "--allow-empty", "-m", "amended")
	l.answer("git", "import", "--from", to)
	l.answer("git", "export", "--to", to)
	l.ok("git", "import", "--from", to, "--force")
	l.ok("store", "optimize", "--dry-run")
	l.ok("store", "optimize")
}

// sources makes answers of the commands that look into single files.
func (l *lab) sources() {
	l.t.Helper()
	l.write("m.gc", "; c\n(def x (f a b))\n{}\n")
	l.ok("parse", "m.gc")
	l.stdin = "(f"
	l.answer("parse", "-")
	l.stdin = "(if)"
	l.answer("parse", "-")
	l.ok("vcs", "hash", "--in", "m.gc")
	l.write("bad.gc", "(")
	l.ok("vcs", "hash", "--in", "bad.gc")
	l.answer("fmt", "--check", "m.gc")
	l.ok("fmt", "--preview", "m.gc")
	l.ok("fmt", "--stdout", "m.gc")
	l.ok("fmt", "m.gc")
	l.ok("fmt", "m.gc")
}

// history makes answers of commands of refs, commits and operations.
func (l *lab) history() {
	l.t.Helper()
	l.ok("status")
	l.ok("commit", "-m", "first", "--dry-run")
	l.ok("commit", "-m", "first", "--preview")
	commit := l.ok("commit", "-m", "first\xff")["commit"].(string)
	l.ok("commit", "show")
	l.write("b", "third\n")
	l.ok("status")
	l.ok("commit", "-m", "second")
	l.ok("log")
	l.ok("log", "--limit", "1")
	l.ok("blame", "b")
	l.ok("vcs", "why", "b", "-L", "1")
	l.ok("vcs", "snapshot")
	l.ok("vcs", "branch", "side", commit)
	l.ok("vcs", "tag", "v1", "-m", "tagged")
	l.ok("vcs", "checkout", "--preview", "side")
	l.ok("vcs", "checkout", "side")
	l.ok("vcs", "switch", "main")
	l.ok("vcs", "checkout", commit)
	l.ok("vcs", "switch", "main")
	l.ok("refs", "list")
	l.ok("refs", "get", "refs/heads/none")
	l.ok("refs", "get", "refs/heads/main")
	l.ok("refs", "set", "refs/heads/new", commit)
	l.answer("refs", "set", "refs/heads/new", commit, "--expected-old", strings.Repeat("1", 64))
	l.stdin = "set refs/tags/new " + commit + "\n"
	l.ok("refs", "update", "--stdin")
	l.ok("refs", "delete", "refs/tags/new", "--expected-old", commit)
	operations := l.ok("op", "log")["operations"].([]any)
	last := operations[0].(map[string]any)["id"].(string)
	l.ok("op", "show", last)
	l.ok("op", "undo", "--preview")
	l.ok("op", "undo")
	l.ok("op", "redo")
	l.ok("op", "restore", last)
}

// merges makes answers of commands that merge.
func (l *lab) merges() {
	l.t.Helper()
	l.ok("vcs", "switch", "-c", "topic")
	l.write("a\xff", "topic\n")
	l.ok("commit", "-m", "topic")
	l.ok("vcs", "switch", "main")
	l.answer("merge", "--abort")
	l.ok("merge", "side")
	l.ok("merge", "topic", "--dry-run")
	l.ok("merge", "topic", "--no-ff", "--no-commit")
	l.ok("status")
	l.ok("merge", "--abort")
	l.write("a\xff", "main\n")
	l.ok("commit", "-m", "main")
	l.answer("merge", "topic")
	open := l.ok("status")["merge"].(map[string]any)["open"].([]any)
	conflict := open[0].(map[string]any)["conflict"].(string)
	l.answer("commit", "-m", "merged")
	l.answer("vcs", "resolve-conflict", "--conflict", conflict, "--pick", "#2=left")
	l.ok("vcs", "resolve-conflict", "--conflict", conflict, "--pick", "#1=union", "--out", "union")
	l.ok("vcs", "resolve-conflict", "--conflict", conflict, "--set", "#1=@b")
	l.ok("commit", "-m", "merged")
	l.answer("vcs", "merge3", "--base", "main~2", "--left", "main~1", "--right", "topic")
	l.answer("vcs", "merge3", "--files", "--base", "m.gc", "--left", "a\xff", "--right", "b")
	l.ok("vcs", "merge3", "--files", "--base", "b", "--left", "a\xff", "--right", "b", "--out", "merged")
	l.ok("vcs", "diff", "HEAD~1", "HEAD")
	l.ok("vcs", "diff", "--out", "patch")
	l.ok("vcs", "diff", "--files", "m.gc", "b")
	l.answer("git", "merge-driver", "m.gc", "merged", "union", "x\xff")
	l.ok("git", "merge-driver", "b", "merged", "b", "x")
	l.write("p.gcpatch", `{:version 1 :intent "why" :provenance {} :ops [{:op :rename-symbol :module-path "m.gc" :from a :to z} {:op :write-file :path b"\xff" :mode file :content ""}]}`)
	l.answer("vcs", "apply", "--patch", "p.gcpatch", "--to-worktree")
	l.answer("vcs", "apply", "--patch", "p.gcpatch", "--base", "main~1")
	l.answer("vcs", "apply", "--patch", "b")
	l.answer("commit", "--no-ref", "-m", "patched", "--base", "main~1", "--patch", "p.gcpatch")
}

// objects makes answers of commands of the store.
func (l *lab) objects() {
	l.t.Helper()
	l.ok("store", "put", "b", "a\xff")
	hash := l.ok("store", "put", "b")["hash"].(string)
	l.ok("store", "put", "--dry-run", "b")
	l.ok("store", "get", hash)
	l.ok("store", "get", hash, "--out", "out")
	l.ok("store", "has", hash)
	l.ok("store", "stat")
	l.ok("store", "stat", hash)
	l.ok("store", "ls")
	l.ok("store", "cat-tree", "HEAD")
	l.ok("store", "verify")
	l.ok("store", "repair", "--rebuild-catalog")
	l.answer("store", "get", strings.Repeat("0", 64))
}
