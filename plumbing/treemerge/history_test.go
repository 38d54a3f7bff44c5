package treemerge

import (
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// commit stores a commit over a tree.
func (s *shop) commit(words string, seconds int64, parents ...objects.ID) objects.ID {
	s.Helper()
	root := s.tree(words)
	return s.publish(func(stage objects.Stage) (objects.ID, error) {
		snap, err := snapshot.Put(s.Context(), stage, root, 0, 0)
		if err != nil {
			return objects.ID{}, err
		}
		who := objects.Person{Seconds: seconds}
		data, err := objects.Encode(&objects.Commit{Parents: parents, Snapshot: snap, Author: who, Committer: who})
		if err != nil {
			return objects.ID{}, err
		}
		id, _, err := stage.Put(s.Context(), objects.KindCommit, data)
		return id, err
	})
}

// Two branches merged each other:
//
//	o -- l1 -- l2
//	  \    \ /
//	   \    X
//	    \  / \
//	     r1 -- r2
//
// Over l1 alone, what r1 did would look like an edit of both sides, and over their
// merge it is none.
func TestCrosswiseMerges(t *testing.T) {
	s := newShop(t)
	o := s.commit("a=123456789", 1)
	l1 := s.commit("a=x23456789", 2, o)
	r1 := s.commit("a=12345678y", 3, o)
	l2 := s.commit("a=x2345678y b=1", 4, l1, r1)
	r2 := s.commit("a=x2345678z", 5, r1, l1)
	desk := s.desk()
	base, err := FindBase(t.Context(), desk, l2, r2)
	if err != nil || len(base.Commits) != 2 {
		t.Fatalf("%v, %v, want two commits", base, err)
	}
	if got := s.words(desk, base.Root); got != "a=x2345678y" {
		t.Errorf("the base is %s", got)
	}
	left, right := s.rootOf(l2), s.rootOf(r2)
	done, err := Merge(t.Context(), desk, Input{Base: base.Root, Left: left, Right: right})
	if err != nil {
		t.Fatal(err)
	}
	if got := s.words(desk, done.Root); got != "a=x2345678z b=1" || len(done.Conflicts()) > 0 {
		t.Errorf("merged to %s", got)
	}
}

func (s *shop) rootOf(commit objects.ID) objects.ID {
	s.Helper()
	root, err := RootOf(s.Context(), s.store, commit)
	if err != nil {
		s.Fatalf("root: %v", err)
	}
	return root
}

// Both decided the conflict of the bases in the same way, so it is none any more.
func TestConflictOfBasesThatBothSidesDecided(t *testing.T) {
	s := newShop(t)
	o := s.commit("a=123", 1)
	l1, r1 := s.commit("a=1x3", 2, o), s.commit("a=1y3", 3, o)
	l2, r2 := s.commit("a=1w3", 4, l1, r1), s.commit("a=1w3 b=1", 5, r1, l1)
	desk := s.desk()
	base, err := FindBase(t.Context(), desk, l2, r2)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.words(desk, base.Root); !strings.Contains(got, "<") {
		t.Errorf("the base is %s, want a conflict in it", got)
	}
	done, err := Merge(t.Context(), desk, Input{Base: base.Root, Left: s.rootOf(l2), Right: s.rootOf(r2)})
	if err != nil || s.words(desk, done.Root) != "a=1w3 b=1" || len(done.Conflicts()) > 0 {
		t.Errorf("merged to %s, %v", s.words(desk, done.Root), err)
	}
}

// A ladder of crosswise merges ends, and soon.
func TestManyCrosswiseMerges(t *testing.T) {
	s := newShop(t)
	left, right := s.commit("a=1", 1), s.commit("b=1", 1)
	for i := range int64(40) {
		left, right = s.commit("a=1 b=1", 2+i, left, right), s.commit("a=1 b=1", 2+i, right, left)
	}
	store := &countingStore{s.store, make(map[objects.ID]int)}
	if _, err := FindBase(t.Context(), NewDesk(store, s.desk().Stage), left, right); err != nil {
		t.Fatal(err)
	}
	reads := 0
	for _, n := range store.reads {
		reads += n
	}
	if reads > 2000 {
		t.Errorf("%d reads", reads)
	}
}

func TestUnrelatedHistories(t *testing.T) {
	s := newShop(t)
	base, err := FindBase(t.Context(), s.desk(), s.commit("a=1", 1), s.commit("b=1", 2))
	if err != nil || len(base.Commits) != 0 || !base.Root.IsZero() {
		t.Errorf("%v, %v, want no base", base, err)
	}
}
