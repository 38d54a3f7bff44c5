//go:build linux && (amd64 || arm64)

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/cli/startup"
)

// A stdout that was closed before the start is a failed write, and nothing is
// changed for an answer that cannot arrive. A /dev/null that the caller meant,
// for reading and writing as the runtime opens it, is as good as any file.
func TestClosedStdout(t *testing.T) {
	binary := buildBinary(t)
	dir := t.TempDir()
	for _, c := range []struct {
		args   string
		stdout string
		status int
		stderr string
	}{
		{"version --json", ">&-", 70, ""},
		{"version --ndjson", ">&-", 70, ""},
		{"version", ">&-", 70, "closed before the start"},
		{"help", ">&-", 70, "could not be written"},
		{"init made", ">&-", 70, "nothing was done"},
		{"init made --json", ">&-", 70, ""},
		{"completion bash --quiet", ">&-", 70, "nothing was done"},
		{"agent-surface --quiet", ">&-", 70, "nothing was done"},
		{"unheard-of", ">&-", 2, "usage/unknown-command"},
		{"version --quiet", ">&-", 0, ""},
		{"version --json", "1<>/dev/null", 0, ""},
		{"version --json", ">&- 2>&- <&-", 70, ""},
		{"version --json", "2>&- <&-", 0, ""},
	} {
		shell := exec.Command("sh", "-c", `exec "$0" `+c.args+" "+c.stdout, binary)
		shell.Dir = dir
		var stderr strings.Builder
		shell.Stderr = &stderr
		_ = shell.Run() // the status says it
		status := shell.ProcessState.ExitCode()
		if status != c.status || !strings.Contains(stderr.String(), c.stderr) || c.stderr == "" && stderr.Len() > 0 {
			t.Errorf("%s %s: status %d, stderr %q", c.args, c.stdout, status, stderr.String())
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "made")); !os.IsNotExist(err) {
		t.Errorf("a command without a stdout did its work: %v", err)
	}
}

func TestMakefileStartsAtTheEntry(t *testing.T) {
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(makefile), "linux/amd64 linux/arm64,$(PLATFORM)),"+startup.Link+")") {
		t.Errorf("the Makefile does not link with %s", startup.Link)
	}
}
