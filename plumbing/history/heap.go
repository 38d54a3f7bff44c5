package history

// nodeHeap is a binary heap of nodes, the newest on top and the smaller id
// first between equals. It is typed, which container/heap is not.
type nodeHeap struct {
	nodes []*node
	// byGeneration puts greater generations before what is newer.
	byGeneration bool
}

func (h *nodeHeap) len() int   { return len(h.nodes) }
func (h *nodeHeap) top() *node { return h.nodes[0] }

func (h *nodeHeap) push(n *node) {
	h.nodes = append(h.nodes, n)
	for i := len(h.nodes) - 1; i > 0; {
		up := (i - 1) / 2
		if !h.before(h.nodes[i], h.nodes[up]) {
			return
		}
		h.nodes[i], h.nodes[up] = h.nodes[up], h.nodes[i]
		i = up
	}
}

func (h *nodeHeap) pop() {
	last := len(h.nodes) - 1
	h.nodes[0], h.nodes[last] = h.nodes[last], nil
	h.nodes = h.nodes[:last]
	for i := 0; ; {
		least := i
		for down := 2*i + 1; down <= 2*i+2 && down < last; down++ {
			if h.before(h.nodes[down], h.nodes[least]) {
				least = down
			}
		}
		if least == i {
			return
		}
		h.nodes[i], h.nodes[least] = h.nodes[least], h.nodes[i]
		i = least
	}
}

func (h *nodeHeap) before(a, b *node) bool {
	if h.byGeneration && a.generation != b.generation {
		return a.generation > b.generation
	}
	return a.before(b)
}

// before reports whether a walk prefers n to other.
func (n *node) before(other *node) bool {
	if n.time != other.time {
		return n.time > other.time
	}
	return n.id.Compare(other.id) < 0
}
