package worktree

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestGitExcludesAgainstGit asks git which file counts, in a repository and in files
// that include others.
func TestGitExcludesAgainstGit(t *testing.T) {
	for name, test := range map[string]struct{ user, own, other string }{
		"nothing":               {},
		"user":                  {user: "[core]\n\texcludesFile = ~/a\n"},
		"own is stronger":       {user: "[core]\nexcludesfile=/a\n", own: "[core]\nexcludesFile = /b # comment\n"},
		"last counts":           {own: "[core]\nexcludesFile = /b\n[x]\ny\n[CORE] ExcludesFile = /c ; no\n"},
		"other sections":        {own: "[core \"x\"]\nexcludesFile = /b\n[cores]\nexcludesFile = /c\n"},
		"quoted":                {own: "[core]\nexcludesFile = \"/b  # \\\" \\\\ \" c \t \n"},
		"goes on":               {own: "[core]\nexcludesFile = /b\\\n  c\n"},
		"included":              {user: "[core]\nexcludesFile = /a\n[include]\npath = other\n", other: "[core]\nexcludesFile = /o\n"},
		"included before":       {user: "[include]\npath = ~/other\n[core]\nexcludesFile = /a\n", other: "[core]\nexcludesFile = /o\n"},
		"lines of another sort": {user: "[core]\r\n excludesFile = /a\r\n"},
	} {
		g := newGitRepo(t)
		home := t.TempDir()
		writeFile(t, filepath.Join(home, ".gitconfig"), test.user)
		writeFile(t, filepath.Join(home, "other"), test.other)
		own, err := os.ReadFile(filepath.Join(g.dir, ".git/config"))
		if err != nil {
			t.Fatal(err)
		}
		g.write(".git/config", string(own)+test.own)
		user := GitUser{Home: home, Configs: []string{filepath.Join(home, "none"), filepath.Join(home, ".gitconfig")}, Ignore: "/fallback"}
		got, err := GitExcludes(g.dir, user)
		if err != nil {
			t.Fatal(err)
		}
		if want := askGit(t, g.dir, home); got != want {
			t.Errorf("%s: %q, git says %q", name, got, want)
		}
	}
}

// askGit returns what core.excludesFile is.
func askGit(t *testing.T, dir, home string) string {
	t.Helper()
	cmd := exec.Command("git", "config", "--type=path", "--default=/fallback", "core.excludesFile")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "HOME="+home, "XDG_CONFIG_HOME="+filepath.Join(home, "none"))
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(string(out), "\n")
}

// TestGitConfigAgainstGit reads random files as git does.
func TestGitConfigAgainstGit(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 5))
	dir := t.TempDir()
	parts := []string{"[core]\n", "[core]", "[a \"b\\\"]\"]", "excludesFile", "path", " = ", "=", "/x", "\"", "\\\"", "\\\n", "\\t", " ", "\t", "\n", "\n", "#c", ";", "y z"}
	whole := 0
	for range 300 {
		text := "[core]\nexcludesFile = /first\n"
		for range r.IntN(9) {
			text += parts[r.IntN(len(parts))]
		}
		text += "\n[core]\nexcludesFile=/last\n"
		file := filepath.Join(dir, "config")
		writeFile(t, file, text)
		out, err := exec.Command("git", "config", "-z", "--file", file, "--get-all", "core.excludesFile").Output()
		if err != nil {
			continue // git stops at what it does not understand
		}
		whole++
		var got string
		for s := (configScanner{text: text}); s.next(); {
			if s.section+"."+s.key == "core.excludesfile" {
				got += s.value + "\x00"
			}
		}
		if got != string(out) {
			t.Fatalf("%q: %q, git says %q", text, got, out)
		}
	}
	if whole < 50 {
		t.Errorf("only %d files are whole", whole)
	}
}

func TestGitExcludesUnreadable(t *testing.T) {
	g := newGitRepo(t)
	if err := os.Remove(filepath.Join(g.dir, ".git/config")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(g.dir, ".git/config"), 0o755); err != nil {
		t.Fatal(err)
	}
	if file, err := GitExcludes(g.dir, GitUser{}); err == nil {
		t.Errorf("%q of a file that is none", file)
	}
	if file, err := GitExcludes(t.TempDir(), GitUser{Ignore: "/x"}); file != "" || err != nil {
		t.Errorf("outside of Git: %q, %v", file, err)
	}
}

// FuzzGitConfig reads any file to its end.
func FuzzGitConfig(f *testing.F) {
	f.Add("[core]\n\texcludesFile = ~/ignore\n[include]\npath = \"a\\\"\"\n")
	f.Fuzz(func(t *testing.T, text string) {
		for s, n := (configScanner{text: text}), 0; s.next(); n++ {
			if n > len(text) {
				t.Fatal("does not end")
			}
		}
	})
}
