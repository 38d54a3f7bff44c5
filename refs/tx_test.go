package refs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
)

func TestSetGetDelete(t *testing.T) {
	store := memstore.New()
	db := newDB(store)
	commits, _, _ := storeObjects(t, store, 2)

	if _, ok, err := db.Get(t.Context(), "refs/heads/main"); ok || err != nil {
		t.Fatalf("an unset ref: %v, %v", ok, err)
	}
	tx := db.Begin("refs set")
	tx.Set("refs/heads/main", commits[0], Missing())
	tx.SetHead(Head{Branch: "refs/heads/main"})
	result := mustCommit(t, tx)
	if result.Noop || result.Seq != 1 || len(result.Changes) != 2 {
		t.Fatalf("result %+v", result)
	}
	head, id, err := db.Head(t.Context())
	if err != nil || head.Branch != "refs/heads/main" || id != commits[0] {
		t.Fatalf("head %+v at %s, %v", head, id, err)
	}
	if again := setRef(t, db, "refs/heads/main", commits[0]); !again.Noop || !again.Operation.IsZero() {
		t.Fatalf("setting what is set: %+v", again)
	}
	op, err := db.Op(t.Context(), result.Operation)
	if err != nil || op.Verb != "refs set" || op.Workspace != "here" || op.Seconds != 1_700_000_000 || string(op.Actor.Name) != "Ada" {
		t.Fatalf("operation %+v, %v", op.Operation, err)
	}

	tx = db.Begin("refs delete")
	tx.Delete("refs/heads/main", At(commits[0]))
	mustCommit(t, tx)
	list, err := db.List(t.Context(), "refs/")
	if err != nil || len(list) != 0 {
		t.Fatalf("refs %v, %v", list, err)
	}
	if head, id, err := db.Head(t.Context()); err != nil || head.IsZero() || !id.IsZero() {
		t.Fatalf("an unborn head: %+v at %s, %v", head, id, err)
	}
}

func TestListIsSortedByPrefix(t *testing.T) {
	store := memstore.New()
	db := newDB(store)
	commits, blob, _ := storeObjects(t, store, 1)
	tx := db.Begin("refs update")
	for _, short := range []string{"b", "a/x", "c", "a/y", "d", "e"} {
		tx.Set(Name(Heads+short), commits[0], Missing())
	}
	tx.Set("refs/tags/a", blob, Missing())
	mustCommit(t, tx)
	list, err := db.List(t.Context(), "refs/heads/a")
	want := []Ref{{"refs/heads/a/x", commits[0]}, {"refs/heads/a/y", commits[0]}}
	if diff := cmp.Diff(want, list); err != nil || diff != "" {
		t.Fatalf("%v\n%s", err, diff)
	}
}

func TestPinsAndSettings(t *testing.T) {
	store := memstore.New()
	db := newDB(store)
	_, blob, tree := storeObjects(t, store, 0)
	tx := db.Begin("gc pin")
	tx.Pin(blob, "keep")
	tx.Pin(tree, "") // no note is not no pin
	tx.Setting("policy", []byte("value"))
	mustCommit(t, tx)
	want := []Pin{{ID: blob, Note: "keep"}, {ID: tree}}
	slices.SortFunc(want, func(a, b Pin) int { return a.ID.Compare(b.ID) })
	pins, err := db.Pins(t.Context())
	if diff := cmp.Diff(want, pins); err != nil || diff != "" {
		t.Fatalf("%v\n%s", err, diff)
	}
	tx = db.Begin("gc unpin")
	tx.Unpin(blob)
	tx.Unpin(tree)
	tx.Setting("policy", nil)
	mustCommit(t, tx)
	if _, ok, err := db.Setting(t.Context(), "policy"); ok || err != nil {
		t.Fatalf("the setting is still there: %v", err)
	}

	r, err := db.PlanUndo(t.Context(), objects.ID{})
	if err != nil {
		t.Fatal(err)
	}
	tx = db.Begin(VerbUndo)
	tx.Apply(r)
	mustCommit(t, tx)
	pins, err = db.Pins(t.Context())
	if diff := cmp.Diff(want, pins); err != nil || diff != "" {
		t.Fatalf("after undo: %v\n%s", err, diff)
	}
	value, ok, err := db.Setting(t.Context(), "policy")
	if string(value) != "value" || !ok || err != nil {
		t.Fatalf("after undo: setting %q, %v, %v", value, ok, err)
	}
}

func TestTargetsAreChecked(t *testing.T) {
	store := memstore.New()
	db := newDB(store)
	commits, blob, _ := storeObjects(t, store, 1)
	absent := objects.Sum(objects.KindBlob, []byte("never stored"))
	try := func(change func(tx *Tx)) error {
		tx := db.Begin("refs set")
		change(tx)
		_, dry := tx.Check(t.Context(), nil)
		_, err := tx.Commit(t.Context(), nil)
		if fmt.Sprint(dry) != fmt.Sprint(err) {
			t.Errorf("the dry run says %v, the commit %v", dry, err)
		}
		return err
	}
	missing := wantError[*MissingObjectError](t, try(func(tx *Tx) { tx.Set("refs/tags/a", absent, Expect{}) }))
	if missing.ID != absent || missing.Name != "refs/tags/a" {
		t.Errorf("%+v", missing)
	}
	wantError[*MissingObjectError](t, try(func(tx *Tx) { tx.Set("refs/tags/a", objects.ID{}, Expect{}) }))
	wantError[*MissingObjectError](t, try(func(tx *Tx) { tx.Pin(absent, "") }))
	wantError[*MissingObjectError](t, try(func(tx *Tx) { tx.SetHead(Head{Detached: absent}) }))
	kind := wantError[*KindError](t, try(func(tx *Tx) { tx.Set("refs/heads/a", blob, Expect{}) }))
	if kind.ID != blob || kind.Kind != objects.KindBlob || kind.Name != "refs/heads/a" {
		t.Errorf("%+v", kind)
	}
	wantError[*KindError](t, try(func(tx *Tx) { tx.SetHead(Head{Detached: blob}) }))
	kind = wantError[*KindError](t, try(func(tx *Tx) { tx.Set(Attestations, commits[0], Expect{}) }))
	if kind.Kind != objects.KindCommit || kind.Want != objects.KindTree {
		t.Errorf("attestations: %+v", kind)
	}
	kind = wantError[*KindError](t, try(func(tx *Tx) { tx.Set(GitMap, commits[0], Expect{}) }))
	if kind.Kind != objects.KindCommit || kind.Want != objects.KindTree {
		t.Errorf("the map: %+v", kind)
	}
	wantError[*NotFoundError](t, try(func(tx *Tx) { tx.Delete("refs/heads/a", Expect{}) }))
	wantError[*NotFoundError](t, try(func(tx *Tx) { tx.Unpin(blob) }))
	wantError[*InvalidNameError](t, try(func(tx *Tx) { tx.Set("refs/heads/a..b", blob, Expect{}) }))
	wantError[*InvalidNameError](t, try(func(tx *Tx) { tx.Delete("main", Expect{}) }))
	wantError[*InvalidNameError](t, try(func(tx *Tx) { tx.SetHead(Head{Branch: "refs/tags/a"}) }))
	wantError[*InvalidNameError](t, try(func(tx *Tx) { tx.SetHead(Head{Branch: "refs/heads/a", Detached: commits[0]}) }))
	wantError[*InvalidNameError](t, try(func(tx *Tx) { tx.Setting("", nil) }))
	wantError[*InvalidNameError](t, try(func(tx *Tx) { tx.Setting("a\nb", nil) }))
	wantError[*InvalidNameError](t, try(func(tx *Tx) {
		tx.Set("refs/heads/a", commits[0], Expect{})
		tx.Delete("refs/heads/a", Expect{})
	}))
	db = inWorkspace(db, "")
	wantError[*NoWorkspaceError](t, try(func(tx *Tx) { tx.SetHead(Head{Branch: "refs/heads/a"}) }))
	if head, _, err := db.Head(t.Context()); !head.IsZero() || err != nil {
		t.Errorf("a bare store has the head %+v, %v", head, err)
	}
	if rows := allRows(t, store); len(rows) != 0 {
		t.Errorf("refused transactions left %v", rows)
	}
}

func TestConflictCarriesBothValues(t *testing.T) {
	store := memstore.New()
	db := newDB(store)
	commits, _, _ := storeObjects(t, store, 3)
	setRef(t, db, "refs/heads/main", commits[0])
	for _, c := range []struct {
		expect           Expect
		expected, actual objects.ID
		name             Name
	}{
		{At(commits[1]), commits[1], commits[0], "refs/heads/main"},
		{Missing(), objects.ID{}, commits[0], "refs/heads/main"},
		{At(commits[1]), commits[1], objects.ID{}, "refs/heads/other"},
	} {
		tx := db.Begin("refs set")
		tx.Set(c.name, commits[2], c.expect)
		_, err := tx.Commit(t.Context(), nil)
		want := &ConflictError{Name: c.name, Expected: c.expected, Actual: c.actual}
		if diff := cmp.Diff(want, wantError[*ConflictError](t, err)); diff != "" {
			t.Error(diff)
		}
	}
}

// TestStageSurvivesRetries: two races are lost, and the objects of the stage
// arrive with the third attempt.
func TestStageSurvivesRetries(t *testing.T) {
	store := &racingStore{Store: memstore.New()}
	commits, _, _ := storeObjects(t, store.Store, 3)
	races := 0
	store.race = func() {
		if races++; races <= 2 {
			setRef(t, newDB(store.Store), "refs/heads/main", commits[races])
		}
	}
	asked := []objects.ID{}
	gate := gateFunc(func(moves []Move) error {
		asked = append(asked, moves[0].Old)
		return nil
	})
	db := New(store, gate, testOrigin)
	stage, err := store.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	staged := stageCommit(t, stage, 99)
	tx := db.Begin("refs set")
	tx.Set("refs/heads/main", staged, Expect{})
	result, err := tx.Commit(t.Context(), stage)
	if err != nil || result.Objects != 1 {
		t.Fatalf("%+v, %v", result, err)
	}
	if id, _, err := db.Get(t.Context(), "refs/heads/main"); id != staged || err != nil {
		t.Fatalf("main is at %s, %v", id, err)
	}
	if _, err := store.Get(t.Context(), staged); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]objects.ID{{}, commits[1], commits[2]}, asked); diff != "" {
		t.Errorf("the gate judged other values than those of each attempt:\n%s", diff)
	}
}

type gateFunc func(moves []Move) error

func (f gateFunc) Check(_ context.Context, _ objects.Store, _ objects.Stage, moves []Move) error {
	return f(moves)
}

func TestGateDenies(t *testing.T) {
	store := memstore.New()
	commits, _, _ := storeObjects(t, store, 2)
	setRef(t, newDB(store), "refs/heads/b", commits[0])
	denied := errors.New("denied")
	var seen []Move
	db := New(store, gateFunc(func(moves []Move) error {
		seen = moves
		return denied
	}), testOrigin)
	tx := db.Begin("refs update")
	tx.Set("refs/heads/c", commits[1], Expect{})
	tx.Delete("refs/heads/b", Expect{})
	tx.SetHead(Head{Branch: "refs/heads/c"})
	if _, err := tx.Commit(t.Context(), nil); !errors.Is(err, denied) {
		t.Fatalf("got %v", err)
	}
	want := []Move{{Name: "refs/heads/b", Old: commits[0]}, {Name: "refs/heads/c", New: commits[1]}}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Error(diff)
	}
	if head, err := store.Head(t.Context()); err != nil || head.Seq != 1 {
		t.Fatalf("a denied transaction left operation %d, %v", head.Seq, err)
	}
	seen = nil
	tx = db.Begin("vcs switch")
	tx.SetHead(Head{Detached: commits[0]})
	mustCommit(t, tx)
	if seen != nil {
		t.Errorf("the gate was asked about %v, but no ref moves", seen)
	}
}

func TestNameClashes(t *testing.T) {
	store := memstore.New()
	db := newDB(store)
	commits, _, _ := storeObjects(t, store, 1)
	update := func(set, del []Name) error {
		tx := db.Begin("refs update")
		for _, name := range set {
			tx.Set(name, commits[0], Expect{})
		}
		for _, name := range del {
			tx.Delete(name, Expect{})
		}
		_, err := tx.Commit(t.Context(), nil)
		return err
	}
	if err := update([]Name{"refs/heads/a/b", "refs/heads/a-b", "refs/heads/a.b", "refs/heads/ab"}, nil); err != nil {
		t.Fatalf("names that are no directories of each other: %v", err)
	}
	below := wantError[*NameClashError](t, update([]Name{"refs/heads/a"}, nil))
	if below.Other != "refs/heads/a/b" {
		t.Errorf("%+v", below)
	}
	above := wantError[*NameClashError](t, update([]Name{"refs/heads/a/b/c/d"}, nil))
	if above.Other != "refs/heads/a/b" {
		t.Errorf("%+v", above)
	}
	wantError[*NameClashError](t, update([]Name{"refs/heads/x", "refs/heads/x/y"}, nil))
	// A rename to a name below or above is one transaction.
	if err := update([]Name{"refs/heads/a"}, []Name{"refs/heads/a/b"}); err != nil {
		t.Fatalf("a/b to a: %v", err)
	}
	if err := update([]Name{"refs/heads/a/c/d"}, []Name{"refs/heads/a"}); err != nil {
		t.Fatalf("a to a/c/d: %v", err)
	}
}

func TestDamagedRows(t *testing.T) {
	store := memstore.New()
	db := newDB(store)
	batch := objects.Batch{
		Operation: &objects.Operation{Verb: "test"},
		Changes: []objects.Change{
			{Space: objects.SpaceRef, Name: "refs/heads/a", New: []byte("short")},
			{Space: objects.SpaceHead, Name: "here", New: []byte("refs/tags/a")},
			{Space: objects.SpacePin, Name: "no id", New: []byte{}},
		},
	}
	if _, err := store.Publish(t.Context(), nil, batch); err != nil {
		t.Fatal(err)
	}
	_, _, getErr := db.Get(t.Context(), "refs/heads/a")
	_, listErr := db.List(t.Context(), "")
	_, _, headErr := db.Head(t.Context())
	_, pinErr := db.Pins(t.Context())
	tx := db.Begin("refs delete")
	tx.Delete("refs/heads/a", Expect{})
	_, txErr := tx.Commit(t.Context(), nil)
	for _, err := range []error{getErr, listErr, headErr, pinErr, txErr} {
		wantError[*objects.CorruptError](t, err)
	}
}

func TestCanceled(t *testing.T) {
	store := memstore.New()
	db := newDB(store)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	tx := db.Begin("refs set")
	tx.Setting("a", []byte("b"))
	if _, err := tx.Commit(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
}
