package optimize

import (
	"context"
	"errors"

	"github.com/genesis-vcs/genesis/objects"
)

// none is no object: a version without a newer one, an id without a number.
const none = int32(-1)

// planner collects the objects of a plan. Numbers are given in the order in which
// objects are found, newest first, so that a newer version always has the smaller
// number.
type planner struct {
	store    objects.Store
	progress func(objects int)

	index
	kinds []objects.Kind
	// newer has, of each object, the number of the version that came after it.
	newer []int32
	trees treeCache

	history history
	roots   roots
	started index
	// lastCommit and lastRoot are what was placed before.
	lastCommit int32
	lastRoot   objects.ID
}

// place numbers an object, of which newer is the later version, or none.
func (p *planner) place(id objects.ID, kind objects.Kind, newer int32) int32 {
	n := p.add(id)
	if newer != none && p.kinds[newer] != kind {
		newer = none
	}
	p.kinds = append(p.kinds, kind)
	p.newer = append(p.newer, newer)
	if p.progress != nil {
		p.progress(1)
	}
	return n
}

// get reads an object; ok is false when the store does not have it.
func (p *planner) get(ctx context.Context, id objects.ID) (o objects.Object, ok bool, err error) {
	o, err = p.store.Get(ctx, id)
	return o, err == nil, unlessMissing(err)
}

// unlessMissing forgives that an object is not there: a plan is about what is.
func unlessMissing(err error) error {
	var missing *objects.NotFoundError
	if errors.As(err, &missing) {
		return nil
	}
	return err
}
