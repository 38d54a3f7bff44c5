package packstore

import (
	"context"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
)

// List implements objects.Store.
func (s *Store) List(ctx context.Context, q objects.ListQuery) (objects.ListPage, error) {
	if q.Limit <= 0 {
		q.Limit = 1000
	}
	if q.Prefix != "" && (!objects.IsHex(q.Prefix) || len(q.Prefix) > 2*objects.IDSize) {
		return objects.ListPage{}, &objects.BadIDError{Text: q.Prefix}
	}
	if _, err := s.Head(ctx); err != nil { // brings the snapshot up to date
		return objects.ListPage{}, err
	}
	var page objects.ListPage
	err := s.onSnapshot(ctx, func(snap *snapshot) (_ bool, err error) {
		page, err = snap.list(ctx, q)
		return true, err
	})
	return page, err
}

func (snap *snapshot) list(ctx context.Context, q objects.ListQuery) (page objects.ListPage, err error) {
	it, err := snap.iterate(firstID(q))
	if err != nil {
		return page, err
	}
	for {
		at, ok, err := it.next()
		if err != nil || !ok || !strings.HasPrefix(at.entry.id.String(), q.Prefix) {
			return page, err
		}
		if at.entry.id == q.After || q.Kind != 0 && at.entry.kind != q.Kind {
			continue
		}
		if len(page.Objects) == q.Limit {
			page.More = true
			return page, nil
		}
		if err := ctx.Err(); err != nil {
			return page, err
		}
		info, err := snap.info(at)
		if err != nil {
			return page, err
		}
		page.Objects = append(page.Objects, info.Info)
	}
}

// info reads the header of an object, of another copy if one is damaged.
func (snap *snapshot) info(at place) (info header, err error) {
	if info, err = at.pack.header(at.entry); err == nil {
		return info, nil
	}
	return info, snap.each(at.entry.id, func(at place) (err error) {
		info, err = at.pack.header(at.entry)
		return err
	})
}

// firstID is the least id that a query can return.
func firstID(q objects.ListQuery) objects.ID {
	var id objects.ID
	digits := q.Prefix + strings.Repeat("0", 2*objects.IDSize-len(q.Prefix))
	_, _ = hex.Decode(id[:], []byte(digits))
	if q.After.Compare(id) > 0 {
		return q.After
	}
	return id
}

// entryIterator merges the entries of all packs of a snapshot in the order of
// their ids; an id that several packs hold comes once, from the newest.
type entryIterator struct{ heads []entryCursor }

type entryCursor struct {
	pack *pack
	idx  *index
	pos  int
	cur  entry
}

// iterate starts at the first id that is not below from.
func (snap *snapshot) iterate(from objects.ID) (*entryIterator, error) {
	it := &entryIterator{}
	for _, p := range snap.packs {
		_, idx, err := p.open()
		if err != nil {
			return nil, err
		}
		pos, err := idx.search(from)
		if err == nil && pos == idx.count {
			continue
		}
		h := entryCursor{pack: p, idx: idx, pos: pos}
		if err == nil {
			h.cur, err = idx.entry(pos)
		}
		if err != nil {
			return nil, p.damage(objects.ID{}, "footer", err)
		}
		it.heads = append(it.heads, h)
	}
	return it, nil
}

// next returns the next object; ok is false at the end. Entries that are not in
// order are damage that no checksum told.
func (it *entryIterator) next() (at place, ok bool, err error) {
	if len(it.heads) == 0 {
		return place{}, false, nil
	}
	least := 0
	for i := range it.heads {
		if it.heads[i].cur.id.Compare(it.heads[least].cur.id) < 0 {
			least = i
		}
	}
	at = place{it.heads[least].pack, it.heads[least].cur}
	for i := 0; i < len(it.heads); {
		h := &it.heads[i]
		if h.cur.id != at.entry.id {
			i++
			continue
		}
		if h.pos++; h.pos == h.idx.count {
			it.heads = append(it.heads[:i], it.heads[i+1:]...)
			continue
		}
		next, err := h.idx.entry(h.pos)
		if err == nil && next.id.Compare(h.cur.id) <= 0 {
			err = fmt.Errorf("entry %d is out of order", h.pos)
		}
		if err != nil {
			return place{}, false, h.pack.damage(objects.ID{}, "footer", err)
		}
		h.cur = next
		i++
	}
	return at, true, nil
}
