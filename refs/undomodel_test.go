package refs

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
)

// done is an operation as the model keeps it: whole states, not changes.
type done struct {
	id            objects.ID
	workspace     string
	before, after map[string]string // all rows
	// from and to are the working tree before and after; wrote says whether
	// the operation says so.
	from, to objects.ID
	wrote    bool
	// kind is "op", "undo" or "redo"; what an undo or a redo took back is kept
	// by the stacks of its workspace.
	kind string
}

// desk is a workspace of the model: two stacks, as an editor has them.
type desk struct {
	db   *DB
	tree objects.ID
	// undos are the operations in force, oldest first; redos the undos that can
	// be taken back, with the operation that each had taken back.
	undos []*done
	redos []undone
}

type undone struct{ undo, op *done }

type undoMachine struct {
	store   *memstore.Store
	commits []objects.ID
	all     []*done
	desks   map[string]*desk
	next    byte // makes distinct trees
}

// TestUndoMatchesModel drives two workspaces of one store through random
// changes, undos, redos and restores, and compares all rows, the plans for the
// working tree and the refusals with editors' stacks over whole states.
func TestUndoMatchesModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &undoMachine{store: memstore.New()}
		m.commits, _, _ = storeObjects(t, m.store, 3)
		db := newDB(m.store)
		m.desks = map[string]*desk{
			"here":  {db: inWorkspace(db, "here"), tree: objects.ID{254}},
			"there": {db: inWorkspace(db, "there"), tree: objects.ID{255}},
		}
		t.Repeat(map[string]func(*rapid.T){
			"change": m.change, "change more": m.change, "undo": m.undo, "undo more": m.undo,
			"undo one": m.undoNamed, "redo": m.redo, "restore": m.restore,
		})
	})
}

func (m *undoMachine) desk(t *rapid.T) (string, *desk) {
	name := rapid.SampledFrom([]string{"here", "here", "there"}).Draw(t, "workspace")
	return name, m.desks[name]
}

// record commits the transaction and notes the states around it.
func (m *undoMachine) record(t *rapid.T, workspace, kind string, tx *Tx, to objects.ID) *done {
	d := m.desks[workspace]
	op := &done{workspace: workspace, kind: kind, before: allRows(t, m.store), from: d.tree, to: d.tree}
	if !to.IsZero() && to != d.tree {
		tx.Worktree(d.tree, to, objects.ID{})
		op.to, op.wrote, d.tree = to, true, to
	}
	result, err := tx.Commit(t.Context(), nil)
	if err != nil {
		t.Fatalf("commit: %v", err)
	}
	if result.Noop {
		return nil
	}
	op.id, op.after = result.Operation, allRows(t, m.store)
	m.all = append(m.all, op)
	return op
}

func (m *undoMachine) change(t *rapid.T) {
	workspace, d := m.desk(t)
	tx := d.db.Begin("change")
	name := rapid.SampledFrom([]Name{"refs/heads/a", "refs/heads/b", "refs/tags/c"}).Draw(t, "name")
	id := rapid.SampledFrom(m.commits).Draw(t, "id")
	var tree objects.ID
	switch rapid.SampledFrom([]string{"set", "set", "delete", "head", "setting", "tree"}).Draw(t, "kind") {
	case "set":
		tx.Set(name, id, Expect{})
	case "delete":
		if _, ok := allRows(t, m.store)[rowKey(objects.SpaceRef, string(name))]; ok {
			tx.Delete(name, Expect{})
		}
	case "head":
		tx.SetHead(Head{Detached: id})
	case "setting":
		tx.Setting("s", id[:1])
	case "tree":
		tx.Set(name, id, Expect{})
		m.next++
		tree = objects.ID{1, m.next}
	}
	if op := m.record(t, workspace, "op", tx, tree); op != nil {
		d.undos, d.redos = append(d.undos, op), nil
	}
}

// changed returns the rows in which two states differ.
func changed(a, b map[string]string) []string {
	var keys []string
	for key := range a {
		if value, ok := b[key]; !ok || value != a[key] {
			keys = append(keys, key)
		}
	}
	for key := range b {
		if _, ok := a[key]; !ok {
			keys = append(keys, key)
		}
	}
	return keys
}

// inverse returns the present rows with the operation taken back; ok is false
// when a row does not hold any more what it set.
func (m *undoMachine) inverse(now map[string]string, op *done) (rows map[string]string, ok bool) {
	rows = maps.Clone(now)
	for _, key := range changed(op.before, op.after) {
		was, is := now[key], op.after[key]
		_, wasSet := now[key]
		_, isSet := op.after[key]
		if was != is || wasSet != isSet {
			return nil, false
		}
		if old, ok := op.before[key]; ok {
			rows[key] = old
		} else {
			delete(rows, key)
		}
	}
	return rows, true
}

// reverse checks a plan that takes op back and carries it out. It returns nil
// when a conflict was rightly reported.
func (m *undoMachine) reverse(t *rapid.T, workspace, verb, kind string, op *done, r Reversal, err error) *done {
	now := allRows(t, m.store)
	want, ok := m.inverse(now, op)
	if !ok {
		if conflict := wantError[*UndoConflictError](t, err); conflict.Operation != op.id {
			t.Fatalf("%s: conflict with %s", verb, conflict.Operation)
		}
		return nil
	}
	if err != nil {
		t.Fatalf("%s: %v", verb, err)
	}
	if r.Target.ID != op.id {
		t.Fatalf("%s aims at operation %d", verb, r.Target.Seq)
	}
	if op.wrote && (r.Worktree != op.from || r.From != op.to) || !op.wrote && !r.Worktree.IsZero() {
		t.Fatalf("%s takes the tree from %s to %s", verb, r.From, r.Worktree)
	}
	tx := m.desks[workspace].db.Begin(verb)
	tx.Apply(r)
	next := m.record(t, workspace, kind, tx, r.Worktree)
	if diff := cmp.Diff(want, allRows(t, m.store)); diff != "" {
		t.Fatalf("%s:\n%s", verb, diff)
	}
	return next
}

func (m *undoMachine) undo(t *rapid.T) {
	workspace, d := m.desk(t)
	r, err := d.db.PlanUndo(t.Context(), objects.ID{})
	if len(d.undos) == 0 {
		wantError[*NothingToUndoError](t, err)
		return
	}
	last := len(d.undos) - 1
	op := d.undos[last]
	if undo := m.reverse(t, workspace, VerbUndo, "undo", op, r, err); undo != nil {
		d.undos, d.redos = d.undos[:last], append(d.redos, undone{undo, op})
	}
}

// undoNamed takes back an operation in force that is not the newest.
func (m *undoMachine) undoNamed(t *rapid.T) {
	workspace, d := m.desk(t)
	if len(d.undos) == 0 {
		return
	}
	at := rapid.IntRange(0, len(d.undos)-1).Draw(t, "at")
	op := d.undos[at]
	r, err := d.db.PlanUndo(t.Context(), op.id)
	if undo := m.reverse(t, workspace, VerbUndo, "undo", op, r, err); undo != nil {
		d.undos, d.redos = slices.Delete(d.undos, at, at+1), append(d.redos, undone{undo, op})
	}
}

func (m *undoMachine) redo(t *rapid.T) {
	workspace, d := m.desk(t)
	r, err := d.db.PlanRedo(t.Context())
	if len(d.redos) == 0 {
		if got := wantError[*NothingToUndoError](t, err); !got.Redo {
			t.Fatalf("%+v", got)
		}
		return
	}
	last := len(d.redos) - 1
	again := d.redos[last]
	if redo := m.reverse(t, workspace, VerbRedo, "redo", again.undo, r, err); redo != nil {
		d.redos = d.redos[:last]
		d.undos = append(d.undos, again.op)
		slices.SortFunc(d.undos, func(a, b *done) int { return slices.Index(m.all, a) - slices.Index(m.all, b) })
	}
}

func (m *undoMachine) restore(t *rapid.T) {
	if len(m.all) == 0 {
		return
	}
	workspace, d := m.desk(t)
	at := rapid.IntRange(0, len(m.all)-1).Draw(t, "at")
	want := maps.Clone(m.all[at].after)
	for name := range m.desks {
		key := rowKey(objects.SpaceHead, name)
		if name == workspace {
			continue
		}
		delete(want, key)
		if value, ok := allRows(t, m.store)[key]; ok {
			want[key] = value
		}
	}
	r, err := d.db.PlanRestore(t.Context(), m.all[at].id)
	if err != nil {
		t.Fatal(err)
	}
	var tree objects.ID
	for i := at; i >= 0; i-- {
		if m.all[i].workspace == workspace {
			if m.all[i].wrote {
				tree = m.all[i].to
			}
			break
		}
	}
	if r.Worktree != tree {
		t.Fatalf("the tree goes to %s, want %s", r.Worktree, tree)
	}
	tx := d.db.Begin(VerbRestore)
	tx.Apply(r)
	if op := m.record(t, workspace, "op", tx, r.Worktree); op != nil {
		d.undos, d.redos = append(d.undos, op), nil
	}
	if diff := cmp.Diff(want, allRows(t, m.store)); diff != "" {
		t.Fatal(diff)
	}
}
