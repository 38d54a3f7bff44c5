package storetest

import (
	"errors"

	"github.com/genesis-vcs/genesis/objects"
)

// What a staged object strongly refers to is staged with it or stored, in any
// order; else nothing is published and the stage ends.
func testDangling(e *env) {
	blob := objects.Sum(objects.KindBlob, []byte("file"))
	tree, err := objects.Encode(&objects.Tree{Entries: []objects.Entry{{Name: "f", Mode: objects.ModeFile, ID: blob, Size: 4}}})
	e.check(err)
	var dangling *objects.DanglingError

	st := e.begin()
	id := e.put(st, objects.KindTree, tree)
	if _, err := e.store.Publish(e.ctx, st, objects.Batch{}); !errors.As(err, &dangling) || *dangling != (objects.DanglingError{ID: id, Field: "entries.id", To: blob}) {
		e.Errorf("a tree without its file: %v", err)
	}
	if has, err := e.store.Has(e.ctx, []objects.ID{id}); err != nil || has[0] {
		e.Errorf("the tree is there: %v, %v", has, err)
	}
	if _, _, err := st.Put(e.ctx, objects.KindBlob, nil); !errors.Is(err, objects.ErrStageEnded) {
		e.Errorf("the stage goes on: %v", err)
	}

	st = e.begin() // the parent first
	e.put(st, objects.KindTree, tree)
	e.put(st, objects.KindBlob, []byte("file"))
	// What is referred to weakly need not be there.
	root, err := objects.Encode(&objects.Snapshot{Root: id})
	e.check(err)
	commit, err := objects.Encode(&objects.Commit{Snapshot: e.put(st, objects.KindSnapshot, root), Base: objects.ID{7}})
	e.check(err)
	parent := e.put(st, objects.KindCommit, commit)
	e.publish(st, objects.Batch{})

	st = e.begin() // on what is stored
	tag, err := objects.Encode(&objects.Tag{Target: parent, TargetKind: objects.KindCommit, Name: "v1"})
	e.check(err)
	e.put(st, objects.KindTag, tag)
	e.publish(st, objects.Batch{})

	st = e.begin()
	child, err := objects.Encode(&objects.Snapshot{Root: objects.ID{8}})
	e.check(err)
	e.put(st, objects.KindSnapshot, child)
	e.publish(st, objects.Batch{Partial: true})
}
