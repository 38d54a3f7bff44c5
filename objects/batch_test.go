package objects

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ResolveBatch is tested by what stores do with it, in storetest. Here is what
// only a table that fails can show.

var errTable = errors.New("table cannot be read")

// brokenTable fails from its n-th call on. Before, it holds one row, "a/b".
type brokenTable struct{ calls int }

func (b *brokenTable) fail() error {
	if b.calls--; b.calls < 0 {
		return errTable
	}
	return nil
}

func (b *brokenTable) Row(_ Space, name string) ([]byte, bool, error) {
	return []byte("1"), name == "a/b", b.fail()
}

func (b *brokenTable) Next(_ Space, _, after string) (string, bool, error) {
	return "a/b", after < "a/b", b.fail()
}

func TestResolveBatchReportsTheTablesErrors(t *testing.T) {
	batch := Batch{
		Changes:   []Change{{Space: SpaceRef, Name: "a/b"}, {Space: SpaceRef, Name: "x", New: []byte("1")}},
		Guards:    []Guard{{Space: SpaceRef, Prefix: "a", Exact: true}, {Space: SpaceRef, Prefix: "a/"}},
		Operation: &Operation{Verb: "v"},
	}
	calls := 0
	for ; ; calls++ {
		_, err := ResolveBatch(&brokenTable{calls}, Head{}, StageStats{}, batch)
		if err == nil {
			break
		}
		if !errors.Is(err, errTable) {
			t.Fatalf("after %d calls: %v", calls, err)
		}
	}
	if calls < 4 {
		t.Errorf("the table was asked %d times: the test tests too little", calls)
	}
	// A guard that finds a row reads its value.
	batch.Changes = nil
	for calls := range 3 {
		if _, err := ResolveBatch(&brokenTable{calls}, Head{}, StageStats{}, batch); !errors.Is(err, errTable) {
			t.Errorf("after %d calls: %v", calls, err)
		}
	}
	var conflict *ConflictError
	if _, err := ResolveBatch(&brokenTable{9}, Head{}, StageStats{}, batch); !errors.As(err, &conflict) || conflict.Name != "a/b" {
		t.Errorf("the row in the way: %v", err)
	}
}

func TestResolveBatchCompletesTheOperation(t *testing.T) {
	out, err := ResolveBatch(&brokenTable{9}, Head{Operation: idOf(5), Seq: 4}, StageStats{Objects: 1}, Batch{Operation: &Operation{Verb: "v"}})
	if err != nil {
		t.Fatal(err)
	}
	want := &Operation{Seq: 5, Parent: idOf(5), Verb: "v"}
	if diff := cmp.Diff(want, out.Operation); diff != "" || out.Seq != 5 || out.ID != Sum(KindOperation, out.Data) {
		t.Errorf("%d %s:\n%s", out.Seq, out.ID, diff)
	}
}
