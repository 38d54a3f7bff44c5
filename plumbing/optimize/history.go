package optimize

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
)

// history is the commits of a plan, a few words each. Its index is also the queue
// of those that are still to be read.
type history struct {
	index
	commits []commit
	ready   []int32 // a heap: those whose children all had their turn
}

type commit struct {
	there    bool // false when the store does not have it
	waiting  int32
	seconds  int64
	parents  []int32
	snapshot objects.ID
	root     objects.ID // zero when the store does not have the snapshot
}

// want queues a commit and returns its number.
func (h *history) want(id objects.ID) int32 {
	n := h.find(id)
	if n == none {
		n = h.add(id)
		h.commits = append(h.commits, commit{})
	}
	return n
}

// readCommits reads the commits that are queued and all that they reach.
func (p *planner) readCommits(ctx context.Context) error {
	h := &p.history
	for n := 0; n < len(h.ids); n++ {
		o, ok, err := p.get(ctx, h.ids[n])
		if err != nil {
			return err
		}
		if !ok || o.Kind != objects.KindCommit {
			continue
		}
		c, err := objects.DecodeAs[*objects.Commit](o.Data)
		if err != nil {
			return err
		}
		root, err := p.root(ctx, c.Snapshot)
		if err != nil {
			return err
		}
		row := commit{there: true, seconds: c.Committer.Seconds, snapshot: c.Snapshot, root: root}
		for _, id := range c.Parents {
			parent := h.want(id)
			h.commits[parent].waiting++
			row.parents = append(row.parents, parent)
		}
		row.waiting = h.commits[n].waiting
		h.commits[n] = row
		p.alsoNamed(c)
	}
	return nil
}

// root returns the root of a snapshot, zero when the store does not have it, and
// notes what else the snapshot names.
func (p *planner) root(ctx context.Context, id objects.ID) (objects.ID, error) {
	o, ok, err := p.get(ctx, id)
	if err != nil || !ok || o.Kind != objects.KindSnapshot {
		return objects.ID{}, err
	}
	s, err := objects.DecodeAs[*objects.Snapshot](o.Data)
	if err != nil {
		return objects.ID{}, err
	}
	if s.Package != nil {
		p.roots.others = append(p.roots.others, s.Package.Manifest)
	}
	return s.Root, nil
}

// walk places the commits, a child always before its parents and otherwise the
// newest first, and with each what its parents held.
func (p *planner) walk(ctx context.Context) error {
	h := &p.history
	for n := range h.commits {
		if h.commits[n].waiting == 0 {
			h.push(int32(n))
		}
	}
	for len(h.ready) > 0 {
		n := h.pop()
		c := &h.commits[n]
		if c.there {
			if err := p.turn(ctx, h.ids[n], c); err != nil {
				return err
			}
		}
		for _, parent := range c.parents {
			h.commits[parent].waiting--
			if h.commits[parent].waiting == 0 {
				h.push(parent)
			}
		}
	}
	return nil
}

// turn places one commit. A commit without a child is compared with the one before
// it in the walk, which is near to it in time.
func (p *planner) turn(ctx context.Context, id objects.ID, c *commit) error {
	p.lastCommit = p.place(id, objects.KindCommit, p.lastCommit)
	if err := p.snapshot(ctx, c.snapshot, c.root); err != nil {
		return err
	}
	for _, parent := range c.parents {
		if err := p.versions(ctx, c.root, p.history.commits[parent].root); err != nil {
			return err
		}
	}
	return nil
}

// snapshot places a snapshot and its tree, compared with the tree that was placed
// last.
func (p *planner) snapshot(ctx context.Context, id, root objects.ID) error {
	if root.IsZero() || p.find(id) != none {
		return nil
	}
	p.place(id, objects.KindSnapshot, none) // mostly a hash: nothing to share
	err := p.versions(ctx, p.lastRoot, root)
	p.lastRoot = root
	return err
}

// before reports whether the turn of commit a comes before that of b.
func (h *history) before(a, b int32) bool {
	if s, t := h.commits[a].seconds, h.commits[b].seconds; s != t {
		return s > t
	}
	return h.ids[a].Compare(h.ids[b]) < 0
}

func (h *history) push(n int32) {
	h.ready = append(h.ready, n)
	for i := len(h.ready) - 1; i > 0; {
		up := (i - 1) / 2
		if !h.before(h.ready[i], h.ready[up]) {
			return
		}
		h.ready[i], h.ready[up] = h.ready[up], h.ready[i]
		i = up
	}
}

func (h *history) pop() int32 {
	top, last := h.ready[0], len(h.ready)-1
	h.ready[0] = h.ready[last]
	h.ready = h.ready[:last]
	for i := 0; ; {
		least := i
		for down := 2*i + 1; down <= 2*i+2 && down < last; down++ {
			if h.before(h.ready[down], h.ready[least]) {
				least = down
			}
		}
		if least == i {
			return top
		}
		h.ready[i], h.ready[least] = h.ready[least], h.ready[i]
		i = least
	}
}
