package packstore

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
)

// publishOp publishes an operation of a workspace, and nothing else.
func publishOp(t *testing.T, dir, workspace string) {
	t.Helper()
	s := openStore(t, dir)
	defer func() { _ = s.Close() }()
	_, err := s.Publish(t.Context(), nil, objects.Batch{
		Changes:   []objects.Change{{Space: objects.SpaceHead, Name: workspace, New: []byte("refs/heads/main")}},
		Operation: &objects.Operation{Workspace: workspace, Verb: "init", Seconds: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestDiscard takes back a store that only its maker has used, and no other.
func TestDiscard(t *testing.T) {
	for _, c := range []struct {
		name string
		ops  []string // the workspaces of the operations
		gone bool
	}{
		{"unused", nil, true},
		{"first operation", []string{"mine"}, true},
		{"operation of another", []string{"another"}, false},
		{"later operation", []string{"mine", "another"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "store")
			if _, err := Create(t.Context(), dir, Options{}); err != nil {
				t.Fatal(err)
			}
			for _, workspace := range c.ops {
				publishOp(t, dir, workspace)
			}
			err := Discard(t.Context(), dir, "mine", Options{})
			if (err == nil) != c.gone {
				t.Fatal(err)
			}
			if !c.gone {
				mustVerify(t, openStore(t, dir))
				return
			}
			if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
				t.Errorf("left %v, %v", left, err)
			}
		})
	}
}
