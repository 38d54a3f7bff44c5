package history

import (
	"context"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
)

// node is a commit that a walk has read and not yet returned.
type node struct {
	id       objects.ID
	time     int64
	snapshot objects.ID
	// commit is nil when too many nodes are held; it is read again then.
	commit *objects.Commit
	// parentIDs become parents when the node is expanded.
	parentIDs []objects.ID
	parents   []*node
	expanded  bool
	// waiting counts the expanded children that are not returned yet.
	waiting int
	queued  bool // in the heap of candidates
	mark    int  // the last search that came by
	// hidden: an excluded commit reaches it. That is known for certain when the
	// node is returned, because all its children were returned before.
	hidden bool
	// state is what the paths of the query hold here, once that was looked up.
	state *pathState
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
type walk struct {
	store objects.Store
	// nodes are those that were read and not returned. A returned commit never
	// comes again: all its children were returned before it.
	nodes map[objects.ID]*node
	ready nodeHeap // candidates: every known child was returned
	// frontier holds what is not expanded; below the top also the few that were
	// expanded as candidates, out of its turn.
	frontier nodeHeap
	// open counts the nodes that are not expanded, shown those that are not
	// hidden. Without any of these, all that is left is hidden.
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
func newWalk(ctx context.Context, store objects.Store, from, exclude []objects.ID) (*walk, error) {
	w := &walk{store: store, nodes: map[objects.ID]*node{}}
	for i, id := range slices.Concat(from, exclude) {
		commit, err := Load(ctx, store, id)
		if err != nil {
			return nil, err
		}
		n := w.nodes[commit.ID]
		if n == nil {
			n = w.add(commit)
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
		if w.open == 0 || !tooHard && w.final(n) {
			w.ready.pop()
			w.release(n)
			return n, nil
		}
		if tooHard {
			ahead = everything
		}
		if err := w.lookAhead(ctx, ahead); err != nil {
			return nil, err
		}
		ahead = min(2*ahead, everything)
	}
	return nil, nil
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

// lookAhead expands up to count nodes of the frontier, newest first.
func (w *walk) lookAhead(ctx context.Context, count int) error {
	for ; count > 0 && w.open > 0; count-- {
		if err := w.expand(ctx, w.frontier.top()); err != nil {
			return err
		}
	}
	return nil
}

// expand reads the parents of a node of the frontier.
func (w *walk) expand(ctx context.Context, n *node) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, id := range n.parentIDs {
		p := w.nodes[id]
		if p == nil {
			commit, err := Load(ctx, w.store, id)
			if err != nil {
				return err
			}
			p = w.add(commit)
		}
		p.waiting++
		n.parents = append(n.parents, p)
	}
	n.expanded, n.parentIDs = true, nil
	w.expansions++
	w.open--
	for w.frontier.len() > 0 && w.frontier.top().expanded {
		w.frontier.pop()
	}
	return nil
}

// add takes a commit that was read into the frontier.
func (w *walk) add(commit Commit) *node {
	n := newNode(commit)
	if len(w.nodes) < maxBodies {
		n.commit = commit.Commit
	}
	w.nodes[n.id] = n
	w.open++
	w.shown++
	w.frontier.push(n)
	return n
}

func newNode(commit Commit) *node {
	return &node{
		id: commit.ID, time: commit.Committer.Seconds,
		snapshot: commit.Snapshot, parentIDs: commit.Parents,
	}
}

// final reports whether no unknown commit can be a child of the node: it
// reaches every member of the frontier.
func (w *walk) final(n *node) bool {
	w.searches++
	reached := 0
	stack := []*node{n}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if n.mark == w.searches {
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

// commit returns the node's commit, reading it again if it was not kept.
func (w *walk) commit(ctx context.Context, n *node) (Commit, error) {
	if n.commit == nil {
		return Load(ctx, w.store, n.id)
	}
	return Commit{ID: n.id, Commit: n.commit}, nil
}
