package storetest

import (
	"bytes"
	"context"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
)

// Option adds to what Run tests.
type Option func(*suite)

// Damage lets the suite check that damaged bytes are never given out. harm must
// change stored bytes of the object, which is published; the store is open.
func Damage(harm func(t *testing.T, s objects.Store, id objects.ID)) Option {
	return func(c *suite) { c.harm = harm }
}

// suite is a run of the suite on one implementation.
type suite struct {
	open func(t *testing.T) objects.Store
	harm func(t *testing.T, s objects.Store, id objects.ID)
}

// Run runs the suite. open returns a new, empty store; it closes the store, if
// there is more to it, in a t.Cleanup: the suite may have closed it before.
func Run(t *testing.T, open func(t *testing.T) objects.Store, options ...Option) {
	c := &suite{open: open}
	for _, o := range options {
		o(c)
	}
	groups := []struct {
		name string
		test func(*env)
	}{
		{"empty store", testEmpty},
		{"objects", testObjects},
		{"bytes are not shared", testOwnership},
		{"stage is private", testPrivateStage},
		{"deduplication", testDedup},
		{"canonical form", testCanonical},
		{"chunked blobs", testChunked},
		{"dangling", testDangling},
		{"list", testList},
		{"default page", testDefaultPage},
		{"operations", testOperations},
		{"noop", testNoop},
		{"no operation", testNoOperation},
		{"expectations", testExpectations},
		{"lost race leaves the stage open", testRetry},
		{"guards", testGuards},
		{"bad batches", testBadBatches},
		{"ended stages", testEnded},
		{"rows", testRows},
		{"row values", testRowValues},
		{"canceled context", testCanceled},
		{"concurrent stages", testConcurrentStages},
		{"concurrent puts", testConcurrentPuts},
		{"contended row", testContended},
		{"close", testClose},
	}
	for _, g := range groups {
		t.Run(g.name, func(t *testing.T) { g.test(newEnv(t, c.open(t))) })
	}
	if c.harm != nil {
		t.Run("damage", func(t *testing.T) { testDamage(newEnv(t, c.open(t)), c.harm) })
	}
}

// env is a store under test. Its methods fail the test on any error that the
// test did not ask for.
type env struct {
	*testing.T
	ctx   context.Context
	store objects.Store
}

func newEnv(t *testing.T, s objects.Store) *env {
	return &env{T: t, ctx: t.Context(), store: s}
}

func (e *env) check(err error) {
	e.Helper()
	if err != nil {
		e.Fatal(err)
	}
}

func (e *env) begin() objects.Stage {
	e.Helper()
	st, err := e.store.Begin(e.ctx)
	e.check(err)
	return st
}

func (e *env) put(st objects.Stage, kind objects.Kind, data []byte) objects.ID {
	e.Helper()
	id, _, err := st.Put(e.ctx, kind, data)
	e.check(err)
	if id != objects.Sum(kind, data) {
		e.Fatalf("Put of a %s returns %s, want %s", kind, id, objects.Sum(kind, data))
	}
	return id
}

func (e *env) publish(st objects.Stage, b objects.Batch) objects.Published {
	e.Helper()
	pub, err := e.store.Publish(e.ctx, st, b)
	e.check(err)
	return pub
}

// blob stores one blob by itself.
func (e *env) blob(content string) objects.ID {
	e.Helper()
	st := e.begin()
	id := e.put(st, objects.KindBlob, []byte(content))
	e.publish(st, objects.Batch{})
	return id
}

// set changes rows in one operation.
func (e *env) set(changes ...objects.Change) objects.Published {
	e.Helper()
	return e.publish(nil, batch(changes...))
}

func batch(changes ...objects.Change) objects.Batch {
	return objects.Batch{Changes: changes, Operation: &objects.Operation{Verb: "test"}}
}

// ref is a change of a ref to a value that need not be an id.
func ref(name, value string) objects.Change {
	return objects.Change{Space: objects.SpaceRef, Name: name, New: []byte(value)}
}

func unref(name string) objects.Change {
	return objects.Change{Space: objects.SpaceRef, Name: name}
}

func (c changeOf) expect(x objects.Expectation) objects.Change {
	c.Expect = x
	return objects.Change(c)
}

// changeOf lets a change be written with its expectation in one expression.
type changeOf objects.Change

// wantRow checks one ref: want "" means absent.
func (e *env) wantRow(name, want string) {
	e.Helper()
	value, ok, err := e.store.Row(e.ctx, objects.SpaceRef, name)
	e.check(err)
	if ok != (want != "") || string(value) != want {
		e.Errorf("row %s is %q (%v), want %q", name, value, ok, want)
	}
}

func (e *env) wantHead(seq uint64) objects.Head {
	e.Helper()
	head, err := e.store.Head(e.ctx)
	e.check(err)
	if head.Seq != seq || (seq == 0) != head.Operation.IsZero() {
		e.Errorf("head is %+v, want number %d", head, seq)
	}
	return head
}

func (e *env) wantHas(id objects.ID, want bool) {
	e.Helper()
	has, err := e.store.Has(e.ctx, []objects.ID{id})
	e.check(err)
	if len(has) != 1 || has[0] != want {
		e.Errorf("Has(%s) is %v, want %v", id, has, want)
	}
}

func (e *env) wantContent(id objects.ID, want []byte) {
	e.Helper()
	o, err := e.store.Get(e.ctx, id)
	e.check(err)
	if !bytes.Equal(o.Data, want) {
		e.Errorf("object %s has %d bytes %.40q, want %d bytes %.40q", id, len(o.Data), o.Data, len(want), want)
	}
}
