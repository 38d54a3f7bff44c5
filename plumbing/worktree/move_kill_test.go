package worktree

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/packstore"
	"github.com/genesis-vcs/genesis/refs"
	"golang.org/x/sys/unix"
)

// The environment of a child process that moves a working tree and kills
// itself on the way.
const (
	envRoot  = "WORKTREE_TEST_ROOT"
	envFrom  = "WORKTREE_TEST_FROM"
	envTo    = "WORKTREE_TEST_TO"
	envPoint = "WORKTREE_TEST_POINT"
)

func TestMain(m *testing.M) {
	if root := os.Getenv(envRoot); root != "" {
		if err := moveAndDie(root); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// moveAndDie moves the working tree of a store on disk, as a command does, and
// gets SIGKILL at a point of the move.
func moveAndDie(root string) error {
	ctx := context.Background()
	from, err := objects.ParseID(os.Getenv(envFrom))
	if err != nil {
		return err
	}
	to, err := objects.ParseID(os.Getenv(envTo))
	if err != nil {
		return err
	}
	store, err := packstore.Open(ctx, filepath.Join(root, ".genesis/store"), packstore.Options{})
	if err != nil {
		return err
	}
	db := refs.New(store, refs.AllowAll{}, refs.Origin{Workspace: "w"})
	tree := New(Options{Root: root, Meta: filepath.Join(root, ".genesis")})
	if _, err := tree.Lock(ctx, "test", 0); err != nil {
		return err
	}
	last, err := strconv.Atoi(os.Getenv(envPoint))
	if err != nil {
		return err
	}
	killAt(last)
	_, err = tree.Move(ctx, db.Begin("test"), MoveRequest{DB: db, Base: from, To: to, Discard: true})
	return err
}

func TestKilledThenRecovered(t *testing.T) {
	s := newSpace(t)
	dir := filepath.Join(s.root, ".genesis/store")
	_, err := packstore.Create(t.Context(), dir, packstore.Options{})
	s.ok(err)
	s.openStore(dir)
	sc := scenarios[4] // unsaved work
	from, to := s.commit(sc.from), s.commit(sc.to)
	outcomes := map[bool]int{}
	for n := 0; outcomes[true] < 3; n += 3 {
		s.clear()
		s.put(sc.from)
		for path := range sc.local {
			s.ok(os.RemoveAll(filepath.Join(s.root, path)))
		}
		s.put(sc.local)
		before, head := s.files(), headOf(s)
		s.ok(s.store.Close())
		if !s.child(from, to, n) {
			break
		}
		s.checkEachFile(before, sc.want)
		s.openStore(dir)
		s.reopen()
		unlock, err := s.tree.Lock(t.Context(), "test", 0) // the kernel dropped it
		s.ok(err)
		outcomes[headOf(s) != head]++
		s.checkRecovered(fmt.Sprintf("point %d", n), before, sc.want, head)
		unlock()
	}
	s.ok(s.store.Close())
	if outcomes[false] < 3 || outcomes[true] < 1 {
		t.Errorf("killed %d times before and %d times after the transaction", outcomes[false], outcomes[true])
	}
}

func (s *space) openStore(dir string) {
	s.Helper()
	store, err := packstore.Open(s.Context(), dir, packstore.Options{})
	s.ok(err)
	s.store, s.db = store, refs.New(store, refs.AllowAll{}, refs.Origin{Workspace: "w"})
}

// child moves in a process of its own and reports whether that was killed.
func (s *space) child(from, to objects.ID, n int) bool {
	s.Helper()
	self, err := os.Executable()
	s.ok(err)
	cmd := exec.CommandContext(s.Context(), self)
	cmd.Env = append(os.Environ(), envRoot+"="+s.root, envFrom+"="+from.String(), envTo+"="+to.String(), envPoint+"="+strconv.Itoa(n))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	err = cmd.Run()
	if stderr.Len() > 0 {
		s.Fatalf("child: %s", stderr.String())
	}
	return err != nil
}

// killAt kills this process at the point with the number n.
func killAt(n int) {
	onPoint = func(point) {
		if n--; n < 0 {
			_ = unix.Kill(os.Getpid(), unix.SIGKILL)
			select {}
		}
	}
}
