package refs

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
)

// txModel is what a DB should do, on a plain map of rows.
type txModel struct {
	rows   map[string]string
	absent objects.ID // an object that is not stored
	blob   objects.ID
}

// draft is a transaction under construction, on both sides: the changes of the
// model and the refusals that the model allows.
type draft struct {
	next    map[string]string
	refused []string
}

func (m *txModel) refuse(d *draft, when bool, why string) {
	if when {
		d.refused = append(d.refused, why)
	}
}

func (m *txModel) checkExpect(d *draft, key string, e Expect) {
	old, ok := m.rows[key]
	if e.set {
		m.refuse(d, ok != !e.id.IsZero() || ok && old != string(e.id[:]), "conflict")
	}
}

var modelNames = []Name{
	"refs/heads/a", "refs/heads/a/b", "refs/heads/a/b/c", "refs/heads/a-b", "refs/heads/d", "refs/heads/d/e",
	"refs/tags/a", "refs/tags/a/b", "refs/remotes/o/a",
}

// change draws one change of a row that is still free and makes it in both.
func (m *txModel) change(t *rapid.T, tx *Tx, d *draft, used map[string]bool, ids []objects.ID) {
	id := rapid.SampledFrom(ids).Draw(t, "id")
	expect := rapid.SampledFrom([]Expect{{}, {}, Missing(), At(ids[0]), At(ids[1])}).Draw(t, "expect")
	name := rapid.SampledFrom(modelNames).Draw(t, "name")
	kind := rapid.SampledFrom([]string{"set", "set", "delete", "head", "pin", "unpin", "setting"}).Draw(t, "kind")
	key := map[string]string{
		"set": rowKey(objects.SpaceRef, string(name)), "delete": rowKey(objects.SpaceRef, string(name)),
		"head": rowKey(objects.SpaceHead, "here"), "setting": rowKey(objects.SpaceSetting, "s"),
		"pin": rowKey(objects.SpacePin, id.String()), "unpin": rowKey(objects.SpacePin, id.String()),
	}[kind]
	if used[key] {
		return
	}
	used[key] = true
	old, exists := m.rows[key]
	switch kind {
	case "set":
		tx.Set(name, id, expect)
		m.checkExpect(d, key, expect)
		moves := old != string(id[:])
		m.refuse(d, moves && id == m.absent, "missing")
		m.refuse(d, moves && id == m.blob && name.IsBranch(), "kind")
		d.next[key] = string(id[:])
	case "delete":
		tx.Delete(name, expect)
		m.checkExpect(d, key, expect)
		m.refuse(d, !exists, "not found")
		delete(d.next, key)
	case "head":
		head := rapid.SampledFrom([]Head{{}, {Branch: "refs/heads/a"}, {Detached: id}}).Draw(t, "head")
		tx.SetHead(head)
		m.refuse(d, head.Detached == m.absent, "missing")
		m.refuse(d, head.Detached == m.blob, "kind")
		if d.next[key] = string(head.encode()); head.IsZero() {
			delete(d.next, key)
		}
	case "pin":
		note := rapid.SampledFrom([]string{"", "note"}).Draw(t, "note")
		tx.Pin(id, note)
		m.refuse(d, (!exists || old != note) && id == m.absent, "missing")
		d.next[key] = note
	case "unpin":
		tx.Unpin(id)
		m.refuse(d, !exists, "not found")
		delete(d.next, key)
	case "setting":
		value := rapid.SampledFrom([][]byte{nil, {}, []byte("v")}).Draw(t, "value")
		tx.Setting("s", value)
		if d.next[key] = string(value); value == nil {
			delete(d.next, key)
		}
	}
}

// clashes reports whether a ref of the state is a directory of another.
func clashes(rows map[string]string) bool {
	for a := range rows {
		for b := range rows {
			if strings.HasPrefix(a, "ref ") && strings.HasPrefix(b, a+"/") {
				return true
			}
		}
	}
	return false
}

// refusals are the errors that the model knows, by its names for them.
var refusals = map[string]func(error) bool{
	"conflict":  is[*ConflictError],
	"not found": is[*NotFoundError],
	"missing":   is[*MissingObjectError],
	"kind":      is[*KindError],
	"clash":     is[*NameClashError],
}

func is[E error](err error) bool {
	var want E
	return errors.As(err, &want)
}

// TestTransactionsMatchModel runs random transactions with random expectations
// and compares every row, and the record of what changed, with a plain map.
func TestTransactionsMatchModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		store := memstore.New()
		db := newDB(store)
		commits, blob, _ := storeObjects(t, store, 2)
		m := &txModel{rows: map[string]string{}, blob: blob, absent: objects.Sum(objects.KindBlob, []byte("absent"))}
		ids := []objects.ID{commits[0], commits[1], commits[0], commits[1], blob, m.absent}
		var seq uint64
		for range rapid.IntRange(1, 12).Draw(t, "transactions") {
			tx := db.Begin("test")
			d := &draft{next: maps.Clone(m.rows)}
			used := map[string]bool{}
			for range rapid.IntRange(0, 7).Draw(t, "changes") {
				m.change(t, tx, d, used, ids)
			}
			m.refuse(d, clashes(d.next), "clash")

			dry, dryErr := tx.Check(t.Context(), nil)
			result, err := tx.Commit(t.Context(), nil)
			if len(d.refused) > 0 {
				known := func(why string) bool { return refusals[why](err) }
				if dryErr == nil || !slices.ContainsFunc(d.refused, known) {
					t.Fatalf("got %v (dry run: %v), want one of %v", err, dryErr, d.refused)
				}
			} else {
				if err != nil || dryErr != nil {
					t.Fatalf("refused: %v (dry run: %v)", err, dryErr)
				}
				m.compareResult(t, d, dry, result)
				m.rows = d.next
				if !result.Noop {
					seq++
				}
			}
			if diff := cmp.Diff(m.rows, allRows(t, store)); diff != "" {
				t.Fatal(diff)
			}
			if head, err := store.Head(t.Context()); err != nil || head.Seq != seq {
				t.Fatalf("%d operations, want %d, %v", head.Seq, seq, err)
			}
		}
	})
}

func (m *txModel) compareResult(t *rapid.T, d *draft, dry, result Result) {
	if diff := cmp.Diff(dry.Changes, result.Changes); diff != "" {
		t.Fatalf("the dry run differs:\n%s", diff)
	}
	rows := maps.Clone(m.rows)
	for _, c := range result.Changes {
		key := rowKey(c.Space, string(c.Name))
		if old, ok := rows[key]; ok != (c.Old != nil) || old != string(c.Old) {
			t.Fatalf("%s: the record says that it was %q, it was %q", key, c.Old, old)
		}
		if rows[key] = string(c.New); c.New == nil {
			delete(rows, key)
		}
	}
	if diff := cmp.Diff(d.next, rows); diff != "" {
		t.Fatalf("the recorded changes lead elsewhere:\n%s", diff)
	}
	if noop := len(result.Changes) == 0; noop != result.Noop || noop != dry.Noop || noop != result.Operation.IsZero() {
		t.Fatalf("%d changes, noop %v, dry run %v", len(result.Changes), result.Noop, dry.Noop)
	}
}
