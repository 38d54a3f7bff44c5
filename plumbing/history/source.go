package history

import (
	"context"
	"errors"
	"math"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/commitindex"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// node is a commit that a search through history has met.
type node struct {
	id   objects.ID
	time int64
	// generation is greater than that of every ancestor; see commitindex.
	generation int64
	pos        int32 // in the index; -1 when it is not there
	// snapshot and parentIDs are set when the commit is not in the index.
	snapshot  objects.ID
	parentIDs []objects.ID
	// commit is nil when the commit is in the index, and when too many nodes are
	// held; it is read again then.
	commit *objects.Commit

	walkState
	paintState
}

// unknownGeneration is that of a commit that is not in the index. Such a commit
// is no ancestor of one that is.
const unknownGeneration = math.MaxInt64

func (n *node) known() bool { return n.generation != unknownGeneration }

// source reads commits: from the index where they are in it, else from the store.
type source struct {
	store objects.Store
	index *commitindex.Index // nil when there is none
	// patience is how many commits may be read that are not in the index; 0 is any
	// number.
	patience int
	read     int
	scratch  []int
}

// What ends a search that is then begun anew.
var (
	errIndexBroken = errors.New("the index of the commits is damaged")
	errIndexLags   = errors.New("the index of the commits lacks too many")
)

const (
	// indexLag is how many commits a search reads that are not in the index before
	// it adds commits to it.
	indexLag = 1000
	// indexStep is how many it adds at most.
	indexStep = 20_000
)

// withSource runs a search with the index of the store. When the index is damaged
// or lacks many commits, what tips reach is added to it, if that is possible and
// there are tips, and the search begins again, in the end without an index.
func withSource(ctx context.Context, store objects.Store, tips []objects.ID, search func(*source) error) error {
	try := func(index *commitindex.Index, patience int) error {
		defer index.Close()
		return search(&source{store: store, index: index, patience: patience})
	}
	patience := 0
	if _, ok := store.(objects.Derived); ok && len(tips) > 0 {
		patience = indexLag
	}
	err := try(commitindex.Open(ctx, store), patience)
	lags := errors.Is(err, errIndexLags)
	if !lags && !errors.Is(err, errIndexBroken) {
		return err
	}
	if added := patience > 0 && addToIndex(ctx, store, tips); added || lags {
		err = try(commitindex.Open(ctx, store), 0)
	}
	if errors.Is(err, errIndexBroken) {
		err = try(nil, 0)
	}
	return err
}

// addToIndex adds to the index what commits, or tags of commits, reach. ok is
// false when it cannot, which is no fault of the search.
func addToIndex(ctx context.Context, store objects.Store, from []objects.ID) (ok bool) {
	tips := make([]objects.ID, len(from))
	for i, id := range from {
		c, err := Load(ctx, store, id)
		if err != nil {
			return false
		}
		tips[i] = c.ID
	}
	_, err := commitindex.Grow(ctx, store, tips, indexStep)
	return err == nil
}

// start reads the commit that an id names; tags are followed to their targets.
func (s *source) start(ctx context.Context, id objects.ID) (*node, error) {
	if n, err := s.indexed(id); n != nil || err != nil {
		return n, err
	}
	commit, err := Load(ctx, s.store, id)
	if err != nil {
		return nil, err
	}
	if commit.ID != id {
		if n, err := s.indexed(commit.ID); n != nil || err != nil {
			return n, err
		}
	}
	return s.plain(commit)
}

// parents returns the parents of a node: those among nodes, and others, which are
// given to add first.
func (s *source) parents(ctx context.Context, n *node, nodes map[objects.ID]*node, add func(*node)) ([]*node, error) {
	if n.pos >= 0 {
		return s.indexedParents(n, nodes, add)
	}
	parents := make([]*node, 0, len(n.parentIDs))
	for _, id := range n.parentIDs {
		p := nodes[id]
		if p == nil {
			var err error
			if p, err = s.parent(ctx, id); err != nil {
				return nil, err
			}
			add(p)
		}
		parents = append(parents, p)
	}
	n.parentIDs = nil
	return parents, nil
}

// parent reads a commit by its own id.
func (s *source) parent(ctx context.Context, id objects.ID) (*node, error) {
	if n, err := s.indexed(id); n != nil || err != nil {
		return n, err
	}
	commit, err := Load(ctx, s.store, id)
	if err != nil {
		return nil, err
	}
	return s.plain(commit)
}

func (s *source) indexedParents(n *node, nodes map[objects.ID]*node, add func(*node)) ([]*node, error) {
	positions, ok := s.index.Parents(int(n.pos), s.scratch[:0])
	if s.scratch = positions; !ok {
		return nil, errIndexBroken
	}
	parents := make([]*node, 0, len(positions))
	for _, pos := range positions {
		row, ok := s.index.Row(pos)
		if !ok {
			return nil, errIndexBroken
		}
		p := nodes[row.ID]
		if p == nil {
			p = indexedNode(pos, row)
			add(p)
		}
		parents = append(parents, p)
	}
	return parents, nil
}

// indexed returns the node of a commit that is in the index, else nil.
func (s *source) indexed(id objects.ID) (*node, error) {
	pos, ok := s.index.Find(id)
	var row commitindex.Row
	if ok {
		row, ok = s.index.Row(pos)
	}
	switch {
	case s.index.Broken():
		return nil, errIndexBroken
	case !ok:
		return nil, nil
	}
	return indexedNode(pos, row), nil
}

func indexedNode(pos int, row commitindex.Row) *node {
	return &node{id: row.ID, time: row.Time, generation: row.Generation, pos: int32(pos)}
}

// plain is the node of a commit that is not in the index.
func (s *source) plain(commit Commit) (*node, error) {
	if s.read++; s.patience > 0 && s.read > s.patience {
		return nil, errIndexLags
	}
	return &node{
		id: commit.ID, time: commit.Committer.Seconds, generation: unknownGeneration, pos: -1,
		snapshot: commit.Snapshot, parentIDs: commit.Parents, commit: commit.Commit,
	}, nil
}

// root returns the root tree of a node.
func (s *source) root(ctx context.Context, n *node) (objects.ID, error) {
	if n.pos >= 0 {
		root, ok := s.index.Root(int(n.pos))
		if !ok {
			return root, errIndexBroken
		}
		return root, nil
	}
	snap, err := snapshot.Load(ctx, s.store, n.snapshot)
	if err != nil {
		return objects.ID{}, err
	}
	return snap.Root, nil
}
