package history

import (
	"context"
	"sync"

	"github.com/genesis-vcs/genesis/objects"
)

// maxAhead is how many commits are read while an earlier one is visited.
const maxAhead = 64

// reading is a commit that is read by a goroutine of its own.
type reading struct {
	commit Commit
	err    error
	done   chan struct{} // closed when it was read; nil when it was there already
}

// ahead visits the commits of the nodes that next returns, but for the hidden
// ones, in their order. Those that the walk knows from the index are read a few
// at a time beside it: more and more of them, so that a walk that ends early has
// read little in vain.
func ahead(ctx context.Context, store objects.Store, next func(context.Context) (*node, error), visit func(Commit) (bool, error)) error {
	var readers sync.WaitGroup
	defer readers.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var queue []*reading
	var failed error
	window, ended := 1, false
	for {
		for len(queue) < window && !ended {
			n, err := next(ctx)
			switch {
			case err != nil || n == nil:
				failed, ended = err, true
			case n.hidden:
			case n.commit != nil:
				queue = append(queue, &reading{commit: Commit{ID: n.id, Commit: n.commit}})
			default:
				r := &reading{done: make(chan struct{})}
				readers.Go(func() {
					defer close(r.done)
					r.commit, r.err = Load(ctx, store, n.id)
				})
				queue = append(queue, r)
			}
		}
		if len(queue) == 0 {
			return failed
		}
		r := queue[0]
		queue = queue[1:]
		if r.done != nil {
			<-r.done
			window = min(2*window, maxAhead)
		}
		if r.err != nil {
			return r.err
		}
		if more, err := visit(r.commit); err != nil || !more {
			return err
		}
	}
}
