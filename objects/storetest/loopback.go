package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/fxamacker/cbor/v2"

	"github.com/genesis-vcs/genesis/objects"
)

// Loopback returns a store that encodes each call as a message, decodes it,
// calls inner, and sends the answer back in the same way. Only the context,
// whose end is a message of its own on a real connection, is passed as it is.
func Loopback(inner objects.Store) objects.Store {
	return &loopStore{server: &loopServer{store: inner, stages: map[uint64]objects.Stage{}}}
}

// call is a request: a method and its arguments, those that the method has.
type call struct {
	Method string             `cbor:"method"`
	Stage  uint64             `cbor:"stage,omitempty"` // 0: none
	IDs    []objects.ID       `cbor:"ids,omitempty"`
	Kind   objects.Kind       `cbor:"kind,omitempty"`
	Data   []byte             `cbor:"data,omitempty"`
	Size   uint64             `cbor:"size,omitempty"`
	Space  objects.Space      `cbor:"space,omitempty"`
	Name   string             `cbor:"name,omitempty"`
	List   *objects.ListQuery `cbor:"list,omitempty"`
	Rows   *objects.RowQuery  `cbor:"rows,omitempty"`
	Batch  *objects.Batch     `cbor:"batch,omitempty"`
}

// answer is what comes back: results, those that the method has, or an error.
type answer struct {
	Error     *wireError         `cbor:"error,omitempty"`
	Stage     uint64             `cbor:"stage,omitempty"`
	ID        objects.ID         `cbor:"id"`
	Flag      bool               `cbor:"flag,omitempty"`
	Has       []bool             `cbor:"has,omitempty"`
	Value     []byte             `cbor:"value"`
	Info      objects.Info       `cbor:"info"`
	Object    objects.Object     `cbor:"object"`
	List      objects.ListPage   `cbor:"list"`
	Rows      objects.RowPage    `cbor:"rows"`
	Head      objects.Head       `cbor:"head"`
	Published objects.Published  `cbor:"published"`
	Stats     objects.StageStats `cbor:"stats"`
}

// wireError carries the typed errors of the interface; one field is set.
type wireError struct {
	NotFound *objects.NotFoundError `cbor:"not_found,omitempty"`
	Corrupt  *objects.CorruptError  `cbor:"corrupt,omitempty"`
	Conflict *objects.ConflictError `cbor:"conflict,omitempty"`
	Busy     *objects.BusyError     `cbor:"busy,omitempty"`
	NoSpace  *objects.NoSpaceError  `cbor:"no_space,omitempty"`
	Encoding *objects.EncodingError `cbor:"encoding,omitempty"`
	BadID    *objects.BadIDError    `cbor:"bad_id,omitempty"`
	Dangling *objects.DanglingError `cbor:"dangling,omitempty"`
	Sentinel string                 `cbor:"sentinel,omitempty"` // the text of one of sentinels
	Other    string                 `cbor:"other,omitempty"`
}

// sentinels are the errors that are values.
var sentinels = []error{context.Canceled, context.DeadlineExceeded, objects.ErrStageEnded}

func packError(err error) *wireError {
	if err == nil {
		return nil
	}
	var w wireError
	switch {
	case errors.As(err, &w.NotFound), errors.As(err, &w.Corrupt), errors.As(err, &w.Conflict),
		errors.As(err, &w.Busy), errors.As(err, &w.NoSpace), errors.As(err, &w.Encoding), errors.As(err, &w.BadID),
		errors.As(err, &w.Dangling):
		return &w
	}
	for _, s := range sentinels {
		if errors.Is(err, s) {
			return &wireError{Sentinel: s.Error()}
		}
	}
	return &wireError{Other: err.Error()}
}

func (w *wireError) unpack() error {
	switch {
	case w == nil:
		return nil
	case w.NotFound != nil:
		return w.NotFound
	case w.Corrupt != nil:
		return w.Corrupt
	case w.Conflict != nil:
		return w.Conflict
	case w.Busy != nil:
		return w.Busy
	case w.NoSpace != nil:
		return w.NoSpace
	case w.Encoding != nil:
		return w.Encoding
	case w.BadID != nil:
		return w.BadID
	case w.Dangling != nil:
		return w.Dangling
	}
	for _, s := range sentinels {
		if w.Sentinel == s.Error() {
			return s
		}
	}
	return errors.New(w.Other)
}

// Names of rows and prefixes may be any bytes.
var wireMode = sync.OnceValue(func() cbor.DecMode {
	mode, err := cbor.DecOptions{UTF8: cbor.UTF8DecodeInvalid, ExtraReturnErrors: cbor.ExtraDecErrorUnknownField}.DecMode()
	if err != nil {
		panic(err)
	}
	return mode
})

// loopServer is the side that has the store.
type loopServer struct {
	store objects.Store

	mu     sync.Mutex
	last   uint64
	stages map[uint64]objects.Stage
}

// serve answers one message.
func (s *loopServer) serve(ctx context.Context, message []byte) ([]byte, error) {
	var c call
	if err := wireMode().Unmarshal(message, &c); err != nil {
		return nil, err
	}
	var a answer
	a.Error = packError(s.do(ctx, &c, &a))
	return cbor.Marshal(&a)
}

func (s *loopServer) do(ctx context.Context, c *call, a *answer) (err error) {
	switch c.Method {
	case "stat":
		a.Info, err = s.store.Stat(ctx, c.IDs[0])
	case "has":
		a.Has, err = s.store.Has(ctx, c.IDs)
	case "get":
		a.Object, err = s.store.Get(ctx, c.IDs[0])
	case "list":
		a.List, err = s.store.List(ctx, *c.List)
	case "row":
		a.Value, a.Flag, err = s.store.Row(ctx, c.Space, c.Name)
	case "rows":
		a.Rows, err = s.store.Rows(ctx, *c.Rows)
	case "head":
		a.Head, err = s.store.Head(ctx)
	case "close":
		err = s.store.Close()
	case "begin":
		var st objects.Stage
		if st, err = s.store.Begin(ctx); err == nil {
			a.Stage = s.keep(st)
		}
	case "publish":
		a.Published, err = s.store.Publish(ctx, s.stage(c.Stage), *c.Batch)
	default:
		err = s.doStage(ctx, c, a)
	}
	return err
}

func (s *loopServer) doStage(ctx context.Context, c *call, a *answer) (err error) {
	st := s.stage(c.Stage)
	switch c.Method {
	case "stage-put":
		a.ID, a.Flag, err = st.Put(ctx, c.Kind, c.Data)
	case "stage-put-chunked":
		a.Flag, err = st.PutChunked(ctx, c.IDs[0], c.Size, c.IDs[1])
	case "stage-stat":
		a.Info, err = st.Stat(ctx, c.IDs[0])
	case "stage-stats":
		a.Stats = st.Stats()
	case "stage-abort":
		err = st.Abort()
	default:
		err = fmt.Errorf("unknown method %q", c.Method)
	}
	return err
}

func (s *loopServer) keep(st objects.Stage) uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last++
	s.stages[s.last] = st
	return s.last
}

// stage returns the stage with the number; 0 is no stage.
func (s *loopServer) stage(n uint64) objects.Stage {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stages[n]
}

// loopStore is the side of the caller.
type loopStore struct{ server *loopServer }

// send carries a call to the server and the answer back.
func (l *loopStore) send(ctx context.Context, c call) (answer, error) {
	message, err := cbor.Marshal(&c)
	if err != nil {
		return answer{}, err
	}
	reply, err := l.server.serve(ctx, message)
	if err != nil {
		return answer{}, err
	}
	var a answer
	if err := wireMode().Unmarshal(reply, &a); err != nil {
		return answer{}, err
	}
	return a, a.Error.unpack()
}

func (l *loopStore) Stat(ctx context.Context, id objects.ID) (objects.Info, error) {
	a, err := l.send(ctx, call{Method: "stat", IDs: []objects.ID{id}})
	return a.Info, err
}

func (l *loopStore) Has(ctx context.Context, ids []objects.ID) ([]bool, error) {
	a, err := l.send(ctx, call{Method: "has", IDs: ids})
	return a.Has, err
}

func (l *loopStore) Get(ctx context.Context, id objects.ID) (objects.Object, error) {
	a, err := l.send(ctx, call{Method: "get", IDs: []objects.ID{id}})
	return a.Object, err
}

func (l *loopStore) List(ctx context.Context, q objects.ListQuery) (objects.ListPage, error) {
	a, err := l.send(ctx, call{Method: "list", List: &q})
	return a.List, err
}

func (l *loopStore) Row(ctx context.Context, space objects.Space, name string) ([]byte, bool, error) {
	a, err := l.send(ctx, call{Method: "row", Space: space, Name: name})
	return a.Value, a.Flag, err
}

func (l *loopStore) Rows(ctx context.Context, q objects.RowQuery) (objects.RowPage, error) {
	a, err := l.send(ctx, call{Method: "rows", Rows: &q})
	return a.Rows, err
}

func (l *loopStore) Head(ctx context.Context) (objects.Head, error) {
	a, err := l.send(ctx, call{Method: "head"})
	return a.Head, err
}

func (l *loopStore) Close() error {
	_, err := l.send(context.Background(), call{Method: "close"})
	return err
}

func (l *loopStore) Begin(ctx context.Context) (objects.Stage, error) {
	a, err := l.send(ctx, call{Method: "begin"})
	if err != nil {
		return nil, err
	}
	return &loopStage{store: l, number: a.Stage}, nil
}

func (l *loopStore) Publish(ctx context.Context, stage objects.Stage, batch objects.Batch) (objects.Published, error) {
	c := call{Method: "publish", Batch: &batch}
	if stage != nil {
		st, ok := stage.(*loopStage)
		if !ok || st.store != l {
			return objects.Published{}, errors.Join(errors.New("the stage belongs to another store"), stage.Abort())
		}
		c.Stage = st.number
	}
	a, err := l.send(ctx, c)
	return a.Published, err
}

// loopStage is a stage on the other side, known by its number.
type loopStage struct {
	store  *loopStore
	number uint64
}

func (s *loopStage) Put(ctx context.Context, kind objects.Kind, data []byte) (objects.ID, bool, error) {
	a, err := s.store.send(ctx, call{Method: "stage-put", Stage: s.number, Kind: kind, Data: data})
	return a.ID, a.Flag, err
}

func (s *loopStage) PutChunked(ctx context.Context, id objects.ID, size uint64, list objects.ID) (bool, error) {
	a, err := s.store.send(ctx, call{Method: "stage-put-chunked", Stage: s.number, IDs: []objects.ID{id, list}, Size: size})
	return a.Flag, err
}

func (s *loopStage) Stat(ctx context.Context, id objects.ID) (objects.Info, error) {
	a, err := s.store.send(ctx, call{Method: "stage-stat", Stage: s.number, IDs: []objects.ID{id}})
	return a.Info, err
}

// Stats cannot fail; a message that cannot be carried is a bug of the loop.
func (s *loopStage) Stats() objects.StageStats {
	a, err := s.store.send(context.Background(), call{Method: "stage-stats", Stage: s.number})
	if err != nil {
		panic(err)
	}
	return a.Stats
}

func (s *loopStage) Abort() error {
	_, err := s.store.send(context.Background(), call{Method: "stage-abort", Stage: s.number})
	return err
}
