package memstore

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/genesis-vcs/genesis/objects"
)

// Store implements objects.Store in memory. The zero Store is not usable; New
// makes one.
type Store struct {
	mu      sync.RWMutex
	objects map[objects.ID]record
	rows    map[objects.Space]map[string][]byte
	head    objects.Head
	derived map[string][]byte
}

// record is a stored object. Its bytes are never changed, only replaced.
type record struct {
	info objects.Info
	data []byte
}

var _ objects.Store = (*Store)(nil)

// New returns an empty store.
func New() *Store {
	return &Store{
		objects: map[objects.ID]record{},
		rows:    map[objects.Space]map[string][]byte{},
		derived: map[string][]byte{},
	}
}

// Damage flips a bit in the stored bytes of an object, so that tests can see
// what a reader makes of it. Objects without bytes of their own (chunked and
// empty blobs) become a single wrong byte. An id that the store does not hold
// is left alone.
func (s *Store) Damage(id objects.ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, ok := s.objects[id]
	if !ok {
		return
	}
	r.data = append([]byte{}, r.data...)
	if len(r.data) == 0 {
		r.data = []byte{0}
	}
	r.data[len(r.data)/2] ^= 1
	r.info.List = objects.ID{}
	s.objects[id] = r
}

// Drop removes an object, as a store that lost it would look.
func (s *Store) Drop(id objects.ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.objects, id)
}

// Stat implements objects.Store.
func (s *Store) Stat(ctx context.Context, id objects.ID) (objects.Info, error) {
	r, err := s.find(ctx, id)
	return r.info, err
}

func (s *Store) find(ctx context.Context, id objects.ID) (record, error) {
	if err := ctx.Err(); err != nil {
		return record{}, err
	}
	s.mu.RLock()
	r, ok := s.objects[id]
	s.mu.RUnlock()
	if !ok {
		return record{}, &objects.NotFoundError{ID: id}
	}
	return r, nil
}

// Has implements objects.Store.
func (s *Store) Has(ctx context.Context, ids []objects.ID) ([]bool, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	has := make([]bool, len(ids))
	for i, id := range ids {
		_, has[i] = s.objects[id]
	}
	return has, nil
}

// Get implements objects.Store.
func (s *Store) Get(ctx context.Context, id objects.ID) (objects.Object, error) {
	r, err := s.find(ctx, id)
	if err != nil {
		return objects.Object{}, err
	}
	if !r.info.List.IsZero() {
		return objects.Object{Info: r.info}, nil
	}
	if objects.Sum(r.info.Kind, r.data) != id {
		return objects.Object{}, &objects.CorruptError{ID: id, What: "record", Reason: "the bytes do not have this hash"}
	}
	return objects.Object{Info: r.info, Data: append([]byte{}, r.data...)}, nil
}

// List implements objects.Store.
func (s *Store) List(ctx context.Context, q objects.ListQuery) (objects.ListPage, error) {
	if err := ctx.Err(); err != nil {
		return objects.ListPage{}, err
	}
	if q.Prefix != "" && !objects.IsHex(q.Prefix) {
		return objects.ListPage{}, &objects.BadIDError{Text: q.Prefix}
	}
	if q.Limit <= 0 {
		q.Limit = 1000
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	var page objects.ListPage
	for id, r := range s.objects {
		if (q.Kind == 0 || q.Kind == r.info.Kind) && id.Compare(q.After) > 0 && strings.HasPrefix(id.String(), q.Prefix) {
			page.Objects = append(page.Objects, r.info)
		}
	}
	slices.SortFunc(page.Objects, func(a, b objects.Info) int { return a.ID.Compare(b.ID) })
	if len(page.Objects) > q.Limit {
		page.Objects, page.More = page.Objects[:q.Limit], true
	}
	return page, nil
}

// Row implements objects.Store.
func (s *Store) Row(ctx context.Context, space objects.Space, name string) (value []byte, ok bool, err error) {
	if err := ctx.Err(); err != nil {
		return nil, false, err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	value, ok = s.rows[space][name]
	return bytes.Clone(value), ok, nil
}

// Rows implements objects.Store.
func (s *Store) Rows(ctx context.Context, q objects.RowQuery) (objects.RowPage, error) {
	if err := ctx.Err(); err != nil {
		return objects.RowPage{}, err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	var page objects.RowPage
	for _, name := range slices.Sorted(maps.Keys(s.rows[q.Space])) {
		if name <= q.After && q.After != "" || !strings.HasPrefix(name, q.Prefix) {
			continue
		}
		if q.Limit > 0 && len(page.Rows) == q.Limit {
			page.More = true
			break
		}
		page.Rows = append(page.Rows, objects.Row{Space: q.Space, Name: name, Value: bytes.Clone(s.rows[q.Space][name])})
	}
	return page, nil
}

// Head implements objects.Store.
func (s *Store) Head(ctx context.Context) (objects.Head, error) {
	if err := ctx.Err(); err != nil {
		return objects.Head{}, err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.head, nil
}

// Close implements objects.Store. It releases nothing: what was stored can
// still be read.
func (s *Store) Close() error { return nil }

var errForeignStage = errors.New("the stage belongs to another store")

// Publish implements objects.Store.
func (s *Store) Publish(ctx context.Context, staged objects.Stage, batch objects.Batch) (objects.Published, error) {
	if staged == nil {
		return s.publish(ctx, map[objects.ID]record{}, objects.StageStats{}, batch)
	}
	st, ok := staged.(*stage)
	if !ok || st.store != s {
		return objects.Published{}, errors.Join(errForeignStage, staged.Abort())
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.ended {
		return objects.Published{}, objects.ErrStageEnded
	}
	if !batch.Partial {
		if err := st.closed(); err != nil {
			st.end()
			return objects.Published{}, err
		}
	}
	pub, err := s.publish(ctx, st.new, st.stats, batch)
	var conflict *objects.ConflictError
	if !errors.As(err, &conflict) {
		st.end()
	}
	return pub, err
}

func (s *Store) publish(ctx context.Context, new map[objects.ID]record, stats objects.StageStats, batch objects.Batch) (objects.Published, error) {
	if err := ctx.Err(); err != nil {
		return objects.Published{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	out, err := objects.ResolveBatch(table{s.rows}, s.head, stats, batch)
	if err != nil {
		return objects.Published{}, err
	}
	// From here on nothing can fail, so all of it happens.
	if out.Operation != nil {
		new[out.ID] = newRecord(objects.KindOperation, out.ID, out.Data)
		s.head = objects.Head{Operation: out.ID, Seq: out.Seq}
	}
	for id, r := range new {
		if _, ok := s.objects[id]; !ok {
			s.objects[id] = r
		}
	}
	for _, c := range out.Changes {
		s.set(c)
	}
	return objects.Published{
		Operation: out.ID, Seq: out.Seq, Changes: out.Changes, Noop: out.Noop, StageStats: stats,
	}, nil
}

// set makes a change of a row. The store is locked.
func (s *Store) set(c objects.OpChange) {
	if c.New == nil {
		delete(s.rows[c.Space], string(c.Name))
		return
	}
	if s.rows[c.Space] == nil {
		s.rows[c.Space] = map[string][]byte{}
	}
	s.rows[c.Space][string(c.Name)] = bytes.Clone(c.New)
}

func newRecord(kind objects.Kind, id objects.ID, data []byte) record {
	size := uint64(len(data))
	return record{info: objects.Info{ID: id, Kind: kind, Size: size, Stored: size}, data: data}
}

// table is the rows as objects.ResolveBatch reads them. The store is locked.
type table struct {
	rows map[objects.Space]map[string][]byte
}

func (t table) Row(space objects.Space, name string) ([]byte, bool, error) {
	value, ok := t.rows[space][name]
	return value, ok, nil
}

func (t table) Next(space objects.Space, prefix, after string) (string, bool, error) {
	least, ok := "", false
	for name := range t.rows[space] {
		if strings.HasPrefix(name, prefix) && name > after && (!ok || name < least) {
			least, ok = name, true
		}
	}
	return least, ok, nil
}
