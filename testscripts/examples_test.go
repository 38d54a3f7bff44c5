package testscripts

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/cli"
	program "github.com/genesis-vcs/genesis/porcelain/families"
)

// exampleID is the short id that the examples of the help have. What it stands
// for depends on the command.
const exampleID = "8f3a61c09d22"

// TestExamplesOfTheHelp runs every line of every command's examples through a
// shell, each in a copy of the same workspace. All of them succeed.
func TestExamplesOfTheHelp(t *testing.T) {
	w := newWorld(t)
	ids := w.exampleWorkspace()
	for _, c := range cli.Commands(program.All...) {
		name := strings.Join(c.Path, " ")
		if strings.TrimSpace(c.Example) == "" {
			t.Errorf("%s has no example", name)
		}
		for line := range strings.Lines(strings.TrimSpace(c.Example)) {
			line = strings.TrimSpace(line)
			t.Run(line, func(t *testing.T) {
				w.runExample(t, c, strings.ReplaceAll(line, "--prefix 8f3a", "--prefix "+ids.blob[:4]), ids)
			})
		}
	}
}

// exampleIDs are what exampleID stands for in the commands of each family.
type exampleIDs struct{ blob, commit, operation, conflict string }

// of chooses for a command.
func (ids exampleIDs) of(c *cli.Command) string {
	if c.Path[len(c.Path)-1] == "resolve-conflict" {
		return ids.conflict
	}
	switch c.Path[0] {
	case "op":
		return ids.operation
	case "refs", "commit":
		return ids.commit
	}
	return ids.blob
}

// exampleWorkspace makes what the examples are about:
//
//	1 ─ 2 ─ 3 ─ 4      main, checked out; old, and the tag old, are on 4
//	             └─ 5  topic
//
// with files that are changed and in no commit, and an operation undone.
func (w *world) exampleWorkspace() exampleIDs {
	w.t.Helper()
	w.ok(nil, "init")
	w.write("README.md", "hello\n")
	w.write("data.bin", strings.Repeat("x", 1000))
	w.write("src/parser.go", "package parser\n")
	w.write("src/parser/list.go", "package parser\n")
	w.write("src/main.gc", "(def main (fn (x y) (f x y)))\n")
	w.write("rename.gcpatch", `{:version 1 :intent "a better name" :provenance {} :ops [{:op :rename-symbol :module-path "src/main.gc" :from main :to start}]}`+"\n")
	var made struct{ Commit string }
	for _, n := range []string{"1", "2", "3", "4"} {
		w.write("notes", n)
		w.ok(&made, "commit", "-m", n)
	}
	w.ok(nil, "branch", "old")
	var tagged struct{ Operation string }
	w.ok(&tagged, "refs", "set", "refs/tags/old", made.Commit)
	w.ok(nil, "switch", "-c", "topic")
	w.write("notes", "5")
	w.ok(nil, "commit", "-m", "5")
	w.ok(nil, "switch", "main")
	w.ok(nil, "vcs", "tag", "undone")
	w.ok(nil, "undo")
	var put struct{ Objects []struct{ Hash string } }
	w.ok(&put, "store", "put", "data.bin")
	w.write("src/parser.go", "package parser // changed\n")
	w.write("src/parser/list.go", "package parser // changed\n")
	w.write("changes", "set refs/tags/new "+made.Commit+" absent\n")
	return exampleIDs{blob: put.Objects[0].Hash, commit: made.Commit, operation: tagged.Operation, conflict: w.exampleConflict()}
}

// exampleConflict stores a conflict between two files.
func (w *world) exampleConflict() string {
	w.t.Helper()
	w.write("base", "1\n2\n3\n")
	w.write("ours", "1\nours\n3\n")
	w.write("theirs", "1\ntheirs\n3\n")
	stdout, _ := w.command("vcs", "merge3", "--files", "--base", "base", "--left", "ours", "--right", "theirs", "--json").Output()
	var document struct {
		Data struct{ Files []struct{ Conflict string } }
	}
	if err := json.Unmarshal(stdout, &document); err != nil || len(document.Data.Files) != 1 {
		w.t.Fatalf("%v: %s", err, stdout)
	}
	w.write("theirs", "1\n2\n3\ntheirs\n") // which merges
	return document.Data.Files[0].Conflict
}

// runExample runs one line in a directory of its own: a copy of the workspace,
// or an empty one for the command that makes workspaces.
func (w *world) runExample(t *testing.T, c *cli.Command, line string, ids exampleIDs) {
	dir := filepath.Join(t.TempDir(), "w")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if c.Path[0] != "init" {
		if err := os.CopyFS(dir, os.DirFS(w.dir)); err != nil {
			t.Fatal(err)
		}
	}
	if strings.Join(c.Path, " ") == "git import" {
		line = "genesis vcs tag v1.0 >&2; genesis git export --to ../repo >&2; " + line
	}
	script := exec.CommandContext(t.Context(), "sh", "-ec", strings.ReplaceAll(line, exampleID, ids.of(c)[:len(exampleID)]))
	script.Dir = dir
	script.Env = append(w.env, "PATH="+filepath.Dir(binary)+":"+os.Getenv("PATH"), "HASH="+ids.blob)
	var stdout, stderr strings.Builder
	script.Stdout, script.Stderr = &stdout, &stderr
	if err := script.Run(); err != nil {
		t.Errorf("%v\n%s%s", err, stdout.String(), stderr.String())
	}
	if strings.HasSuffix(line, "--json") && !json.Valid([]byte(stdout.String())) {
		t.Errorf("not a JSON document:\n%s", stdout.String())
	}
}
