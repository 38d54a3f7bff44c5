package commitindex

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"sync"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// Grow adds the commits that tips reach to the index of a store and saves it. At
// most limit commits are added, oldest first, unless that is 0: what is left is
// for the next time. A store that keeps no derived data stays as it is.
//
// It holds some 150 bytes of memory for each commit that it adds, and the index.
// Errors: those of the store, also when it has not got some commit or tree; the
// old index is kept then.
func Grow(ctx context.Context, store objects.Store, tips []objects.ID, limit int) (added int, err error) {
	derived, ok := store.(objects.Derived)
	if !ok {
		return 0, nil
	}
	old := Open(ctx, store)
	defer old.Close()
	b, added, err := grow(ctx, store, old, tips, limit)
	if errors.Is(err, errBroken) {
		b, added, err = grow(ctx, store, nil, tips, limit)
	}
	if err != nil || added == 0 {
		return 0, err
	}
	return added, derived.SaveDerived(ctx, Name, b.encode())
}

// grow returns the columns of an index with further rows. errBroken: the old one
// is damaged.
func grow(ctx context.Context, store objects.Store, old *Index, tips []objects.ID, limit int) (*builder, int, error) {
	b, ok := newBuilder(store, old)
	if !ok {
		return nil, 0, errBroken
	}
	fresh, err := b.missing(ctx, tips, limit)
	if err != nil {
		return nil, 0, err
	}
	return b, len(fresh), b.add(ctx, fresh)
}

// found is a commit that the index does not have yet.
type found struct {
	id       objects.ID
	snapshot objects.ID
	time     int64
	parents  []objects.ID
}

// missing lists what tips reach and the index does not have, parents before
// their children, the first parent's line first.
func (b *builder) missing(ctx context.Context, tips []objects.ID, limit int) ([]found, error) {
	var list []found
	seen := map[objects.ID]bool{}
	var stack []found
	push := func(id objects.ID) error {
		if seen[id] {
			return nil
		}
		if _, ok := b.index.Find(id); ok {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		f, err := b.read(ctx, id)
		if err != nil {
			return err
		}
		seen[id] = true
		stack = append(stack, f)
		return nil
	}
	for _, tip := range tips {
		if err := push(tip); err != nil {
			return nil, err
		}
		for len(stack) > 0 && (limit == 0 || len(list) < limit) {
			f, depth := stack[len(stack)-1], len(stack)
			for _, p := range f.parents {
				if err := push(p); err != nil {
					return nil, err
				}
				if len(stack) > depth {
					break
				}
			}
			if len(stack) == depth {
				stack = stack[:depth-1]
				list = append(list, f)
			}
		}
		stack = stack[:0]
	}
	if b.index.Broken() {
		return nil, errBroken
	}
	return list, nil
}

func (b *builder) read(ctx context.Context, id objects.ID) (found, error) {
	o, err := b.store.Get(ctx, id)
	if err != nil {
		return found{}, err
	}
	if o.Kind != objects.KindCommit {
		return found{}, &snapshot.KindError{ID: id, Want: objects.KindCommit, Got: o.Kind}
	}
	c, err := objects.DecodeAs[*objects.Commit](o.Data)
	if err != nil {
		return found{}, err
	}
	return found{id: id, snapshot: c.Snapshot, time: c.Committer.Seconds, parents: c.Parents}, nil
}

// add appends rows.
func (b *builder) add(ctx context.Context, fresh []found) error {
	for i, f := range fresh {
		b.positions[f.id] = b.rows + i
	}
	parents := make([][]int, len(fresh))
	for i, f := range fresh {
		for _, p := range f.parents {
			pos, ok := b.position(p)
			if !ok {
				return errBroken
			}
			parents[i] = append(parents[i], pos)
		}
	}
	roots, err := rootsOf(ctx, b.store, fresh)
	if err != nil {
		return err
	}
	filters := make([]filter, len(fresh))
	known := make([]bool, len(fresh))
	old := b.rows
	rootAt := func(pos int) objects.ID {
		if pos < old {
			return b.root(pos)
		}
		return roots[pos-old]
	}
	err = ranges(len(fresh), func(from, to int) (err error) {
		d := differ{ctx: ctx, store: b.store}
		for i := from; i < to && err == nil; i++ {
			before := objects.ID{}
			if len(parents[i]) > 0 {
				before = rootAt(parents[i][0])
			}
			filters[i], known[i], err = d.filter(before, roots[i])
		}
		return err
	})
	if err != nil {
		return err
	}
	for i, f := range fresh {
		b.append(f, roots[i], parents[i], filters[i], known[i])
	}
	return nil
}

// rootsOf reads the snapshots of commits.
func rootsOf(ctx context.Context, store objects.Store, commits []found) ([]objects.ID, error) {
	roots := make([]objects.ID, len(commits))
	err := ranges(len(commits), func(from, to int) error {
		for i := from; i < to; i++ {
			snap, err := snapshot.Load(ctx, store, commits[i].snapshot)
			if err != nil {
				return err
			}
			roots[i] = snap.Root
		}
		return nil
	})
	return roots, err
}

// ranges divides n things that follow each other among the processors.
func ranges(n int, work func(from, to int) error) error {
	workers := min(runtime.GOMAXPROCS(0), 4, max(1, n/100))
	errs := make([]error, workers)
	var group sync.WaitGroup
	for i := range workers {
		group.Go(func() { errs[i] = work(n*i/workers, n*(i+1)/workers) })
	}
	group.Wait()
	return cmp.Or(errs...)
}

func (b *builder) position(id objects.ID) (int, bool) {
	if pos, ok := b.positions[id]; ok {
		return pos, true
	}
	return b.index.Find(id)
}

// generation is the time, but more than the generations of the parents.
func (b *builder) generation(time int64, parents []int) int64 {
	most := min(time, latest)
	for _, p := range parents {
		most = max(most, b.generationOf(p)+1)
	}
	return most
}
