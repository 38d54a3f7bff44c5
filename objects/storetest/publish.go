package storetest

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"

	"github.com/genesis-vcs/genesis/objects"
)

func testOperations(e *env) {
	op := &objects.Operation{
		Seq: 99, Parent: objects.ID{9}, Changes: []objects.OpChange{{Name: "junk"}},
		Workspace: "w", Verb: "first", Seconds: 1767225600,
		Actor: objects.Actor{Name: "Ann", Host: "h"},
	}
	before := *op
	first := e.publish(nil, objects.Batch{Operation: op, Changes: []objects.Change{
		{Space: objects.SpaceHead, Name: "w", New: []byte("refs/heads/a")},
		ref("refs/heads/b", "2"), ref("refs/heads/a", "1"), unref("refs/heads/none"),
	}})
	if diff := cmp.Diff(&before, op); diff != "" {
		e.Errorf("Publish changed the caller's operation:\n%s", diff)
	}
	if head := e.wantHead(1); first.Seq != 1 || first.Noop || head.Operation != first.Operation {
		e.Errorf("Publish returns %+v, the head is %+v", first, head)
	}
	want := before
	want.Seq, want.Parent = 1, objects.ID{}
	want.Changes = []objects.OpChange{
		{Space: objects.SpaceRef, Name: "refs/heads/a", New: []byte("1")},
		{Space: objects.SpaceRef, Name: "refs/heads/b", New: []byte("2")},
		{Space: objects.SpaceHead, Name: "w", New: []byte("refs/heads/a")},
	}
	e.wantOperation(first, want)

	second := e.publish(nil, batch(ref("refs/heads/a", "1"), unref("refs/heads/b"), ref("refs/heads/c", "3")))
	e.wantHead(2)
	e.wantOperation(second, objects.Operation{
		Seq: 2, Parent: first.Operation, Verb: "test",
		Changes: []objects.OpChange{
			{Space: objects.SpaceRef, Name: "refs/heads/b", Old: []byte("2")},
			{Space: objects.SpaceRef, Name: "refs/heads/c", New: []byte("3")},
		},
	})
	e.wantRow("refs/heads/a", "1")
	e.wantRow("refs/heads/b", "")
	e.wantRow("refs/heads/c", "3")
}

// wantOperation reads the operation back from the store.
func (e *env) wantOperation(pub objects.Published, want objects.Operation) {
	e.Helper()
	o, err := e.store.Get(e.ctx, pub.Operation)
	e.check(err)
	got, err := objects.DecodeAs[*objects.Operation](o.Data)
	e.check(err)
	if diff := cmp.Diff(&want, got); diff != "" || o.Kind != objects.KindOperation {
		e.Errorf("the stored operation differs:\n%s", diff)
	}
	if diff := cmp.Diff(want.Changes, pub.Changes); diff != "" {
		e.Errorf("the published changes differ:\n%s", diff)
	}
}

func testNoop(e *env) {
	id := e.blob("there")
	e.set(ref("refs/tags/t", string(id[:])))
	for name, b := range map[string]objects.Batch{
		"nothing":          batch(),
		"the same value":   batch(ref("refs/tags/t", string(id[:]))),
		"absent stays so":  batch(unref("refs/tags/none")),
		"the same tree":    {Operation: &objects.Operation{Verb: "v", WorktreeBefore: id, WorktreeAfter: id}},
		"without a record": {},
		"always, but what": {Always: true},
	} {
		st := e.begin()
		if e.fresh(st, "there") {
			e.Error("a stored blob is fresh")
		}
		pub := e.publish(st, b)
		if !pub.Noop || pub.Seq != 0 || !pub.Operation.IsZero() || len(pub.Changes) != 0 {
			e.Errorf("%s: %+v, want a noop", name, pub)
		}
		e.wantHead(1)
	}
	for i, op := range []*objects.Operation{
		{Verb: "v", WorktreeAfter: id},
		{Verb: "v", WorktreeBefore: id},
		{Verb: "v", Saved: id},
	} {
		pub := e.publish(nil, objects.Batch{Operation: op})
		if pub.Noop || pub.Seq != uint64(i+2) {
			e.Errorf("a transition of the working tree is %+v", pub)
		}
	}
	st := e.begin()
	e.put(st, objects.KindBlob, []byte("fresh"))
	if pub := e.publish(st, batch()); pub.Noop || pub.Seq != 5 || pub.Objects != 1 {
		e.Errorf("a new object is %+v", pub)
	}
	always := batch()
	always.Always = true
	if pub := e.publish(nil, always); pub.Noop || pub.Seq != 6 || pub.Operation.IsZero() {
		e.Errorf("an operation that is always appended is %+v", pub)
	}
}

func testNoOperation(e *env) {
	st := e.begin()
	id := e.put(st, objects.KindBlob, []byte("only an object"))
	pub := e.publish(st, objects.Batch{})
	if pub.Noop || pub.Seq != 0 || !pub.Operation.IsZero() || pub.Objects != 1 {
		e.Errorf("Publish returns %+v", pub)
	}
	e.wantHas(id, true)
	e.wantHead(0)
}

func testExpectations(e *env) {
	e.set(ref("set", "1"), objects.Change{Space: objects.SpaceRef, Name: "blank", New: []byte{}})
	for _, test := range []struct {
		name   string
		expect objects.Expectation
		holds  bool
		actual []byte
	}{
		{"set", objects.Expectation{}, true, nil},
		{"unset", objects.Expectation{}, true, nil},
		{"unset", objects.Absent(), true, nil},
		{"set", objects.Absent(), false, []byte("1")},
		{"set", objects.Is([]byte("1")), true, nil},
		{"set", objects.Is([]byte("2")), false, []byte("1")},
		{"unset", objects.Is([]byte("1")), false, nil},
		// A row with an empty value is there.
		{"blank", objects.Is([]byte{}), true, nil},
		{"blank", objects.Absent(), false, []byte{}},
		{"unset", objects.Is([]byte{}), false, nil},
	} {
		head, err := e.store.Head(e.ctx)
		e.check(err)
		st := e.begin()
		id := e.put(st, objects.KindBlob, []byte(test.name+string(rune(test.expect.Mode))+string(test.expect.Value)))
		// The expectation holds even where nothing would change.
		check := changeOf(unref(test.name))
		if value, ok, _ := e.store.Row(e.ctx, objects.SpaceRef, test.name); ok {
			check.New = value
		}
		_, err = e.store.Publish(e.ctx, st, batch(ref("beside", string(id[:])), check.expect(test.expect)))
		if test.holds {
			e.check(err)
			e.wantHas(id, true)
			continue
		}
		want := &objects.ConflictError{Space: objects.SpaceRef, Name: test.name, Actual: test.actual}
		if test.expect.Mode == objects.ExpectValue {
			want.Expected = test.expect.Value
		}
		e.wantConflict(err, want)
		// None of it happened.
		e.wantHead(head.Seq)
		e.wantHas(id, false)
		if value, _, _ := e.store.Row(e.ctx, objects.SpaceRef, "beside"); string(value) == string(id[:]) {
			e.Error("a row of a batch that failed was set")
		}
		e.check(st.Abort())
	}
}

func (e *env) wantConflict(err error, want *objects.ConflictError) {
	e.Helper()
	var got *objects.ConflictError
	if !errors.As(err, &got) {
		e.Errorf("error is %v, want a ConflictError", err)
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		e.Errorf("the ConflictError differs:\n%s", diff)
	}
}

func testRetry(e *env) {
	e.set(ref("r", "theirs"))
	st := e.begin()
	id := e.put(st, objects.KindBlob, []byte("kept"))
	_, err := e.store.Publish(e.ctx, st, batch(changeOf(ref("r", "mine")).expect(objects.Is([]byte("old")))))
	e.wantConflict(err, &objects.ConflictError{Space: objects.SpaceRef, Name: "r", Expected: []byte("old"), Actual: []byte("theirs")})
	more := e.put(st, objects.KindBlob, []byte("and more"))
	pub := e.publish(st, batch(changeOf(ref("r", "mine")).expect(objects.Is([]byte("theirs")))))
	if pub.Objects != 2 || pub.Seq != 2 {
		e.Errorf("the second try returns %+v", pub)
	}
	e.wantContent(id, []byte("kept"))
	e.wantContent(more, []byte("and more"))
	e.wantRow("r", "mine")
}

func testGuards(e *env) {
	e.set(ref("refs/a", "1"), ref("refs/b/c", "2"), ref("refs/b/d", "3"))
	under := func(prefix string) objects.Guard { return objects.Guard{Space: objects.SpaceRef, Prefix: prefix} }
	exactly := func(name string) objects.Guard {
		return objects.Guard{Space: objects.SpaceRef, Prefix: name, Exact: true}
	}
	for _, test := range []struct {
		guard   objects.Guard
		changes []objects.Change
		hit     string // the row in the way
		value   string
	}{
		{guard: under("refs/a/")},
		{guard: exactly("refs/b")},
		{guard: objects.Guard{Space: objects.SpacePin, Prefix: "refs/"}},
		{guard: under("refs/a"), hit: "refs/a", value: "1"},
		{guard: exactly("refs/a"), hit: "refs/a", value: "1"},
		{guard: under("refs/b/"), hit: "refs/b/c", value: "2"},
		{guard: under("refs/b/"), changes: []objects.Change{unref("refs/b/c")}, hit: "refs/b/d", value: "3"},
		{guard: under("refs/n"), changes: []objects.Change{ref("refs/new", "9")}, hit: "refs/new", value: "9"},
		{guard: exactly("refs/new"), changes: []objects.Change{ref("refs/new", "9")}, hit: "refs/new", value: "9"},
		{guard: under("refs/new/"), changes: []objects.Change{ref("refs/new", "9")}},
		{guard: exactly("refs/a"), changes: []objects.Change{unref("refs/a")}},
		{guard: under("refs/b/"), changes: []objects.Change{unref("refs/b/c"), unref("refs/b/d"), ref("refs/b", "4")}},
	} {
		b := batch(test.changes...)
		b.Guards = []objects.Guard{under("refs/never/"), test.guard}
		_, err := e.store.Publish(e.ctx, nil, b)
		if test.hit == "" {
			if err != nil {
				e.Errorf("%+v: %v", test.guard, err)
			}
			continue
		}
		e.wantConflict(err, &objects.ConflictError{
			Space: objects.SpaceRef, Name: test.hit, Actual: []byte(test.value), Guard: true,
		})
	}
	e.wantRow("refs/a", "")
	e.wantRow("refs/b", "4")
}

// badBatches are those that no store takes.
func badBatches() map[string]objects.Batch {
	unknown := objects.Space("unknown")
	return map[string]objects.Batch{
		"rows without an operation": {Changes: []objects.Change{ref("r", "1")}},
		"two changes of a row":      batch(ref("r", "1"), ref("s", "1"), ref("r", "2")),
		"unknown space":             batch(objects.Change{Space: unknown, Name: "r", New: []byte("1")}),
		"unknown guarded space":     {Guards: []objects.Guard{{Space: unknown, Prefix: "r"}}},
		"no name":                   batch(ref("", "1")),
		"long name":                 batch(ref(strings.Repeat("n", objects.MaxRowName+1), "1")),
		"long value":                batch(ref("r", strings.Repeat("v", objects.MaxRowValue+1))),
		"an operation without verb": {Operation: &objects.Operation{}, Changes: []objects.Change{ref("r", "1")}},
	}
}

func testBadBatches(e *env) {
	for name, b := range badBatches() {
		st := e.begin()
		id := e.put(st, objects.KindBlob, []byte(name))
		var malformed *objects.EncodingError
		if _, err := e.store.Publish(e.ctx, st, b); !errors.As(err, &malformed) {
			e.Errorf("%s: %v, want an EncodingError", name, err)
		}
		e.wantHas(id, false)
		e.wantRow("r", "")
		e.wantHead(0)
		e.wantEnded(name, st)
	}
	e.set(ref(strings.Repeat("n", objects.MaxRowName), strings.Repeat("v", objects.MaxRowValue)))
}

// wantEnded checks that a stage takes nothing more.
func (e *env) wantEnded(why string, st objects.Stage) {
	e.Helper()
	if _, _, err := st.Put(e.ctx, objects.KindBlob, []byte("late "+why)); err == nil {
		e.Errorf("%s: the stage takes an object after its end", why)
	}
	if _, err := st.PutChunked(e.ctx, objects.ID{1}, 1, objects.ID{2}); err == nil {
		e.Errorf("%s: the stage takes a chunked blob after its end", why)
	}
	if _, err := e.store.Publish(e.ctx, st, batch(ref("late", "1"))); err == nil {
		e.Errorf("%s: an ended stage is published", why)
	}
	if err := st.Abort(); err != nil {
		e.Errorf("%s: Abort after the end: %v", why, err)
	}
	e.wantRow("late", "")
}

func testEnded(e *env) {
	st := e.begin()
	id := e.put(st, objects.KindBlob, []byte("done"))
	e.publish(st, objects.Batch{})
	e.wantEnded("published", st)
	e.wantContent(id, []byte("done"))

	st = e.begin()
	e.publish(st, batch())
	e.wantEnded("noop", st)

	st = e.begin()
	e.put(st, objects.KindBlob, []byte("dropped"))
	e.check(st.Abort())
	e.check(st.Abort())
	e.wantEnded("aborted", st)

	st = e.begin()
	ctx, cancel := context.WithCancel(e.ctx)
	cancel()
	if _, err := e.store.Publish(ctx, st, batch()); !errors.Is(err, context.Canceled) {
		e.Errorf("Publish after cancel: %v", err)
	}
	e.wantEnded("canceled", st)
}

func testRows(e *env) {
	names := []string{"a", "a/b", "a\xff", "ab", "b", "\x01", "é"}
	var changes []objects.Change
	for _, space := range objects.Spaces {
		for _, n := range names {
			changes = append(changes, objects.Change{Space: space, Name: n, New: []byte(string(space) + n)})
		}
	}
	e.set(changes...)
	slices.Sort(names)
	for _, space := range objects.Spaces {
		for _, limit := range []int{0, 1, 3, len(names), len(names) + 1} {
			if got := e.rowNames(objects.RowQuery{Space: space, Limit: limit}); !slices.Equal(got, names) {
				e.Errorf("%s in pages of %d: %q, want %q", space, limit, got, names)
			}
		}
	}
	for prefix, want := range map[string][]string{
		"a": {"a", "a/b", "ab", "a\xff"}, "a/": {"a/b"}, "zz": nil, "b": {"b"},
	} {
		if got := e.rowNames(objects.RowQuery{Space: objects.SpacePin, Prefix: prefix, Limit: 2}); !slices.Equal(got, want) {
			e.Errorf("prefix %q: %q, want %q", prefix, got, want)
		}
	}
	if got := e.rowNames(objects.RowQuery{Space: objects.SpaceRef, Prefix: "a", After: "a/b"}); !slices.Equal(got, []string{"ab", "a\xff"}) {
		e.Errorf("behind a/b: %q", got)
	}
}

// rowNames follows the pages of a query and checks the values.
func (e *env) rowNames(q objects.RowQuery) []string {
	e.Helper()
	var names []string
	for {
		page, err := e.store.Rows(e.ctx, q)
		e.check(err)
		if q.Limit > 0 && len(page.Rows) > q.Limit || page.More && len(page.Rows) == 0 {
			e.Fatalf("a page of %d has %d rows, more %v", q.Limit, len(page.Rows), page.More)
		}
		for _, r := range page.Rows {
			names = append(names, r.Name)
			if r.Space != q.Space || string(r.Value) != string(q.Space)+r.Name {
				e.Errorf("the row is %+v", r)
			}
		}
		if !page.More {
			return names
		}
		q.After = names[len(names)-1]
	}
}

// Empty is a value; absent is none.
func testRowValues(e *env) {
	blank := objects.Change{Space: objects.SpaceMark, Name: "blank", New: []byte{}}
	pub := e.set(blank)
	want := []objects.OpChange{{Space: objects.SpaceMark, Name: "blank", New: []byte{}}}
	if diff := cmp.Diff(want, pub.Changes); diff != "" {
		e.Errorf("the published changes differ:\n%s", diff)
	}
	value, ok, err := e.store.Row(e.ctx, objects.SpaceMark, "blank")
	e.check(err)
	if !ok || len(value) != 0 {
		e.Errorf("an empty row is %q (%v)", value, ok)
	}
	if pub := e.set(blank); !pub.Noop {
		e.Errorf("the same empty value is %+v", pub)
	}
	pub = e.set(objects.Change{Space: objects.SpaceMark, Name: "blank"})
	want = []objects.OpChange{{Space: objects.SpaceMark, Name: "blank", Old: []byte{}}}
	if diff := cmp.Diff(want, pub.Changes); diff != "" {
		e.Errorf("the published changes differ:\n%s", diff)
	}
	if _, ok, err := e.store.Row(e.ctx, objects.SpaceMark, "blank"); ok || err != nil {
		e.Errorf("the row is still there: %v", err)
	}
}
