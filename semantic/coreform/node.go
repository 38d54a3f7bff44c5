package coreform

import (
	"slices"

	"github.com/zeebo/blake3"

	"github.com/genesis-vcs/genesis/semantic"
)

// Node is a place in a module: a term with the path to it.
type Node struct {
	// ID identifies the place, not what is there.
	ID   semantic.Hash
	Term Term

	parent *Node
	step   Step
}

// Path leads to the node.
func (n *Node) Path() Path {
	var p Path
	for ; n != nil; n = n.parent {
		p = append(p, n.step)
	}
	slices.Reverse(p)
	return p
}

const nodeDomain = "GCv0.2\x00semantic-node-id\x00"

// Walk calls fn for each node of the forms of the module that has the path: a form
// before its parts, of a list the first element and then the rest of the list, of
// a map the values. It stops when fn returns false.
func Walk(module string, forms []Term, fn func(n *Node) bool) {
	w := &walker{fn: fn}
	start := blake3.New()
	_, _ = start.WriteString(nodeDomain + module + "\x00[") // never fails
	for i, form := range forms {
		if !w.below(start, 0, &Node{Term: form, step: Step{Kind: StepForm, Index: i}}) {
			return
		}
	}
}

// FindNode is the node of the id in the module that has the path. The error is
// ErrNoNode.
func FindNode(module string, forms []Term, id semantic.Hash) (*Node, error) {
	var found *Node
	Walk(module, forms, func(n *Node) bool {
		if n.ID == id {
			found = n
		}
		return found == nil
	})
	if found == nil {
		return nil, ErrNoNode
	}
	return found, nil
}

// walker hashes each path on from the path before it, so that a long list costs no
// more than its length.
type walker struct {
	fn      func(n *Node) bool
	last    blake3.Hasher // for a whole path
	buf     []byte
	hashers []*blake3.Hasher // for the beginning of a path, by the nesting of the node
}

// below visits a node of the nesting depth one step below what was hashed.
func (w *walker) below(parent *blake3.Hasher, depth int, n *Node) bool {
	if depth == len(w.hashers) {
		w.hashers = append(w.hashers, blake3.New())
	}
	h := w.hashers[depth]
	*h = *parent
	w.add(h, n.step)
	return w.visit(h, depth, n)
}

// add hashes a step as the canonical text of the path has it.
func (w *walker) add(h *blake3.Hasher, s Step) {
	p := printer{out: w.buf[:0], left: MaxText} // a key that is too long is cut
	p.newline(indent)
	p.form(s.term(), indent)
	_, _ = h.Write(p.out) // never fails
	w.buf = p.out
}

// visit calls fn for a node whose path was hashed, and visits its parts.
func (w *walker) visit(h *blake3.Hasher, depth int, n *Node) bool {
	if !w.call(h, n) {
		return false
	}
	switch n.Term.tag {
	case Pair:
		return w.list(h, depth, n)
	case Vector:
		for i, item := range n.Term.items {
			if !w.below(h, depth+1, &Node{Term: item, parent: n, step: Step{Kind: StepVec, Index: i}}) {
				return false
			}
		}
	case Map:
		for i := 0; i < len(n.Term.items); i += 2 {
			step := Step{Kind: StepMap, Key: n.Term.items[i]}
			if !w.below(h, depth+1, &Node{Term: n.Term.items[i+1], parent: n, step: step}) {
				return false
			}
		}
	default:
	}
	return true
}

// call completes the id of a node and calls fn.
func (w *walker) call(h *blake3.Hasher, n *Node) bool {
	w.last = *h
	_, _ = w.last.WriteString("]") // never fails
	_, _ = w.last.Digest().Read(n.ID[:])
	return w.fn(n)
}

// list visits the first element of a list and the list behind it, which is a node
// in turn, to the nil at the end.
func (w *walker) list(h *blake3.Hasher, depth int, n *Node) bool {
	for n.Term.tag == Pair {
		if !w.below(h, depth+1, &Node{Term: n.Term.items[0], parent: n, step: Step{Kind: StepCar}}) {
			return false
		}
		n = &Node{Term: n.Term.tail(1), parent: n, step: Step{Kind: StepCdr}}
		w.add(h, n.step)
		if !w.call(h, n) {
			return false
		}
	}
	return true
}
