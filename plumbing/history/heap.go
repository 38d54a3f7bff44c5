package history

import "bytes"

// nodeHeap is a heap of nodes for container/heap, the newest on top and the
// smaller id first between equals.
type nodeHeap []*node

func (h nodeHeap) Len() int      { return len(h) }
func (h nodeHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *nodeHeap) Push(x any)   { *h = append(*h, x.(*node)) }

func (h nodeHeap) Less(i, j int) bool {
	if h[i].time != h[j].time {
		return h[i].time > h[j].time
	}
	return bytes.Compare(h[i].id[:], h[j].id[:]) < 0
}

func (h *nodeHeap) Pop() any {
	last := len(*h) - 1
	n := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	return n
}

// frontierHeap is a nodeHeap whose nodes know their place, so that any of them
// can be taken out.
type frontierHeap struct{ nodeHeap }

func (h frontierHeap) Swap(i, j int) {
	h.nodeHeap.Swap(i, j)
	h.nodeHeap[i].place, h.nodeHeap[j].place = i, j
}

func (h *frontierHeap) Push(x any) {
	x.(*node).place = len(h.nodeHeap)
	h.nodeHeap.Push(x)
}
