package matrix

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// place is a directory with a home and a workspace "w" in it.
type place struct {
	base string
	vars *strings.Replacer // of the invocations
}

func (p place) work() string  { return filepath.Join(p.base, "w") }
func (p place) store() string { return filepath.Join(p.work(), ".genesis", "store") }

func (p place) env() []string {
	home := filepath.Join(p.base, "home")
	return []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + home, "TZ=UTC", "GIT_CONFIG_NOSYSTEM=1",
		"GENESIS_AUTHOR_NAME=Ada Lovelace", "GENESIS_AUTHOR_EMAIL=ada@example.org",
	}
}

// places are the prepared places, by what was done in them besides.
var places struct {
	sync.Mutex
	made map[string]place
	root string
}

// prepared returns the place in which these commands were run. It is only
// copied.
func prepared(t *testing.T, before [][]string) place {
	t.Helper()
	places.Lock()
	defer places.Unlock()
	key := fmt.Sprint(before)
	if p, ok := places.made[key]; ok {
		return p
	}
	if places.made == nil {
		places.made = map[string]place{}
	}
	p := place{base: filepath.Join(places.root, fmt.Sprint(len(places.made)))}
	p.fill(t)
	for _, args := range before {
		p.do(t, args...)
	}
	places.made[key] = p
	return p
}

// fill makes a workspace with two commits, a branch at the first of them, a
// tag, and a file that is in no commit.
func (p *place) fill(t *testing.T) {
	t.Helper()
	p.write(t, "home/.keep", "")
	p.write(t, "w/a", "one\n")
	p.write(t, "w/dir/b", "same in both\n")
	p.write(t, "w/gone", "only in the first\n")
	p.do(t, "init")
	one := p.do(t, "commit", "new", "-m", "one")
	p.do(t, "vcs", "branch", "side")
	p.write(t, "w/a", "two\n")
	p.write(t, "w/new/c", "only in the second\n")
	if err := os.Remove(filepath.Join(p.work(), "gone")); err != nil {
		t.Fatal(err)
	}
	two := p.do(t, "commit", "new", "-m", "two")
	p.do(t, "vcs", "tag", "v1", "-m", "the first")
	put := p.do(t, "store", "put", "a")
	p.write(t, "w/untracked", "in no commit\n")
	p.write(t, "w/module.gc", "(f a b)\n")
	p.write(t, "w/message", "a message\n")
	p.write(t, "w/patch", `{:version 1 :intent "" :provenance {} :ops [{:op :write-file :path "patched" :mode file :content "x"}]}`)
	p.vars = strings.NewReplacer("$ONE", one.Commit, "$TWO", two.Commit, "$SNAP", two.Snapshot,
		"$OP", two.Operation, "$BLOB", put.Hash, "$CONFLICT", p.conflict(t))
}

// conflict stores a conflict between two files, and returns its id.
func (p place) conflict(t *testing.T) string {
	t.Helper()
	p.write(t, "w/base", "1\n2\n3\n")
	p.write(t, "w/ours", "1\nours\n3\n")
	p.write(t, "w/theirs", "1\ntheirs\n3\n")
	cmd := exec.Command(plain, "--json", "vcs", "merge3", "--files", "--base", "base", "--left", "ours", "--right", "theirs")
	cmd.Dir, cmd.Env = p.work(), p.env()
	stdout, _ := cmd.Output() // which fails, because there is a conflict
	var document struct {
		Data struct {
			Files []struct{ Conflict string }
		}
	}
	if err := json.Unmarshal(stdout, &document); err != nil || len(document.Data.Files) != 1 || document.Data.Files[0].Conflict == "" {
		t.Fatalf("preparing a conflict: %v\n%s", err, stdout)
	}
	return document.Data.Files[0].Conflict
}

func (p place) write(t *testing.T, path, content string) {
	t.Helper()
	path = filepath.Join(p.base, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// made is what the preparing commands say of what they made.
type made struct{ Commit, Snapshot, Operation, Hash string }

func (p place) do(t *testing.T, args ...string) made {
	t.Helper()
	cmd := exec.Command(plain, append([]string{"--json"}, args...)...)
	cmd.Dir, cmd.Env = p.work(), p.env()
	var stdout bytes.Buffer
	cmd.Stdout = &stdout
	if err := cmd.Run(); err != nil {
		t.Fatalf("preparing with %v: %v\n%s", args, err, stdout.Bytes())
	}
	var document struct{ Data made }
	if err := json.Unmarshal(stdout.Bytes(), &document); err != nil {
		t.Fatal(err)
	}
	return document.Data
}

// copied makes a copy of the place that a case may break.
func (p place) copied(t *testing.T, base string) place {
	t.Helper()
	err := filepath.WalkDir(p.base, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		to := base + strings.TrimPrefix(path, p.base)
		switch {
		case d.IsDir():
			return os.Mkdir(to, 0o755)
		case d.Name() == "ballast": // two megabytes that the store gets anew when it needs them
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(to, content, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	return place{base: base, vars: p.vars}
}

// own gives everything in the place to a user.
func (p place) own(t *testing.T, uid int) {
	t.Helper()
	err := filepath.WalkDir(p.base, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, uid, uid)
	})
	if err != nil {
		t.Fatal(err)
	}
}
