package optimize

import (
	"context"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/packstore"
)

// Plan lists the objects that the rows and the operations of a store reach, in the
// order in which they are best written, each once and with the object against
// which it is best stored. progress, which may be nil, is told how many objects
// were found since it was called last.
func Plan(ctx context.Context, store objects.Store, progress func(objects int)) ([]packstore.Placement, error) {
	p := &planner{store: store, progress: progress, lastCommit: none}
	for _, step := range []func(context.Context) error{p.rows, p.operations, p.readCommits, p.walk, p.rest} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return p.ordered(), nil
}

// rest places tags and what is no part of history.
func (p *planner) rest(ctx context.Context) error {
	for _, id := range p.roots.tags {
		if err := p.closure(ctx, id); err != nil {
			return err
		}
	}
	for i := 0; i < len(p.roots.others); i++ { // which may become more meanwhile
		if err := p.closure(ctx, p.roots.others[i]); err != nil {
			return err
		}
	}
	return nil
}

// groupOf is the place of a kind in the order of writing: what a log reads first, what
// a checkout reads behind it, and last what is seldom read.
func groupOf(kind objects.Kind) int {
	switch kind {
	case objects.KindCommit:
		return 1
	case objects.KindTag:
		return 2
	case objects.KindSnapshot:
		return 3
	case objects.KindTree:
		return 4
	case objects.KindBlob:
		return 5
	case objects.KindChunkList, objects.KindChunk: // the parts of a chunked blob stay together
		return 6
	default:
		return 7
	}
}

// ordered puts the plan in the order of writing: kind by kind, the versions of a
// path together, the newest first.
func (p *planner) ordered() []packstore.Placement {
	bases, families := p.bases()
	order := make([]int32, len(p.ids))
	for n := range order {
		order[n] = int32(n)
	}
	slices.SortFunc(order, func(a, b int32) int {
		if d := groupOf(p.kinds[a]) - groupOf(p.kinds[b]); d != 0 {
			return d
		}
		if families[a] != families[b] {
			return int(families[a]) - int(families[b])
		}
		return int(a) - int(b)
	})
	place := make([]int32, len(order))
	plan := make([]packstore.Placement, len(order))
	for at, n := range order {
		place[n] = int32(at)
		plan[at] = packstore.Placement{ID: p.ids[n], Base: none}
		if bases[n] != none {
			plan[at].Base = place[bases[n]]
		}
	}
	return plan
}
