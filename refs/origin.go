package refs

import (
	"context"
	"time"

	"github.com/genesis-vcs/genesis/objects"
)

// Origin says on whose behalf transactions are made.
type Origin struct {
	Workspace string // id; empty for a bare store
	Actor     objects.Actor
	// Now is the clock of operations; nil means time.Now.
	Now func() time.Time
}

func (o Origin) seconds() int64 {
	if o.Now == nil {
		return time.Now().Unix()
	}
	return o.Now().Unix()
}

// Move is one change of a ref that a PolicyGate judges. A zero ID is absent.
type Move struct {
	Name     Name
	Old, New objects.ID
}

// PolicyGate decides whether a transaction may move refs. It is asked before
// anything is published, with the stage that holds the new objects (may be
// nil), and again for every attempt of a transaction that lost a race. Only
// refs that really move are in moves, sorted by name; a transaction that moves
// none is not judged. AllowAll is the gate until policies exist.
type PolicyGate interface {
	Check(ctx context.Context, store objects.Store, stage objects.Stage, moves []Move) error
}

// AllowAll is a PolicyGate that allows every move.
type AllowAll struct{}

// Check implements PolicyGate.
func (AllowAll) Check(context.Context, objects.Store, objects.Stage, []Move) error { return nil }
