package packstore

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
)

// TestManyRows loads a large family only when it is asked for, and whole.
func TestManyRows(t *testing.T) {
	const n = 3 * eagerRows
	s := newStore(t)
	var changes []objects.Change
	for i := range n {
		changes = append(changes, ref(fmt.Sprintf("refs/heads/%05d", i), objects.ID{1, byte(i), byte(i >> 8)}))
	}
	if _, err := s.Publish(t.Context(), nil, objects.Batch{Changes: changes, Operation: &objects.Operation{Verb: "many"}}); err != nil {
		t.Fatal(err)
	}
	r := openStore(t, s.dir)
	if r.snap.loaded([]family{famRef}) || !r.snap.loaded([]family{famHead}) {
		t.Error("the large family was loaded at the opening, or the small one was not")
	}
	if v, ok, err := r.Row(t.Context(), objects.SpaceRef, "refs/heads/00300"); err != nil || !ok || v[1] != 300%256 {
		t.Errorf("row: %x, %v, %v", v, ok, err)
	}
	w := openStore(t, s.dir)
	_, err := w.Publish(t.Context(), nil, objects.Batch{
		Changes:   []objects.Change{ref("refs/heads/00300/x", objects.ID{2})},
		Guards:    []objects.Guard{{Space: objects.SpaceRef, Prefix: "refs/heads/00300", Exact: true}},
		Operation: &objects.Operation{Verb: "clash"},
	})
	var clash *objects.ConflictError
	if !errors.As(err, &clash) || !clash.Guard {
		t.Errorf("guard: %v", err)
	}
	page, err := r.Rows(t.Context(), objects.RowQuery{Space: objects.SpaceRef, Prefix: "refs/heads/02", After: "refs/heads/02998", Limit: 5})
	if err != nil || len(page.Rows) != 1 || page.More {
		t.Errorf("rows: %+v, %v", page, err)
	}
	// A lost catalog of that size comes back from the operation.
	for _, o := range []*Store{r, w, s} {
		_ = o.Close()
	}
	remove(t, s.dir, catalogName)
	if rep, err := RebuildCatalog(t.Context(), s.dir, Options{}, Rebuild{AcceptLosses: true}); err != nil || rep.RefsRestored != n {
		t.Errorf("%+v, %v", rep, err)
	}
}

// TestDigests hides a row from the catalog behind the state's back: the family
// is not believed.
func TestDigests(t *testing.T) {
	for name, harm := range map[string]catalogSet{
		"lost row":    {key: famRef.key("refs/heads/main"), remove: true},
		"changed row": {key: famRef.key("refs/heads/main"), value: make([]byte, 32)},
		"added row":   {key: famRef.key("refs/heads/ghost"), value: make([]byte, 32)},
		"lost pack":   {key: famPack.key("0123456789abcdef"), value: []byte("x")},
	} {
		dir, _ := newFixture(t)
		c, err := openCatalog(dir, access{write: true})
		if err != nil {
			t.Fatal(err)
		}
		st, err := c.state()
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(c.commit(&catalogTx{state: st, sets: []catalogSet{harm}}), c.close()); err != nil {
			t.Fatal(err)
		}
		var damage *objects.CorruptError
		if _, err := Open(t.Context(), dir, Options{}); !errors.As(err, &damage) || damage.What != "catalog" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestDigestArithmetic(t *testing.T) {
	var d, want digest
	want.add(famRef, "kept", []byte("v"))
	for i := range 200 {
		d.add(famRef, fmt.Sprint(i), []byte{byte(i)})
	}
	d.add(famRef, "kept", []byte("v"))
	for i := range 200 {
		d.remove(famRef, fmt.Sprint(199-i), []byte{byte(199 - i)})
	}
	if d != want {
		t.Errorf("%v instead of %v", d, want)
	}
	d.remove(famRef, "kept", []byte("v"))
	if d != (digest{}) {
		t.Errorf("%v instead of nothing", d)
	}
	var a, b digest
	a.add(famRef, "x", []byte("yz"))
	b.add(famRef, "xy", []byte("z"))
	if a == b {
		t.Error("name and value run into each other")
	}
}

// TestBadSlotHeals writes a damaged slot anew within two publications.
func TestBadSlotHeals(t *testing.T) {
	for i := range slotCount {
		dir, m := newFixture(t)
		flipByte(t, filepath.Join(dir, slotsName), int64(i*slotSize)+100)
		s := openStore(t, dir)
		w := modelWriter{t, s, m}
		for n := range 2 {
			w.publish(nil, objects.Change{Space: objects.SpaceSetting, Name: "n", New: []byte{byte(n)}})
		}
		_ = s.Close()
		m.mustHold(t, dir)
	}
}

// TestLostPack removes the file of one pack: its objects are reported as
// damage, those of other packs are read.
func TestLostPack(t *testing.T) {
	dir, _ := newFixture(t)
	s := openStore(t, dir)
	late := objects.Sum(objects.KindBlob, []byte("late"))
	places, err := s.snap.locate(late, nil)
	if err != nil {
		t.Fatal(err)
	}
	lost := places[0].pack
	_ = s.Close()
	if err := os.Remove(filepath.Join(dir, lost.path())); err != nil {
		t.Fatal(err)
	}
	s = openStore(t, dir)
	var damage *objects.CorruptError
	if _, err := s.Get(t.Context(), late); !errors.As(err, &damage) || damage.What != "pack" {
		t.Errorf("Get from the lost pack: %v", err)
	}
	hello := objects.Sum(objects.KindBlob, []byte("hello"))
	if o, err := s.Get(t.Context(), hello); err != nil || string(o.Data) != "hello" {
		t.Errorf("Get from another pack: %q, %v", o.Data, err)
	}
	if ok, err := s.Has(t.Context(), []objects.ID{hello}); err != nil || !ok[0] {
		t.Errorf("Has: %v, %v", ok, err)
	}
	if _, err := s.List(t.Context(), objects.ListQuery{}); !errors.As(err, &damage) {
		t.Errorf("List: %v", err)
	}
	if r, err := s.Verify(t.Context(), VerifyOptions{}); err != nil || len(r.Corrupt) != 1 || r.Corrupt[0].Path != lost.path() {
		t.Errorf("Verify: %+v, %v", r.Corrupt, err)
	}
}

// TestStagedTwice stores the same objects from many goroutines: each is fresh
// for one of them, and all can describe it.
func TestStagedTwice(t *testing.T) {
	s := newStore(t)
	st, err := s.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	fresh := 0
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := range 300 {
				data := compressible(uint64(i), 600)
				id, isFresh, err := st.Put(t.Context(), objects.KindBlob, data)
				if err != nil {
					t.Error(err)
					return
				}
				if info, err := st.Stat(t.Context(), id); err != nil || info.Size != 600 || info.Kind != objects.KindBlob {
					t.Errorf("Stat: %+v, %v", info, err)
				}
				if isFresh {
					mu.Lock()
					fresh++
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	if n := st.Stats().Objects; fresh != 300 || n != 300 {
		t.Errorf("%d fresh, %d objects", fresh, n)
	}
	if err := st.Abort(); err != nil {
		t.Error(err)
	}
}

// TestChangedRows makes random changes of sorted rows and compares with a map.
func TestChangedRows(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	want := map[string]string{}
	var rows []row
	for round := range 300 {
		var changes []objects.OpChange
		for i := range 12 {
			if r.IntN(3) > 0 {
				continue
			}
			name, value := fmt.Sprintf("%02d", i), fmt.Appendf(nil, "%d", round)
			old, there := want[name]
			if there && r.IntN(2) == 0 {
				value = nil
				delete(want, name)
			} else {
				want[name] = string(value)
			}
			c := objects.OpChange{Name: objects.Bytes(name), New: value}
			if there {
				c.Old = []byte(old)
			}
			changes = append(changes, c)
		}
		before := slices.Clone(rows)
		next := changedRows(rows, changes)
		if !slices.EqualFunc(before, rows, func(a, b row) bool { return a.name == b.name && string(a.value) == string(b.value) }) {
			t.Fatal("the rows of an older snapshot changed")
		}
		rows = next
		got := map[string]string{}
		for _, row := range rows {
			got[row.name] = string(row.value)
		}
		if !maps.Equal(got, want) || !slices.IsSortedFunc(rows, func(a, b row) int { return strings.Compare(a.name, b.name) }) {
			t.Fatalf("%q instead of %q", rows, want)
		}
	}
}
