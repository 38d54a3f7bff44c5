package git

import (
	"context"
	"runtime"
	"sync"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
)

// sink stores objects with several workers, and publishes them in packs of
// bounded size. Nothing names the objects yet, so no operation goes with them.
type sink struct {
	store objects.Store
	dry   bool
	stage objects.Stage
	sum   objects.StageStats

	jobs chan job
	wait sync.WaitGroup // of the jobs that were given
	work sync.WaitGroup // of the workers

	mu  sync.Mutex
	err error // the first
}

// job is one object to be stored. If of is not nil, data is the body of that object
// of Git: the worker holds it against its oid, and notes its id here.
type job struct {
	ctx  context.Context
	kind objects.Kind
	data []byte
	of   *item
}

const (
	// Above either of these the objects so far are published.
	sinkObjects = 200_000
	sinkBytes   = 512 << 20
	// sinkQueue bounds the objects that wait for a worker.
	sinkQueue = 64
)

func newSink(store objects.Store, dry bool) *sink { return &sink{store: store, dry: dry} }

// put gives an object to the workers.
func (s *sink) put(ctx context.Context, kind objects.Kind, data []byte, of *item) error {
	if err := s.begin(ctx); err != nil {
		return err
	}
	s.wait.Add(1)
	select {
	case s.jobs <- job{ctx, kind, data, of}:
	case <-ctx.Done():
		s.wait.Done()
		return ctx.Err()
	}
	return s.failed()
}

// begin opens a stage and starts the workers where there are none, and publishes
// when there is enough.
func (s *sink) begin(ctx context.Context) error {
	if s.stage != nil {
		if st := s.stage.Stats(); st.Objects < sinkObjects && st.Stored < sinkBytes {
			return nil
		}
		if err := s.flush(ctx); err != nil {
			return err
		}
	}
	if s.dry {
		s.stage = objects.NewDryStage(s.store)
	} else {
		var err error
		if s.stage, err = s.store.Begin(ctx); err != nil {
			return err
		}
	}
	if h, ok := s.stage.(objects.Hurried); ok {
		h.Hurry()
	}
	if s.jobs == nil {
		s.jobs = make(chan job, sinkQueue)
		for range runtime.GOMAXPROCS(0) {
			s.work.Go(s.worker)
		}
	}
	return nil
}

func (s *sink) worker() {
	for j := range s.jobs {
		if s.failed() == nil {
			if err := s.do(j); err != nil {
				s.fail(err)
			}
		}
		s.wait.Done()
	}
}

func (s *sink) do(j job) error {
	if j.of != nil {
		if err := j.of.check(gitobj.Sum(j.of.typ, j.data)); err != nil {
			return err
		}
	}
	id, _, err := s.stage.Put(j.ctx, j.kind, j.data)
	if err == nil && j.of != nil {
		j.of.id, j.of.state = id, itemStored
	}
	return err
}

func (s *sink) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
	}
}

func (s *sink) failed() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// drain waits until all that was given is stored.
func (s *sink) drain() error {
	s.wait.Wait()
	return s.failed()
}

// flush publishes what is staged. What it refers to must be there too.
func (s *sink) flush(ctx context.Context) error {
	if err := s.drain(); err != nil || s.stage == nil || s.dry {
		return err
	}
	stage := s.stage
	s.stage = nil
	done, err := s.store.Publish(ctx, stage, objects.Batch{})
	if err != nil {
		_ = stage.Abort()
		return err
	}
	s.sum.Objects += done.Objects
	s.sum.Bytes += done.Bytes
	s.sum.Stored += done.Stored
	return nil
}

// finish publishes the rest and stops the workers.
func (s *sink) finish(ctx context.Context) (objects.StageStats, error) {
	err := s.flush(ctx)
	s.stop()
	return s.sum, err
}

func (s *sink) stop() {
	if s.jobs != nil {
		close(s.jobs)
		s.work.Wait()
		s.jobs = nil
	}
}

// abort drops what is staged; after finish there is nothing to drop.
func (s *sink) abort() {
	s.stop()
	if s.stage != nil {
		_ = s.stage.Abort()
		s.stage = nil
	}
}
