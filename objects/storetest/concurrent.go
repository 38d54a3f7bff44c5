package storetest

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"github.com/genesis-vcs/genesis/objects"
)

func testCanceled(e *env) {
	id := e.blob("there")
	st := e.begin()
	ctx, cancel := context.WithCancel(e.ctx)
	cancel()
	for name, call := range map[string]func() error{
		"Stat":  func() error { _, err := e.store.Stat(ctx, id); return err },
		"Has":   func() error { _, err := e.store.Has(ctx, []objects.ID{id}); return err },
		"Get":   func() error { _, err := e.store.Get(ctx, id); return err },
		"List":  func() error { _, err := e.store.List(ctx, objects.ListQuery{}); return err },
		"Begin": func() error { _, err := e.store.Begin(ctx); return err },
		"Row":   func() error { _, _, err := e.store.Row(ctx, objects.SpaceRef, "r"); return err },
		"Rows":  func() error { _, err := e.store.Rows(ctx, objects.RowQuery{Space: objects.SpaceRef}); return err },
		"Head":  func() error { _, err := e.store.Head(ctx); return err },
		"Put":   func() error { _, _, err := st.Put(ctx, objects.KindBlob, []byte("x")); return err },
		"Publish": func() error {
			_, err := e.store.Publish(ctx, nil, batch(ref("r", "1")))
			return err
		},
	} {
		if err := call(); !errors.Is(err, context.Canceled) {
			e.Errorf("%s with a canceled context: %v", name, err)
		}
	}
	e.wantRow("r", "")
	e.wantHead(0)
	e.check(st.Abort())
}

// each runs work in several goroutines and fails the test on the first error.
func (e *env) each(n int, work func(i int) error) {
	e.Helper()
	errs := make([]error, n)
	var running sync.WaitGroup
	for i := range n {
		running.Go(func() { errs[i] = work(i) })
	}
	running.Wait()
	e.check(errors.Join(errs...))
}

// Independent writers all succeed, and their operations form one chain.
func testConcurrentStages(e *env) {
	const writers, rounds = 4, 3
	e.each(writers, func(i int) error {
		for round := range rounds {
			st, err := e.store.Begin(e.ctx)
			if err != nil {
				return err
			}
			content := fmt.Appendf(nil, "writer %d round %d", i, round)
			id, _, err := st.Put(e.ctx, objects.KindBlob, content)
			if err != nil {
				return err
			}
			if _, err := e.store.Publish(e.ctx, st, batch(ref("writer/"+strconv.Itoa(i), string(id[:])))); err != nil {
				return err
			}
			o, err := e.store.Get(e.ctx, id)
			if err != nil || string(o.Data) != string(content) {
				return fmt.Errorf("an acknowledged object reads %q: %w", o.Data, err)
			}
		}
		return nil
	})
	head := e.wantHead(writers * rounds)
	changed := map[objects.Bytes]int{}
	for id, seq := head.Operation, head.Seq; seq > 0; seq-- {
		o, err := e.store.Get(e.ctx, id)
		e.check(err)
		op, err := objects.DecodeAs[*objects.Operation](o.Data)
		e.check(err)
		if op.Seq != seq || len(op.Changes) != 1 {
			e.Fatalf("operation %d of the chain is %+v", seq, op)
		}
		changed[op.Changes[0].Name]++
		id = op.Parent
	}
	for name, n := range changed {
		if n != rounds {
			e.Errorf("%s was changed %d times, want %d", name, n, rounds)
		}
	}
}

func testConcurrentPuts(e *env) {
	const writers, each = 4, 20
	st := e.begin()
	var mu sync.Mutex
	fresh := 0
	e.each(writers, func(int) error {
		for i := range each {
			content := fmt.Appendf(nil, "object %d", i)
			id, isNew, err := st.Put(e.ctx, objects.KindBlob, content)
			if err != nil {
				return err
			}
			if _, err := st.Stat(e.ctx, id); err != nil {
				return err
			}
			if isNew {
				mu.Lock()
				fresh++
				mu.Unlock()
			}
		}
		return nil
	})
	if s := st.Stats(); fresh != each || s.Objects != each {
		e.Errorf("%d fresh objects and %d counted, want %d", fresh, s.Objects, each)
	}
	e.publish(st, objects.Batch{})
	for i := range each {
		content := fmt.Appendf(nil, "object %d", i)
		e.wantContent(objects.Sum(objects.KindBlob, content), content)
	}
}

// Writers that count up one row by compare-and-swap lose no step.
func testContended(e *env) {
	const writers, rounds = 4, 3
	count := func(value string) int { n, _ := strconv.Atoi(value); return n }
	e.each(writers, func(int) error {
		for done := 0; done < rounds; {
			value, ok, err := e.store.Row(e.ctx, objects.SpaceRef, "counter")
			if err != nil {
				return err
			}
			expect := objects.Absent()
			if ok {
				expect = objects.Is(value)
			}
			next := changeOf(ref("counter", strconv.Itoa(count(string(value))+1)))
			_, err = e.store.Publish(e.ctx, nil, batch(next.expect(expect)))
			var lost *objects.ConflictError
			if errors.As(err, &lost) {
				continue
			}
			if err != nil {
				return err
			}
			done++
		}
		return nil
	})
	e.wantRow("counter", strconv.Itoa(writers*rounds))
	e.wantHead(writers * rounds)
}

func testClose(e *env) {
	e.blob("x")
	e.check(e.store.Close())
	e.check(e.store.Close())
}
