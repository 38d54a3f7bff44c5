package optimize

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
)

// treeCache keeps the trees that were read last: the older side of one comparison
// is the newer side of the next. It holds two generations, of which the older one
// is dropped as a whole.
type treeCache struct {
	young, old map[objects.ID]*objects.Tree
	entries    int // of the young ones
}

// cachedEntries is how many entries the trees of one generation have together;
// each takes about a hundred bytes.
const cachedEntries = 100_000

func (c *treeCache) find(id objects.ID) *objects.Tree {
	if t := c.young[id]; t != nil {
		return t
	}
	t := c.old[id]
	if t != nil {
		c.keep(id, t)
	}
	return t
}

func (c *treeCache) keep(id objects.ID, t *objects.Tree) {
	if c.young == nil || c.entries > cachedEntries {
		c.young, c.old, c.entries = map[objects.ID]*objects.Tree{}, c.young, 0
	}
	c.young[id] = t
	c.entries += len(t.Entries) + 1
}

// tree reads a tree; nil when the store does not have it.
func (p *planner) tree(ctx context.Context, id objects.ID) (*objects.Tree, error) {
	if t := p.trees.find(id); t != nil {
		return t, nil
	}
	o, ok, err := p.get(ctx, id)
	if err != nil || !ok {
		return nil, err
	}
	t, err := objects.DecodeAs[*objects.Tree](o.Data)
	if err != nil {
		return nil, err
	}
	p.trees.keep(id, t)
	return t, nil
}
