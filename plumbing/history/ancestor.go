package history

import (
	"context"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
)

// IsAncestor reports whether a commit is another one or an ancestor of it. Tags
// are followed to their targets. It reads the newest commits first, and not
// behind where the two lines meet if clocks are right or the commits are indexed.
// Errors: *NotCommitError, and those of the store.
func IsAncestor(ctx context.Context, store objects.Store, ancestor, descendant objects.ID) (is bool, err error) {
	err = withSource(ctx, store, nil, func(s *source) error {
		p := newPainter(s)
		want, err := p.start(ctx, ancestor, right)
		if err != nil {
			return err
		}
		if _, err := p.start(ctx, descendant, left); err != nil {
			return err
		}
		for want.paint&left == 0 && p.count[left] > 0 && !p.below(want) {
			if _, err := p.next(ctx); err != nil {
				return err
			}
		}
		is = want.paint&left != 0
		return nil
	})
	return is, err
}

// MergeBases returns the best common ancestors of two commits, newest first:
// those that no other common ancestor reaches. Tags are followed to their
// targets. There is none when the histories are unrelated, and several when they
// were merged crosswise. Errors: *NotCommitError, and those of the store.
func MergeBases(ctx context.Context, store objects.Store, a, b objects.ID) ([]objects.ID, error) {
	var met []*node
	err := withSource(ctx, store, nil, func(s *source) error {
		met = nil
		p := newPainter(s)
		if _, err := p.start(ctx, a, left); err != nil {
			return err
		}
		if _, err := p.start(ctx, b, right); err != nil {
			return err
		}
		for p.queue.len() > p.stale() {
			n, err := p.next(ctx)
			if err != nil {
				return err
			}
			if n.paint == left|right && !slices.Contains(met, n) {
				met = append(met, n)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	met = slices.DeleteFunc(met, func(n *node) bool { return n.paint&stale != 0 })
	slices.SortFunc(met, func(a, b *node) int {
		if a.before(b) {
			return -1
		}
		return 1
	})
	bases := make([]objects.ID, len(met))
	for i, n := range met {
		bases[i] = n.id
	}
	return independent(ctx, store, bases)
}

// independent leaves out the commits that another one reaches. With right clocks
// there is none any more.
func independent(ctx context.Context, store objects.Store, ids []objects.ID) ([]objects.ID, error) {
	out := make([]objects.ID, 0, len(ids))
	for _, id := range ids {
		reached := false
		for _, other := range ids {
			if id == other || reached {
				continue
			}
			var err error
			if reached, err = IsAncestor(ctx, store, id, other); err != nil {
				return nil, err
			}
		}
		if !reached {
			out = append(out, id)
		}
	}
	return out, nil
}
