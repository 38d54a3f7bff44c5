package optimize

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
)

// roots are the objects that a plan begins with, in the order of their rows, and
// those that commits name besides their history.
type roots struct {
	tags   []objects.ID
	others []objects.ID
}

// rows takes what refs, HEADs and pins name.
func (p *planner) rows(ctx context.Context) error {
	for _, space := range objects.Spaces {
		q := objects.RowQuery{Space: space, Limit: 1000}
		for more := true; more; {
			page, err := p.store.Rows(ctx, q)
			if err != nil {
				return err
			}
			for _, row := range page.Rows {
				q.After = row.Name
				id, ok := objects.RowTarget(space, row.Name, row.Value)
				if !ok {
					continue
				}
				if err := p.start(ctx, id); err != nil {
					return err
				}
			}
			more = page.More
		}
	}
	return nil
}

// operations takes what the operations name, the newest first, as far back as the
// store has them. They themselves are no part of a plan.
func (p *planner) operations(ctx context.Context) error {
	head, err := p.store.Head(ctx)
	for id := head.Operation; err == nil && !id.IsZero(); {
		o, ok, err := p.get(ctx, id)
		if err != nil || !ok {
			return err
		}
		edges, err := objects.Edges(o)
		if err != nil {
			return err
		}
		id = objects.ID{}
		for _, e := range edges {
			switch {
			case e.Kind == objects.KindOperation && e.Strength == objects.Strong:
				id = e.To
			case e.Strength == objects.Strong:
				if err := p.start(ctx, e.To); err != nil {
					return err
				}
			}
		}
	}
	return err
}

// start begins with an object: a commit with its history, a tag with what it
// names, anything else once all history has its place.
func (p *planner) start(ctx context.Context, id objects.ID) error {
	for {
		if p.started.find(id) != none {
			return nil
		}
		p.started.add(id)
		info, err := p.store.Stat(ctx, id)
		if err != nil {
			return unlessMissing(err)
		}
		switch info.Kind {
		case objects.KindCommit:
			p.history.want(id)
			return nil
		case objects.KindTag:
			p.roots.tags = append(p.roots.tags, id)
			o, ok, err := p.get(ctx, id)
			if err != nil || !ok {
				return err
			}
			tag, err := objects.DecodeAs[*objects.Tag](o.Data)
			if err != nil {
				return err
			}
			id = tag.Target
		default:
			p.roots.others = append(p.roots.others, id)
			return nil
		}
	}
}

// alsoNamed notes what a commit names besides its parents and its snapshot.
func (p *planner) alsoNamed(c *objects.Commit) {
	if !c.Patch.IsZero() {
		p.roots.others = append(p.roots.others, c.Patch)
	}
	p.roots.others = append(p.roots.others, c.Evidence...)
}

// closure places an object and all that it needs.
func (p *planner) closure(ctx context.Context, id objects.ID) error {
	if err := ctx.Err(); err != nil || p.find(id) != none {
		return err
	}
	info, err := p.store.Stat(ctx, id)
	if err != nil {
		return unlessMissing(err)
	}
	switch {
	case info.Kind == objects.KindTree:
		return p.versions(ctx, objects.ID{}, id)
	case info.Kind == objects.KindSnapshot:
		root, err := p.root(ctx, id)
		if err != nil {
			return err
		}
		return p.snapshot(ctx, id, root)
	case info.Kind == objects.KindBlob && info.List.IsZero(), info.Kind == objects.KindChunk:
		p.place(id, info.Kind, none)
		return nil
	}
	o, ok, err := p.get(ctx, id)
	if err != nil || !ok {
		return err
	}
	edges, err := objects.Edges(o)
	if err != nil {
		return err
	}
	p.place(id, info.Kind, none)
	for _, e := range edges {
		if e.Strength == objects.Strong {
			if err := p.closure(ctx, e.To); err != nil {
				return err
			}
		}
	}
	return nil
}
