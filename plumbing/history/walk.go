package history

import (
	"context"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
)

// walkState is what a walk knows of a commit that it has read and not yet
// returned.
type walkState struct {
	parents  []*node
	expanded bool
	// waiting counts the expanded children that are not returned yet.
	waiting int
	queued  bool // in the heap of candidates
	mark    int  // the last search that came by
	// hidden: an excluded commit reaches it. That is known for certain when the
	// node is returned, because all its children were returned before.
	hidden bool
	// state is what the paths of the query hold here, once that was looked up.
	state *pathState
	// follow are the paths under which a follower looks here.
	follow []string
}

// walk visits commits in the order that the package promises.
//
// A commit may be returned once no commit that is still unknown can be its
// descendant. The frontier, which are the commits whose parents were not looked
// at yet, stands for everything unknown: what is unknown is an ancestor of the
// frontier. If a commit reaches every member of the frontier, then none of them
// can reach it, for a commit is not its own ancestor. So the walk looks ahead,
// newest first, only until the next commit reaches the whole frontier; that is
// where the lines that run beside it have branched off.
//
// The index of the commits makes that simpler: only a commit of a greater
// generation can be a descendant, so the walk looks ahead, greatest generation
// first, until none is left in the frontier. A commit that is not in the index
// counts as of an unknown generation, greater than all others.
type walk struct {
	*source
	// nodes are those that were read and not returned. A returned commit never
	// comes again: all its children were returned before it.
	nodes map[objects.ID]*node
	ready nodeHeap // candidates: every known child was returned
	// frontier holds what is not expanded, by generation; below the top also the
	// few that were expanded as candidates, out of its turn.
	frontier nodeHeap
	// open counts the nodes that are not expanded and of unknown generation, shown
	// the nodes that are not hidden. Without any of these, all that is left is
	// hidden.
	open, shown int
	// searches numbers the searches, effort counts their steps, and expansions
	// the nodes that were expanded.
	searches, effort, expansions int
}

const (
	// maxBodies is how many nodes are held together with their commits.
	maxBodies = 4096
	// A walk whose searches took more than freeEffort steps and effortPerNode
	// for each node expands all that is left: then no search is needed.
	freeEffort    = 100_000
	effortPerNode = 16
	everything    = 1 << 30
)

// newWalk starts at from and hides what exclude reaches.
func newWalk(ctx context.Context, src *source, from, exclude []objects.ID) (*walk, error) {
	w := &walk{source: src, nodes: map[objects.ID]*node{}, frontier: nodeHeap{byGeneration: true}}
	for i, id := range slices.Concat(from, exclude) {
		n, err := src.start(ctx, id)
		if err != nil {
			return nil, err
		}
		if there := w.nodes[n.id]; there != nil {
			n = there
		} else {
			w.add(n)
			w.offer(n)
		}
		if i >= len(from) {
			w.hide(n)
		}
	}
	return w, nil
}

// hide notes that an excluded commit reaches the node.
func (w *walk) hide(n *node) {
	if !n.hidden {
		n.hidden = true
		w.shown--
	}
}

// next returns the next node, which may be hidden, or nil at the end.
func (w *walk) next(ctx context.Context) (*node, error) {
	ahead := 1
	for w.ready.len() > 0 && w.shown > 0 {
		n := w.ready.top()
		if n.waiting > 0 { // a child was found after it became a candidate
			n.queued = false
			w.ready.pop()
			continue
		}
		if !n.expanded {
			if err := w.expand(ctx, n); err != nil {
				return nil, err
			}
			continue
		}
		tooHard := w.effort > freeEffort+effortPerNode*w.expansions
		if w.last(n) || !n.known() && !tooHard && w.final(n) {
			w.ready.pop()
			w.release(n)
			return n, nil
		}
		if tooHard {
			ahead = everything
		}
		if n.known() {
			ahead = 1
		}
		if err := w.lookAhead(ctx, ahead); err != nil {
			return nil, err
		}
		ahead = min(2*ahead, everything)
	}
	return nil, nil
}

// last reports whether the frontier has no commit of a generation that a
// descendant of the node could have.
func (w *walk) last(n *node) bool {
	if !n.known() {
		return w.open == 0
	}
	return w.frontier.len() == 0 || w.frontier.top().generation <= n.generation
}

// release lets the parents of a returned node become candidates.
func (w *walk) release(n *node) {
	delete(w.nodes, n.id)
	if !n.hidden {
		w.shown--
	}
	for _, p := range n.parents {
		if n.hidden {
			w.hide(p)
		}
		p.waiting--
		w.offer(p)
	}
}

// offer makes a node a candidate if all its known children were returned.
func (w *walk) offer(n *node) {
	if n.waiting == 0 && !n.queued {
		n.queued = true
		w.ready.push(n)
	}
}

// lookAhead expands up to count nodes of the frontier, those of unknown
// generation first, which are ordered by time. It stops when those are done.
func (w *walk) lookAhead(ctx context.Context, count int) error {
	for ; count > 0 && w.frontier.len() > 0; count-- {
		n := w.frontier.top()
		if err := w.expand(ctx, n); err != nil {
			return err
		}
		if !n.known() && w.open == 0 {
			return nil
		}
	}
	return nil
}

// expand reads the parents of a node of the frontier.
func (w *walk) expand(ctx context.Context, n *node) (err error) {
	if err := ctx.Err(); err != nil {
		return err
	}
	if n.parents, err = w.source.parents(ctx, n, w.nodes, w.add); err != nil {
		return err
	}
	for _, p := range n.parents {
		p.waiting++
	}
	n.expanded = true
	w.expansions++
	if !n.known() {
		w.open--
	}
	for w.frontier.len() > 0 && w.frontier.top().expanded {
		w.frontier.pop()
	}
	return nil
}

// add takes a node into the frontier.
func (w *walk) add(n *node) {
	if len(w.nodes) >= maxBodies {
		n.commit = nil
	}
	w.nodes[n.id] = n
	if !n.known() {
		w.open++
	}
	w.shown++
	w.frontier.push(n)
}

// final reports whether no unknown commit can be a child of the node, which is
// of unknown generation: it reaches every member of the frontier that is so too.
func (w *walk) final(n *node) bool {
	w.searches++
	reached := 0
	stack := []*node{n}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if n.mark == w.searches || n.known() {
			continue
		}
		n.mark = w.searches
		w.effort++
		if !n.expanded {
			reached++
		}
		stack = append(stack, n.parents...)
	}
	return reached == w.open
}
