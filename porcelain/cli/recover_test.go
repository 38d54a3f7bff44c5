package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/refs"
)

// journalKeeper is a policy gate that looks at the journal of a move in its
// middle: files written, refs not moved.
type journalKeeper struct {
	path    string
	journal []byte
	err     error
}

func (k *journalKeeper) Check(context.Context, objects.Store, objects.Stage, []refs.Move) (err error) {
	if k.journal, err = os.ReadFile(k.path); err != nil {
		return err
	}
	return k.err
}

// interrupt leaves the workspace as a process does that is killed after its
// refs moved (or before, with refused) and before its journal was removed.
func interrupt(t *testing.T, p place, refused bool) {
	t.Helper()
	keeper := &journalKeeper{path: filepath.Join(p.root, ".genesis", "journal")}
	if refused {
		keeper.err = errors.New("no")
	}
	p.do(t, func(ctx context.Context, env *Env) error {
		tree, err := env.Worktree(ctx)
		if err != nil {
			return err
		}
		ws, err := env.Workspace(ctx)
		if err != nil {
			return err
		}
		store, err := env.Store(ctx)
		if err != nil {
			return err
		}
		db := refs.New(store, keeper, refs.Origin{Workspace: ws.ID})
		to, commit, err := commitOfOneFile(ctx, db)
		if err != nil {
			return err
		}
		tx := db.Begin("vcs checkout")
		tx.Set("refs/heads/other", commit, refs.Expect{})
		_, err = tree.Move(ctx, tx, worktree.MoveRequest{DB: db, To: to})
		if (err != nil) != refused {
			return fmt.Errorf("the move ended with %v", err)
		}
		return nil
	})
	if err := os.WriteFile(keeper.path, keeper.journal, 0o644); err != nil {
		t.Fatal(err)
	}
}

// commitOfOneFile publishes a commit and returns its tree and its id.
func commitOfOneFile(ctx context.Context, db *refs.DB) (root, commit objects.ID, err error) {
	stage, err := db.Store().Begin(ctx)
	if err != nil {
		return root, commit, err
	}
	defer stage.Abort()
	put := func(kind objects.Kind, data []byte) (id objects.ID) {
		if err == nil {
			id, _, err = stage.Put(ctx, kind, data)
		}
		return id
	}
	encoded := func(v objects.Structured) objects.ID {
		data, encodeErr := objects.Encode(v)
		err = errors.Join(err, encodeErr)
		return put(v.Kind(), data)
	}
	blob := put(objects.KindBlob, []byte("content"))
	root = encoded(&objects.Tree{Entries: []objects.Entry{{Name: "f", Mode: objects.ModeFile, ID: blob, Size: 7}}})
	snap := encoded(&objects.Snapshot{Root: root, Files: 1, Bytes: 7})
	person := objects.Person{Name: "Ann", Email: "ann@example.org", Seconds: 1, Zone: "+0000"}
	commit = encoded(&objects.Commit{Snapshot: snap, Author: person, Committer: person, Message: "m"})
	if err != nil {
		return root, commit, err
	}
	tx := db.Begin("store put")
	tx.Pin(root, "kept")
	_, err = tx.Commit(ctx, stage)
	return root, commit, err
}

func openWorktree(ctx context.Context, env *Env) (Result, error) {
	_, err := env.Worktree(ctx)
	return &echo{}, err
}

// The next command that changes something finishes or takes back a move that
// was interrupted and says so to a person; others only say that it is there.
func TestEnvRecovers(t *testing.T) {
	for name, c := range map[string]struct {
		refused bool
		want    string
	}{
		"forward": {false, "finished"},
		"back":    {true, "taken back"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlace(t)
			interrupt(t, p, c.refused)
			human := []string{"vcs", "log", "-C", p.root}
			a := frame{args: append(human, "--dry-run"), environ: p.environ, family: with(openWorktree)}.run(t)
			if a.status != 0 || !strings.HasPrefix(a.stderr, "warning: worktree/interrupted: ") {
				t.Errorf("dry run: %+v", a)
			}
			a = frame{args: human, environ: p.environ, family: with(openWorktree)}.run(t)
			if a.status != 0 || !strings.HasPrefix(a.stderr, "warning: an interrupted command was "+c.want) {
				t.Errorf("%+v", a)
			}
			a = frame{args: human, environ: p.environ, family: with(openWorktree)}.run(t)
			if a.status != 0 || a.stderr != "" {
				t.Errorf("again: %+v", a)
			}
			_, err := os.Stat(filepath.Join(p.root, "f"))
			if (err == nil) == c.refused {
				t.Errorf("the file: %v", err)
			}
		})
	}
}

func TestEnvDamagedJournal(t *testing.T) {
	p := newPlace(t)
	if err := os.WriteFile(filepath.Join(p.root, ".genesis", "journal"), []byte("garbage"), 0o644); err != nil {
		t.Fatal(err)
	}
	if e := p.in(t, openWorktree).envelope(t); e.Code != "worktree/journal-damaged" || e.Exit != contract.Verification {
		t.Errorf("%+v", e)
	}
	if e := p.in(t, openWorktree).envelope(t); !e.OK {
		t.Errorf("after it was set aside: %+v", e.Error)
	}
}
