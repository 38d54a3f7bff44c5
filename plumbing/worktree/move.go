package worktree

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/refs"
)

// MoveRequest asks to take the working tree from Base to the tree To.
type MoveRequest struct {
	DB *refs.DB
	// Base is the root tree that HEAD's commit has; To the root tree to go to.
	Base, To objects.ID
	// Paths restrict the move to these paths and what is below them; "" is the
	// root. They then also go to what To has where Base and To agree: local
	// changes to them are in the way. A path that is in neither tree is a *snapshot.NotInTreeError.
	Paths []string
	// Discard overwrites changes that are not stored, after they were saved.
	// Without it such a change in the way is a *UnsavedError and nothing is done.
	// Changes that are not in the way are always carried along. A file that was
	// only deleted has no content to lose and is never in the way. What cannot
	// be stored is a *InTheWayError, with Discard too.
	Discard bool
	DryRun  bool
	// Unstored are trees of To that the store does not have yet, for a dry run.
	Unstored []objects.Object
}

// MoveResult says what a move did, or with DryRun what it would do.
type MoveResult struct {
	Written, Removed []string // paths, sorted
	// Unchanged counts the files that are as To has them and did not have to be
	// written. Local changes that are carried along do not count.
	Unchanged int
	// Saved is the snapshot that holds what was overwritten and stored nowhere
	// else; zero when nothing was. The operation's WorktreeBefore holds it too,
	// among all the other files.
	Saved objects.ID
	// Result is the outcome of the transaction.
	refs.Result
}

// Move saves what would be lost, writes the journal, writes the files, commits
// tx (to which it adds the transition of the working tree), and removes the
// journal. The caller holds the workspace's lock. A process that is killed in
// the middle is finished or rolled back by Recover. Errors: *UnsavedError,
// *InTheWayError, *UnreadableError (of a path that has to be compared), *snapshot.PathError, *snapshot.NotInTreeError, *FoldingError, *SwappedError
// (a link appeared on the way), *ChangedError (a file was changed meanwhile),
// *InterruptedError (call Recover first), those of Scan and those of Tx.Commit;
// after the files were begun they are back as they were.
//
// Every file is old or new as a whole at any time. The new files need not be
// on the disk when Move returns, although the journal and the transaction are.
func (t *Tree) Move(ctx context.Context, tx *refs.Tx, req MoveRequest) (MoveResult, error) {
	if interrupted, err := t.Journaled(); err != nil || interrupted {
		return MoveResult{}, errors.Join(err, interruptedError(interrupted))
	}
	root, err := openAnchor(t.opts.Root)
	if err != nil {
		return MoveResult{}, err
	}
	defer root.close()
	since := time.Now()
	p, err := t.plan(ctx, root, req)
	if err != nil {
		return MoveResult{}, err
	}
	if req.DryRun {
		return p.preview(ctx, tx)
	}
	m := &mover{tree: t, root: root, db: req.DB, since: since, plan: p}
	return m.run(ctx, tx)
}

// mover carries out a plan.
type mover struct {
	tree  *Tree
	root  *anchor
	db    *refs.DB
	since time.Time
	plan  *plan
	// landing is nil when little is written.
	landing *landing
}

func (m *mover) run(ctx context.Context, tx *refs.Tx) (MoveResult, error) {
	if len(m.plan.edits) == 0 { // To is where we are: local changes are not even read
		result := m.plan.result()
		var err error
		result.Result, err = tx.Commit(ctx, nil)
		return result, err
	}
	stage, before, after, err := m.plan.store(ctx, m.root)
	if err != nil {
		return MoveResult{}, err
	}
	defer func() { _ = stage.Abort() }()
	result := m.plan.result()
	if len(m.plan.steps) == 0 {
		if before != after {
			tx.Worktree(before, after, objects.ID{})
		}
		result.Result, err = tx.Commit(ctx, stage)
		return result, err
	}
	tx.Worktree(before, after, m.plan.saved)
	j, err := m.begin(ctx, before, after)
	if err != nil {
		return MoveResult{}, errors.Join(err, m.tree.removeJournal())
	}
	if result.Result, err = m.write(ctx, tx, stage, j); err != nil {
		return MoveResult{}, errors.Join(err, m.rollBack(ctx, j))
	}
	// The move is published. If the journal cannot be removed now, the next
	// command that writes finds that nothing is left to do and removes it.
	_ = m.tree.removeJournal()
	m.writeCache(ctx, after)
	return result, nil
}

// begin makes the journal durable.
func (m *mover) begin(ctx context.Context, before, after objects.ID) (*journal, error) {
	head, err := m.db.Store().Head(ctx)
	if err != nil {
		return nil, err
	}
	j := &journal{
		Prefix: newPrefix(), Seq: head.Seq, Before: before, After: after, Saved: m.plan.saved,
		From: m.plan.req.Base, To: m.plan.req.To, Steps: m.plan.steps,
	}
	return j, m.tree.writeJournal(j)
}

// write goes through the steps and commits.
func (m *mover) write(ctx context.Context, tx *refs.Tx, stage objects.Stage, j *journal) (refs.Result, error) {
	c := m.tree.checkout(m.root, m.db.Store(), j.Prefix, m.since)
	if uint64(len(j.Steps))*worthCaching >= m.plan.after.files && !m.tree.opts.ReadOnly {
		m.landing = &landing{dirs: make(map[string][]cacheEntry)}
		c.landing = m.landing
	}
	if err := c.run(ctx, workOf(j.Steps)); err != nil {
		return refs.Result{}, err
	}
	failpoint(beforeCommit)
	result, err := tx.Commit(ctx, stage)
	failpoint(afterCommit)
	return result, err
}

// rollBack undoes what was written, whatever has ended the context. If it
// cannot, the journal stays for Recover.
func (m *mover) rollBack(ctx context.Context, j *journal) error {
	ctx = context.WithoutCancel(ctx)
	if _, err := m.tree.reconcile(ctx, m.root, m.db.Store(), j, false); err != nil {
		return err
	}
	return m.tree.removeJournal()
}

// preview is the result of a dry run.
func (p *plan) preview(ctx context.Context, tx *refs.Tx) (MoveResult, error) {
	result := p.result()
	var err error
	result.Result, err = tx.Check(ctx, nil)
	result.Noop = result.Noop && len(p.steps) == 0
	return result, err
}

func (p *plan) result() MoveResult {
	r := MoveResult{Saved: p.saved}
	keep := workOf(p.steps).keep
	written := uint64(0)
	for _, s := range p.steps {
		path := string(s.Path)
		switch {
		case s.After != nil:
			r.Written = append(r.Written, path)
			files, _ := s.After.totals()
			written += files
		case !s.Before.dir() || !keep[path]:
			r.Removed = append(r.Removed, path)
		}
	}
	written += p.carried()
	r.Unchanged = int(p.after.files - min(written, p.after.files))
	return r
}

// carried counts the files with local changes that the move leaves alone.
func (p *plan) carried() uint64 {
	var sum totals
	edited := make(map[string]bool, len(p.edits))
	for _, e := range p.edits {
		edited[e.Path] = true
	}
	for path, e := range p.local {
		if !edited[path] {
			sum.add(e)
		}
	}
	return sum.files
}

func interruptedError(yes bool) error {
	if yes {
		return &InterruptedError{}
	}
	return nil
}

// Interrupted reports whether a journal of an interrupted move is there. A
// move that another process is in the middle of is not interrupted.
func (t *Tree) Interrupted() (bool, error) {
	there, err := t.Journaled()
	if err != nil || !there {
		return false, err
	}
	busy, err := t.lockedByOther()
	if err != nil || busy {
		return false, err
	}
	return t.Journaled() // the other process may just have ended
}

// Journaled reports whether a journal is there: of a move that was interrupted, or
// that whoever has the lock is in the middle of.
func (t *Tree) Journaled() (bool, error) {
	_, err := os.Lstat(t.journalPath())
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}
