package cli

import (
	"maps"
	"strings"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// noteMove says of a run that failed, or was stopped, in the middle of writing the
// working tree that it was, which the next command that writes there brings to
// its end. A move that ended, or was taken back, has no journal any more.
func (r *run) noteMove(o outcome) outcome {
	r.env.noted.mu.Lock()
	tree := r.env.noted.tree
	r.env.noted.mu.Unlock()
	if o.err == nil || tree == nil {
		return o
	}
	fault := *contract.From(o.err)
	if strings.HasPrefix(fault.Code, "worktree/") {
		return o // about just that, or found before anything was written
	}
	if left, err := tree.Journaled(); err != nil || !left {
		return o
	}
	facts := contract.Facts{"interrupted_move": true}
	maps.Copy(facts, fault.Facts)
	fault.Facts = facts
	if r.globals.maxOutput == 0 { // a short answer keeps the fact alone
		fault.Besides = append(fault.Besides, contract.Fail("worktree/interrupted", nil))
	}
	o.err = &fault
	return o
}
