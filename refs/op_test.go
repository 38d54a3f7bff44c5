package refs

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/genesis-vcs/genesis/objects"
)

func TestLogOfOperations(t *testing.T) {
	s := newStory(t)
	one := s.move(0)
	other := setRef(t, inWorkspace(s.db, "there"), "refs/heads/other", s.commits[1]).Operation
	two := s.move(1)
	three := setRef(t, s.db, "refs/heads/third", s.commits[1]).Operation
	for _, c := range []struct {
		query     LogQuery
		want      []objects.ID
		truncated bool
	}{
		{LogQuery{}, []objects.ID{three, two, one}, false},
		{LogQuery{All: true}, []objects.ID{three, two, other, one}, false},
		{LogQuery{Max: 2}, []objects.ID{three, two}, true},
		{LogQuery{Max: 3}, []objects.ID{three, two, one}, false},
		{LogQuery{Ref: storyBranch}, []objects.ID{two, one}, false},
		{LogQuery{Ref: storyBranch, Max: 1}, []objects.ID{two}, true},
		{LogQuery{Ref: "refs/heads/other"}, nil, false},
		{LogQuery{Ref: "refs/heads/other", All: true}, []objects.ID{other}, false},
	} {
		ops, truncated, err := s.db.Log(t.Context(), c.query)
		var got []objects.ID
		for _, op := range ops {
			got = append(got, op.ID)
		}
		if diff := cmp.Diff(c.want, got); err != nil || diff != "" || truncated != c.truncated {
			t.Errorf("%+v: truncated %v, %v\n%s", c.query, truncated, err, diff)
		}
	}
}

func TestEachOpEndsWithVisit(t *testing.T) {
	s := newStory(t)
	s.move(0)
	two := s.move(1)
	refused := errors.New("refused")
	for _, end := range []error{nil, refused} {
		var got []objects.ID
		err := s.db.EachOp(t.Context(), LogQuery{}, func(op Op) (bool, error) {
			got = append(got, op.ID)
			return end != nil, end
		})
		if diff := cmp.Diff([]objects.ID{two}, got); err != end || diff != "" {
			t.Errorf("ended with %v: %v\n%s", end, err, diff)
		}
	}
}

func TestResolveOp(t *testing.T) {
	s := newStory(t)
	one := s.move(0)
	s.move(1)
	for _, text := range []string{one.String(), one.String()[:8], one.String()[:63]} {
		if op, err := s.db.ResolveOp(t.Context(), text); err != nil || op.ID != one || op.Seq != 1 {
			t.Errorf("%s: %s, %v", text, op.ID, err)
		}
	}
	for _, text := range []string{strings.ToUpper(one.String()), strings.ToUpper(one.String()[:20])} {
		_, err := s.db.ResolveOp(t.Context(), text)
		if got := wantError[*objects.BadIDError](t, err); got.Text != text {
			t.Errorf("%q: %+v", text, got)
		}
	}
	for _, text := range []string{"", one.String()[:7], one.String() + "0", "00000000", "main", s.commits[0].String(), s.commits[0].String()[:8]} {
		_, err := s.db.ResolveOp(t.Context(), text)
		if got := wantError[*OpNotFoundError](t, err); got.ID != text {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

// TestOperationOutsideOfChain: an operation object that the chain does not
// reach never happened.
func TestOperationOutsideOfChain(t *testing.T) {
	s := newStory(t)
	s.move(0)
	stage, err := s.store.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	data, err := objects.Encode(&objects.Operation{Seq: 1, Verb: "never"})
	if err != nil {
		t.Fatal(err)
	}
	stray, _, err := stage.Put(t.Context(), objects.KindOperation, data)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.store.Publish(t.Context(), stage, objects.Batch{}); err != nil {
		t.Fatal(err)
	}
	_, err = s.db.ResolveOp(t.Context(), stray.String()[:10])
	wantError[*OpNotFoundError](t, err)
	_, err = s.db.Op(t.Context(), stray)
	wantError[*OpNotFoundError](t, err)
	_, err = s.db.PlanUndo(t.Context(), stray)
	wantError[*OpNotFoundError](t, err)
}

// twinStore lists every operation, as if all ids began with the same digits.
type twinStore struct{ objects.Store }

func (s twinStore) List(ctx context.Context, q objects.ListQuery) (objects.ListPage, error) {
	q.Prefix, q.Limit = "", 1
	return s.Store.List(ctx, q)
}

func TestAmbiguousOperation(t *testing.T) {
	s := newStory(t)
	one, two := s.move(0), s.move(1)
	s.db.store = twinStore{s.store}
	_, err := s.db.ResolveOp(t.Context(), one.String()[:8])
	want := []objects.ID{one, two}
	if one.Compare(two) > 0 {
		want = []objects.ID{two, one}
	}
	if diff := cmp.Diff(&AmbiguousOpError{ID: one.String()[:8], Candidates: want}, wantError[*AmbiguousOpError](t, err)); diff != "" {
		t.Error(diff)
	}
}

func TestDamagedChain(t *testing.T) {
	s := newStory(t)
	one := s.move(0)
	two := s.move(1)
	s.store.Damage(one)
	_, _, err := s.db.Log(t.Context(), LogQuery{})
	wantError[*objects.CorruptError](t, err)
	s.store.Drop(one)
	ops, _, err := s.db.Log(t.Context(), LogQuery{})
	if got := wantError[*objects.CorruptError](t, err); got.ID != one || len(ops) != 1 || ops[0].ID != two {
		t.Errorf("%v, %+v", ops, got)
	}
	// The next operation cannot be read, so a cut list cannot be told from a
	// whole one.
	_, _, err = s.db.Log(t.Context(), LogQuery{Max: 1})
	wantError[*objects.CorruptError](t, err)
}
