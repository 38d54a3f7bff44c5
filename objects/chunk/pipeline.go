package chunk

import (
	"context"
	"runtime"
	"sync"
)

// job is one chunk on its way through a pipeline.
type job[T any] struct {
	item *T
	err  error
	done chan struct{} // closed when the item is worked on and err is set
}

// pipeline runs three steps at once: produce makes items one by one in a
// goroutine of its own, several goroutines work on them, and take gets them in
// the order in which they were made, in the caller's goroutine. The items that
// exist at any time are bounded.
//
// It returns the first error in that order; produce and work see a context that
// is done then. When it returns, everything that it started has ended: the
// steps use what is the caller's.
func pipeline[T any](
	ctx context.Context,
	produce func(ctx context.Context, emit func(*T) error) error,
	work func(ctx context.Context, item *T) error,
	take func(item *T) error,
) error {
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()

	workers := min(max(runtime.GOMAXPROCS(0), 2), 8)
	todo := make(chan *job[T], 2*workers)
	inOrder := make(chan *job[T], 2*workers)
	var produceErr error
	running.Go(func() {
		defer close(inOrder)
		defer close(todo)
		produceErr = produce(ctx, func(item *T) error {
			return send(ctx, &job[T]{item: item, done: make(chan struct{})}, todo, inOrder)
		})
	})
	for range workers {
		running.Go(func() {
			for j := range todo {
				j.err = work(ctx, j.item)
				close(j.done)
			}
		})
	}
	for j := range inOrder {
		<-j.done
		if j.err != nil {
			return j.err
		}
		if err := take(j.item); err != nil {
			return err
		}
	}
	return produceErr
}

// send puts a value into every queue, one after the other, unless ctx is done.
func send[T any](ctx context.Context, value T, queues ...chan T) error {
	for _, q := range queues {
		select {
		case q <- value:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
