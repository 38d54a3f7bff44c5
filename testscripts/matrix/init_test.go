package matrix

import (
	"os"
	"os/exec"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/contract/contracttest"
)

// Every way in which init goes wrong while it makes things leaves the directory
// as it was, whatever it makes: what its document says happened not at all.
func TestInitIsAllOrNothing(t *testing.T) {
	points := []string{
		"create", "stage-create", "stage-write", "footer-write", "footer-sync", "rename", "dir-sync", "catalog-open",
		"catalog-commit", "slot-write", "slot-sync", "catalog-close",
	}
	for name, args := range map[string][]string{
		"here":            {"init"},
		"new directory":   {"init", "a/b"},
		"store elsewhere": {"init", "w", "--store", "a/store"},
		"new bare":        {"init", "--bare", "a/b"},
	} {
		for _, point := range points {
			for _, action := range []string{"panic", "sigint", "enospc", "eio"} {
				t.Run(name+" "+point+" "+action, func(t *testing.T) {
					t.Parallel()
					dir := t.TempDir()
					cmd := exec.Command(hooked, append([]string{"--json"}, args...)...)
					cmd.Dir = dir
					cmd.Env = []string{"GENESIS_HOOKS=" + point + ":" + action, "HOME=/no-home"}
					out, _ := cmd.Output()
					status := cmd.ProcessState.ExitCode()
					if err := contracttest.CheckRun(cmd.Args[1:], status, out, nil); err != nil {
						t.Fatalf("exit status %d: %v\n%s", status, err, out)
					}
					left, err := os.ReadDir(dir)
					check(t, err)
					if made := len(left) > 0; made != (status == 0) {
						t.Errorf("exit status %d, and %v\n%s", status, left, out)
					}
				})
			}
		}
	}
}
