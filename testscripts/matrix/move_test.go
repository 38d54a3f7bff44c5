package matrix

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// A run that ends in the middle of writing files says so, and how it is brought
// to its end; doing that leaves nothing of it. One that takes its move back by
// itself says nothing of the kind.
func TestInterruptedMoveIsTold(t *testing.T) {
	for _, c := range []struct {
		hooks string
		code  string
		left  bool
	}{
		{"beforeCommit:panic", "internal/panic", true},
		{"afterCommit:panic", "internal/panic", true},
		{"beforeCommit:sigterm,beforeCommit:hang", "interrupted/sigterm", true},
		{"beforeCommit:sigterm", "interrupted/sigterm", false},
		{"run:panic", "internal/panic", false},
	} {
		t.Run(c.hooks, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			genesis := func(hooks string, args ...string) []byte {
				cmd := exec.Command(hooked, append([]string{"--json"}, args...)...)
				cmd.Dir = dir
				cmd.Env = []string{"GENESIS_HOOKS=" + hooks, "HOME=/no-home", "GENESIS_AUTHOR_NAME=n", "GENESIS_AUTHOR_EMAIL=e@example.org"}
				out, _ := cmd.Output() // what it ends with is in the document
				return out
			}
			genesis("", "init")
			for _, text := range []string{"one", "two"} {
				check(t, os.WriteFile(filepath.Join(dir, "file"), []byte(text), 0o644))
				genesis("", "commit", "-m", text)
			}
			var doc struct {
				Code  string
				Error struct {
					Context struct {
						Facts struct {
							Interrupted bool `json:"interrupted_move"`
						}
					}
				}
				Diagnostics []struct {
					Code string
					Plan struct{ Action struct{ Command []string } } `json:"repair_plan"`
				}
			}
			check(t, json.Unmarshal(genesis(c.hooks, "checkout", "HEAD~1"), &doc))
			last := doc.Diagnostics[len(doc.Diagnostics)-1]
			if doc.Code != c.code || doc.Error.Context.Facts.Interrupted != c.left || (last.Code == "worktree/interrupted") != c.left {
				t.Fatalf("%+v", doc)
			}
			if c.left {
				if !slices.Equal(last.Plan.Action.Command, []string{"genesis", "vcs", "snapshot"}) {
					t.Errorf("%+v", last)
				}
				genesis("", last.Plan.Action.Command[1:]...)
			}
			var status struct {
				Data struct{ Clean, Interrupted bool }
			}
			check(t, json.Unmarshal(genesis("", "status"), &status))
			if !status.Data.Clean || status.Data.Interrupted {
				t.Errorf("afterwards: %+v", status)
			}
		})
	}
}
