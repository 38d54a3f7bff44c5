package history

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
)

// paint says from where a commit was reached.
type paint uint8

const (
	left paint = 1 << iota
	right
	stale // a common ancestor reaches it
)

// paintState is what a painter knows of a commit.
type paintState struct {
	paint    paint
	enqueued bool // to pass its colors on
}

// painter paints what two commits reach, each in its color, newest first. When a
// clock was wrong, a commit may be painted and passed on before its other color
// comes; then it is passed on again.
type painter struct {
	*source
	nodes map[objects.ID]*node
	queue nodeHeap
	// count has the number of nodes in the queue with each combination of colors.
	count [left | right | stale + 1]int
}

func newPainter(s *source) *painter {
	return &painter{source: s, nodes: map[objects.ID]*node{}, queue: nodeHeap{byGeneration: true}}
}

// start paints a commit to begin with.
func (p *painter) start(ctx context.Context, id objects.ID, color paint) (*node, error) {
	n, err := p.source.start(ctx, id)
	if err != nil {
		return nil, err
	}
	if there := p.nodes[n.id]; there != nil {
		n = there
	} else {
		p.add(n)
	}
	p.put(n, color)
	return n, nil
}

func (p *painter) add(n *node) {
	n.commit = nil
	p.nodes[n.id] = n
}

// put adds colors to a node, which is to pass them on.
func (p *painter) put(n *node, color paint) {
	if n.paint&color == color {
		return
	}
	if n.enqueued {
		p.count[n.paint]--
	} else {
		n.enqueued = true
		p.queue.push(n)
	}
	n.paint |= color
	p.count[n.paint]++
}

// next lets the first node of the queue pass its colors on.
func (p *painter) next(ctx context.Context) (*node, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	n := p.queue.top()
	p.queue.pop()
	n.enqueued = false
	p.count[n.paint]--
	color := n.paint
	if color == left|right {
		color |= stale
	}
	if !n.expanded {
		parents, err := p.source.parents(ctx, n, p.nodes, p.add)
		if err != nil {
			return nil, err
		}
		n.parents, n.expanded = parents, true
	}
	for _, parent := range n.parents {
		p.put(parent, color)
	}
	return n, nil
}

// stale counts the nodes of the queue that common ancestors reach.
func (p *painter) stale() int { return p.count[left|right|stale] }

// below reports whether nothing in the queue can reach a commit, by generation.
func (p *painter) below(n *node) bool {
	top := p.queue.top()
	return top.known() && top.generation <= n.generation
}
