package fields

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/refs"
)

// RemovedBranch says what became of the branch of a workspace, and the way on.
const RemovedBranch = "Another workspace removed the branch; `genesis switch -c` makes it again where the files are"

// Stale is a workspace whose files are of another commit than its branch holds.
type Stale struct {
	Tree   *worktree.Tree
	DB     *refs.DB
	Branch refs.Name
	// Files and Tip are the commits of the files and of the branch, zero where there
	// is none; FilesRoot and TipRoot are their root trees.
	Files, Tip         objects.ID
	FilesRoot, TipRoot objects.ID
}

// Behind is the fault for it. A branch that once had a commit and is at none was
// removed. The fault names the branch for the repair plan, which checks it out
// again, only where that would carry every change along.
func (s *Stale) Behind(ctx context.Context) *contract.Error {
	facts := contract.Facts{"name": s.Branch, "expected": OrNull(s.Files), "actual": OrNull(s.Tip)}
	if s.Tip.IsZero() {
		return contract.Failf("commit/behind", facts, "%s", RemovedBranch)
	}
	if s.carries(ctx) {
		facts["branch"] = s.Branch.Short()
	}
	if s.Files.IsZero() {
		return contract.Failf("commit/behind", facts, "No commit of the branch has been checked out here yet; switch to it first")
	}
	return contract.Failf("commit/behind", facts, "Another workspace moved the branch; switch to it again first")
}

// carries reports that nothing is in the way of a checkout of the branch. What
// cannot be looked at is in the way.
func (s *Stale) carries(ctx context.Context) bool {
	_, err := s.Tree.Move(ctx, s.DB.Begin("vcs checkout"), worktree.MoveRequest{
		DB: s.DB, Base: s.FilesRoot, To: s.TipRoot, DryRun: true,
	})
	return err == nil
}
