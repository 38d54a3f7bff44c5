//go:build linux && (amd64 || arm64)

package startup

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// build links the program in testdata.
func build(t *testing.T, arch string, flags ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "closed")
	args := append(append([]string{"build", "-o", path}, flags...), "./testdata/closed")
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOARCH="+arch)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", args, err, out)
	}
	return path
}

// status runs the program with a redirection of the shell.
func status(t *testing.T, path, redirection string) int {
	t.Helper()
	shell := exec.Command("sh", "-c", `exec "$0" `+redirection, path)
	_ = shell.Run() // the status says it
	return shell.ProcessState.ExitCode()
}

func TestStdoutClosed(t *testing.T) {
	link := []string{"-ldflags", Link}
	for name, flags := range map[string][]string{"plain": link, "position-independent": append(link, "-buildmode=pie")} {
		path := build(t, runtime.GOARCH, flags...)
		for redirection, want := range map[string]int{">&-": 3, "": 0, "1<>/dev/null": 0, "<&- 2>&-": 0} {
			if got := status(t, path, redirection); got != want {
				t.Errorf("%s: %q: status %d, want %d", name, redirection, got, want)
			}
		}
	}
}

// Without the flag a closed stdout is what the runtime makes of it.
func TestWithoutTheFlag(t *testing.T) {
	if got := status(t, build(t, runtime.GOARCH), ">&-"); got != 0 || StdoutClosed() {
		t.Errorf("status %d", got)
	}
}

func TestEveryArchitectureLinks(t *testing.T) {
	for _, arch := range []string{"amd64", "arm64"} {
		build(t, arch, "-ldflags", Link)
	}
}
