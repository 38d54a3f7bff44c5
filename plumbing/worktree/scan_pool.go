package worktree

import (
	"context"
	"runtime"
	"sync"
)

// task is a piece of work of a scan: to read a directory, or to read the files
// with these indexes in it.
type task struct {
	node  *node
	files []int
}

// pool runs tasks on as many workers as there are processors. The newest task
// comes first, so that the directories that are open at a time are few.
type pool struct {
	mu     sync.Mutex
	idle   sync.Cond
	stack  []task
	active int // tasks that a worker has in hand
	err    error
}

// run works until no task is left, and returns the first error.
func (p *pool) run(ctx context.Context, first task, work func(*worker, task) error) error {
	p.idle.L = &p.mu
	p.stack = append(p.stack, first)
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			w := &worker{}
			for {
				t, ok := p.next()
				if !ok {
					return
				}
				err := ctx.Err()
				if err == nil {
					err = work(w, t)
				}
				p.done(err)
			}
		})
	}
	all.Wait()
	return p.err
}

func (p *pool) push(tasks ...task) {
	p.mu.Lock()
	p.stack = append(p.stack, tasks...)
	p.mu.Unlock()
	if len(tasks) > 1 {
		p.idle.Broadcast()
	} else {
		p.idle.Signal()
	}
}

// next waits for a task; ok is false when there is none and none can come.
func (p *pool) next() (t task, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.stack) == 0 && p.active > 0 && p.err == nil {
		p.idle.Wait()
	}
	if len(p.stack) == 0 || p.err != nil {
		return task{}, false
	}
	t = p.stack[len(p.stack)-1]
	p.stack = p.stack[:len(p.stack)-1]
	p.active++
	return t, true
}

func (p *pool) done(err error) {
	p.mu.Lock()
	p.active--
	if p.err == nil {
		p.err = err
	}
	over := p.err != nil || p.active == 0 && len(p.stack) == 0
	p.mu.Unlock()
	if over {
		p.idle.Broadcast()
	}
}
