package worktree

import (
	"context"
	"errors"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"golang.org/x/sys/unix"
)

// found is what the plan knows about the present state of a path.
type found struct {
	// state is the present state; of an unsaved file it is unknown until it is
	// captured.
	state *state
	// unsaved says that there is a file or symlink whose content is not Base's.
	unsaved bool
	// other says that there is something that no tree can hold.
	other bool
	// clean says that the scan vouches for the state, and so for the
	// directories above it.
	clean bool
}

// decide plans what happens to one path.
func (p *plan) decide(ctx context.Context, w want) error {
	if p.obstacles[w.path] {
		return nil
	}
	f, err := p.find(ctx, w)
	if err != nil {
		return err
	}
	to := stateOf(w.to)
	done := f.state.same(to) && !f.unsaved && !f.other
	if f.unsaved && to != nil {
		if done, err = p.disk.holds(ctx, w.path, to); err != nil {
			return err
		}
	}
	if f.state.dir() && !f.clean && (to == nil || to.dir()) {
		p.decideDir(w, f, to)
		return nil
	}
	p.edits = append(p.edits, snapshot.Edit{Path: w.path, Entry: w.to})
	switch {
	case done:
		return nil
	case f.other:
		p.stuck = append(p.stuck, w.path)
		return nil
	}
	p.replace(w.path, f, to)
	if f.state.dir() && to != nil {
		if err := p.clear(ctx, w.path); err != nil {
			return err
		}
	}
	if to != nil && !f.clean {
		return p.makeWay(ctx, w.path)
	}
	return nil
}

// decideDir plans what happens to a directory that is there, whether or not
// something is in it, and that To has as an empty one or not at all.
func (p *plan) decideDir(w want, f found, to *state) {
	leaf := p.local[w.path]
	switch {
	case to == nil && leaf == nil: // it is there for what else is in it
	case to == nil:
		p.edits = append(p.edits, snapshot.Edit{Path: w.path})
		p.replace(w.path, f, nil)
	default:
		if !p.filled[w.path] {
			p.edits = append(p.edits, snapshot.Edit{Path: w.path, Entry: w.to})
		}
		if p.drained[w.path] { // it stays, although what is in it goes
			p.replace(w.path, found{}, to)
		}
	}
}

// replace adds the step from what was found to a state.
func (p *plan) replace(path string, f found, to *state) {
	p.steps = append(p.steps, step{Path: objects.Bytes(path), Before: f.state, After: to})
	if f.unsaved {
		p.unsaved = append(p.unsaved, path)
	}
}

// find returns the present state of a path. Where the scan does not say it,
// because the path is ignored or was skipped, the path is looked at.
func (p *plan) find(ctx context.Context, w want) (found, error) {
	local, differs := p.local[w.path]
	if !differs && w.base != nil && !p.skipped[w.path] {
		return found{state: stateOf(w.base), clean: true}, nil
	}
	if err := ctx.Err(); err != nil {
		return found{}, err
	}
	st, err := p.disk.stat(w.path)
	var obstacle *obstacleError
	switch {
	case errors.Is(err, unix.ENOENT) || errors.As(err, &obstacle):
		return found{}, nil
	case err != nil:
		return found{}, err
	}
	if local == nil && p.removed.has(st) {
		return found{}, nil // another spelling of a path that goes
	}
	return foundOn(st), nil
}

func foundOn(st fileStat) found {
	switch st.kind() {
	case unix.S_IFDIR:
		return found{state: &state{Mode: objects.ModeDir}}
	case unix.S_IFREG, unix.S_IFLNK:
		return found{unsaved: true}
	default:
		return found{other: true}
	}
}

// makeWay plans the removal of a file above a path that will be written, if no
// want removes it.
func (p *plan) makeWay(ctx context.Context, path string) error {
	dir, _ := splitPath(path)
	err := p.disk.dir(dir)
	var obstacle *obstacleError
	if err == nil || errors.Is(err, unix.ENOENT) {
		return p.vanishingLeaf(ctx, dir)
	}
	if !errors.As(err, &obstacle) {
		return err
	}
	at := obstacle.path
	if p.wanted[at] || p.obstacles[at] {
		return nil
	}
	if _, differs := p.local[at]; !differs && !p.skipped[at] {
		if e, err := snapshot.Lookup(ctx, p.trees, p.req.Base, at); err == nil {
			p.bases[at] = &e
			p.obstruct(at, found{state: stateOf(&e)})
			return nil
		}
	}
	st, err := p.disk.stat(at)
	if err != nil {
		return err
	}
	if f := foundOn(st); f.other {
		p.obstacles[at] = true
		p.stuck = append(p.stuck, at)
	} else {
		p.obstruct(at, f)
	}
	return nil
}

// vanishingLeaf notes that a directory which is empty now will not be, so that
// a roll-back leaves it there.
func (p *plan) vanishingLeaf(ctx context.Context, dir string) error {
	for ; dir != ""; dir, _ = splitPath(dir) {
		local, differs := p.local[dir]
		if !differs || local == nil || local.Mode != objects.ModeDir || p.wanted[dir] || p.obstacles[dir] {
			continue
		}
		p.obstruct(dir, found{state: stateOf(local)})
	}
	return ctx.Err()
}

// clear plans the removal of everything in a directory in whose place a file
// will be.
func (p *plan) clear(ctx context.Context, dir string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	names, err := p.disk.list(dir)
	if err != nil && !errors.Is(err, unix.ENOENT) { // an absent gitlink holds nothing
		return err
	}
	if len(names) == 0 && !p.wanted[dir] {
		p.obstruct(dir, found{state: &state{Mode: objects.ModeDir}})
	}
	for _, name := range names {
		path := joinPath(dir, name)
		if p.wanted[path] || p.obstacles[path] {
			continue
		}
		st, err := p.disk.stat(path)
		if err != nil {
			return err
		}
		f := foundOn(st)
		switch {
		case f.other || snapshot.CheckName(name) != "": // the inside of another repository
			p.stuck = append(p.stuck, path)
			continue
		case f.state.dir():
			if err := p.clear(ctx, path); err != nil {
				return err
			}
		default:
			p.obstruct(path, f)
		}
	}
	return nil
}

// obstruct plans the removal of what is in the way and no want.
func (p *plan) obstruct(path string, f found) {
	p.obstacles[path] = true
	p.edits = append(p.edits, snapshot.Edit{Path: path})
	p.replace(path, f, nil)
}
