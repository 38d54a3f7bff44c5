package fields

import (
	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/refs"
)

// RemovedBranch says what became of the branch of a workspace, and the way on.
const RemovedBranch = "Another workspace removed the branch; `genesis switch -c` makes it again where the files are"

// Behind is the fault for files that are of another commit than their branch
// holds. files and tip are zero where there is no commit; a branch that once had
// one and is at none was removed.
func Behind(branch refs.Name, files, tip objects.ID) *contract.Error {
	facts := contract.Facts{"name": branch, "expected": OrNull(files), "actual": OrNull(tip)}
	if tip.IsZero() {
		return contract.Failf("commit/behind", facts, "%s", RemovedBranch)
	}
	facts["branch"] = branch.Short()
	return contract.Failf("commit/behind", facts, "Another workspace moved the branch; check it out again first")
}
