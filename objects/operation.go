package objects

import (
	"errors"
	"fmt"
)

// Actor is who ran an operation and where.
type Actor struct {
	Name  Bytes  `cbor:"name,omitempty"`
	Email Bytes  `cbor:"email,omitempty"`
	Agent string `cbor:"agent,omitempty"`
	Host  string `cbor:"host"`
}

// OpChange is one row that an operation changed. Old or New is nil when the
// row did not exist before or does not exist after.
type OpChange struct {
	Space Space  `cbor:"space"`
	Name  Bytes  `cbor:"name"`
	Old   []byte `cbor:"old,omitzero"`
	New   []byte `cbor:"new,omitzero"`
}

// Operation is one step of a store's history: who changed which rows, and how
// the working tree of the workspace went from one snapshot to another.
type Operation struct {
	Seq       uint64 `cbor:"seq"`             // 1 for the first
	Parent    ID     `cbor:"parent,omitzero"` // the operation before; zero for the first
	Workspace string `cbor:"workspace"`       // id; empty for a store without a workspace
	Actor     Actor  `cbor:"actor"`
	Seconds   int64  `cbor:"seconds"`
	Verb      string `cbor:"verb"` // "commit new", "refs set", …; never argument values
	// Changes are sorted by space (order of Spaces) and name, unique.
	Changes []OpChange `cbor:"changes,omitempty"`
	// WorktreeBefore and WorktreeAfter are snapshots of the working tree, set
	// when the operation wrote to it. Saved is a snapshot of files that were
	// overwritten and are in no other snapshot.
	WorktreeBefore ID `cbor:"worktree_before,omitzero"`
	WorktreeAfter  ID `cbor:"worktree_after,omitzero"`
	Saved          ID `cbor:"saved,omitzero"`
	// Subject is the operation that an undo, a redo or a restore acts on.
	Subject ID `cbor:"subject,omitzero"`
}

// Kind implements Structured.
func (*Operation) Kind() Kind { return KindOperation }

func (op *Operation) check() error {
	if op.Seq == 0 || (op.Seq == 1) != op.Parent.IsZero() {
		return errors.New("the first operation has number 1, and all others have a parent")
	}
	if op.Verb == "" {
		return errors.New("no verb")
	}
	a := &op.Actor
	if err := first(
		checkText("workspace", op.Workspace),
		checkText("actor", a.Agent, a.Host),
		checkLength("actor", max(len(a.Name), len(a.Email))),
		checkText("verb", op.Verb),
		checkCount("changes", len(op.Changes), MaxEntries),
		checkSet("changes", op.Changes, func(a, b OpChange) int {
			return compareRows(a.Space, string(a.Name), b.Space, string(b.Name))
		}),
	); err != nil {
		return err
	}
	for i := range op.Changes {
		if err := op.Changes[i].check(); err != nil {
			return fmt.Errorf("changes: %w", err)
		}
	}
	return nil
}

func (c *OpChange) check() error {
	if (c.Old == nil) == (c.New == nil) && string(c.Old) == string(c.New) {
		return fmt.Errorf("the row %s %q does not change", c.Space, c.Name)
	}
	return first(
		checkRow(c.Space, string(c.Name), c.Old),
		checkRow(c.Space, string(c.Name), c.New),
	)
}

func (op *Operation) marshal() ([]byte, error)    { return marshal(op) }
func (op *Operation) unmarshal(data []byte) error { return unmarshal(data, op) }
