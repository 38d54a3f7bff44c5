package packstore

import (
	"container/list"
	"sync"
)

// baseCacheBytes bounds the unfolded bases that a store remembers. Those of a
// file of 100 KB with its history, or of the files of a directory, fit.
const baseCacheBytes = 32 << 20

// baseCache remembers what deltas were unfolded from and to, so that a reader
// that goes along a chain unfolds each record once. Only reading deltas fills
// it. A nil cache remembers nothing. It is safe for concurrent use; nobody
// changes the bytes in it.
type baseCache struct {
	mu    sync.Mutex
	limit int
	bytes int
	items map[baseKey]*list.Element
	order *list.List // of *baseItem, the latest used in front
}

// baseKey is a record: bytes of a pack never change.
type baseKey struct {
	pack   packID
	offset int64
}

type baseItem struct {
	key baseKey
	raw []byte
}

// baseCost is what an item costs besides its bytes.
const baseCost = 200

func newBaseCache(limit int) *baseCache {
	return &baseCache{limit: limit, items: map[baseKey]*list.Element{}, order: list.New()}
}

func (c *baseCache) get(k baseKey) ([]byte, bool) {
	if c == nil {
		return nil, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.items[k]
	if !ok {
		return nil, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*baseItem).raw, true
}

// put remembers bytes that nobody else changes. What would push out most of
// the others is not taken.
func (c *baseCache) put(k baseKey, raw []byte) {
	if c == nil || len(raw) > c.limit/4 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.items[k]; ok {
		return
	}
	c.items[k] = c.order.PushFront(&baseItem{k, raw})
	c.bytes += len(raw) + baseCost
	for c.bytes > c.limit {
		last := c.order.Back()
		item := last.Value.(*baseItem)
		c.order.Remove(last)
		delete(c.items, item.key)
		c.bytes -= len(item.raw) + baseCost
	}
}
