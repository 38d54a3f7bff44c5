package history

import (
	"context"
	"runtime"
	"sync"

	"github.com/genesis-vcs/genesis/objects"
)

// maxAhead is how many commits are read while an earlier one is visited.
const maxAhead = 64

// reading is a commit that is being read.
type reading struct {
	id     objects.ID
	commit Commit
	err    error
	done   chan struct{} // closed when it was read; nil when it was there already
}

// readers are goroutines that read commits. Starting one for each commit would
// cost more than reading some.
type readers struct {
	ctx   context.Context
	store objects.Store
	jobs  chan *reading // nil until the first is needed
	group sync.WaitGroup
}

func (r *readers) read(id objects.ID) *reading {
	if r.jobs == nil {
		r.jobs = make(chan *reading, maxAhead)
		for range min(runtime.GOMAXPROCS(0), 4) {
			r.group.Go(func() {
				for job := range r.jobs {
					job.commit, job.err = Load(r.ctx, r.store, job.id)
					close(job.done)
				}
			})
		}
	}
	job := &reading{id: id, done: make(chan struct{})}
	r.jobs <- job
	return job
}

func (r *readers) close() {
	if r.jobs != nil {
		close(r.jobs)
		r.group.Wait()
	}
}

// ahead visits the commits of the nodes that next returns, but for the hidden
// ones, in their order. Those that the walk knows from the index are read a few
// at a time beside it: more and more of them, so that a walk that ends early has
// read little in vain; and no more than most of them altogether, if that is not 0.
func ahead(ctx context.Context, store objects.Store, most int, next func(context.Context) (*node, error), visit func(Commit) (bool, error)) error {
	ctx, cancel := context.WithCancel(ctx)
	r := &readers{ctx: ctx, store: store}
	defer r.close()
	defer cancel()
	var queue []*reading
	var failed error
	window, visited, ended := 1, 0, false
	for {
		for len(queue) < window && !ended && (most == 0 || visited+len(queue) < most) {
			n, err := next(ctx)
			switch {
			case err != nil || n == nil:
				failed, ended = err, true
			case n.hidden:
			case n.commit != nil:
				queue = append(queue, &reading{commit: Commit{ID: n.id, Commit: n.commit}})
			default:
				queue = append(queue, r.read(n.id))
			}
		}
		if len(queue) == 0 {
			return failed
		}
		first := queue[0]
		queue = queue[1:]
		visited++
		if first.done != nil {
			<-first.done
			window = min(2*window, maxAhead)
		}
		if first.err != nil {
			return first.err
		}
		if more, err := visit(first.commit); err != nil || !more {
			return err
		}
	}
}
