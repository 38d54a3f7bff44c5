package opcmd

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/refs"
)

// reversalResult is the data of `op undo`, `op redo` and `op restore`; one of
// Undone, Redone and Restored is set.
type reversalResult struct {
	Undone   []objects.ID  `json:"undone,omitempty"`
	Redone   []objects.ID  `json:"redone,omitempty"`
	Restored objects.ID    `json:"restored,omitzero"`
	Worktree worktreeCount `json:"worktree"`
	Saved    objects.ID    `json:"saved,omitzero"`
	// Recovered says what became of an interrupted command before.
	Recovered *recovered `json:"recovered,omitempty"`
	// Preview is what the paths would hold, with --preview.
	Preview []fields.Preview `json:"preview,omitzero"`
	fields.Outcome

	verb    string
	target  operation
	changes []change
}

// recovered is what was done about an interrupted command. Result is
// "taken-back" or "finished"; Untouched are paths that were changed since.
type recovered struct {
	Result    string        `json:"result" enum:"taken-back,finished"`
	Restored  int           `json:"restored"`
	Untouched []fields.Path `json:"untouched"`
}

// recoveredOf returns nil if nothing was interrupted.
func recoveredOf(r worktree.Recovery) *recovered {
	if !r.Done {
		return nil
	}
	out := &recovered{Result: "taken-back", Restored: len(r.Restored), Untouched: fields.PathsOf(r.Untouched)}
	if r.Forward {
		out.Result = "finished"
	}
	return out
}

// worktreeCount says how many paths were written and removed.
type worktreeCount struct {
	Written int `json:"written"`
	Removed int `json:"removed"`
}

// Human implements cli.Result.
func (r *reversalResult) Human(p *render.Printer) {
	if r.verb == "" { // only a recovery
		p.Linef("only what an interrupted command had begun was taken back; undo again takes back the operation before it")
		if r.Dry() {
			r.Line(p)
		}
		return
	}
	p.Linef("%s %s  %s", r.verb, p.Styled(render.Strong, r.target.Verb), p.Styled(render.Faint, fields.Short(r.target.ID)))
	writeChanges(p, r.changes)
	fields.WritePreviews(p, r.Preview)
	if moved := fields.Moved(r.Worktree.Written, r.Worktree.Removed); moved != "" {
		p.Linef("%s", moved)
	}
	if !r.Saved.IsZero() {
		p.Linef("%s in snapshot %s", p.Styled(render.Note, "unsaved changes are kept"), fields.Short(r.Saved))
	}
	r.Line(p)
}

// reverse makes a reversal: rows and working tree together.
type reverse struct {
	env  *cli.Env
	db   *refs.DB
	tree *worktree.Tree // nil without a workspace: rows only
	// before says what became of an interrupted command first.
	before worktree.Recovery
}

// newReverse opens the store, and locks the workspace if there is one.
func newReverse(ctx context.Context, env *cli.Env) (*reverse, error) {
	ws, err := env.Workspace(ctx)
	if err != nil {
		return nil, err
	}
	r := &reverse{env: env}
	if ws != nil && ws.ID != "" {
		if r.tree, err = env.WorktreeWith(ctx, new(fields.Limits).Scan(env, "reading files")); err != nil {
			return nil, err
		}
	}
	if r.db, err = env.DB(ctx); err != nil || r.tree == nil {
		return r, err
	}
	r.before, err = env.Recovered(ctx, r.tree)
	return r, err
}

// onlyRecovered is the result when nothing but an interrupted command was taken
// back.
func (r *reverse) onlyRecovered() *reversalResult {
	noop := refs.Result{Noop: true}
	return &reversalResult{
		Recovered: recoveredOf(r.before), Preview: fields.NoPreviews(r.env), Outcome: fields.OutcomeOf(noop, r.env.DryRun),
	}
}

// apply carries out a plan. What is unsaved in the working tree is saved into
// the operation first.
func (r *reverse) apply(ctx context.Context, verb string, plan refs.Reversal) (*reversalResult, error) {
	tx := r.db.Begin(verb)
	tx.Subject(plan.Target.ID)
	tx.Apply(plan)
	out := &reversalResult{target: operationOf(plan.Target), changes: changesOf(plan.Changes), Recovered: recoveredOf(r.before), Preview: fields.NoPreviews(r.env)}
	way, err := r.route(ctx, verb, plan)
	if err != nil {
		return nil, err
	}
	if way == nil {
		done, err := fields.Finish(ctx, r.env, tx, nil)
		out.Outcome = fields.OutcomeOf(done, r.env.DryRun)
		return out, err
	}
	done, err := r.tree.Move(ctx, tx, worktree.MoveRequest{
		DB: r.db, Base: way.from, To: way.to, Discard: true, DryRun: r.env.DryRun,
	})
	if err != nil {
		return nil, err
	}
	out.Worktree = worktreeCount{Written: len(done.Written), Removed: len(done.Removed)}
	out.Saved = done.Saved
	out.Outcome = fields.OutcomeOf(done.Result, r.env.DryRun)
	if r.env.DryRun {
		r.env.Planned(out.Worktree.Written + out.Worktree.Removed)
	}
	if r.env.Preview {
		if out.Preview, err = fields.MovePreviews(ctx, r.db.Store(), way.from, way.to, done); err != nil {
			return nil, err
		}
	}
	return out, nil
}
