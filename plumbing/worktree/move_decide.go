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
	// other says what is there, if no tree can hold it.
	other string
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
	done := f.state.same(to) && !f.unsaved && f.other == ""
	if f.unsaved && to != nil {
		if done, err = p.disk.holds(ctx, w.path, to); err != nil {
			return err
		}
	}
	if f.state.dir() && !f.clean && (to == nil || to.dir()) {
		return p.decideDir(w, f, to)
	}
	p.edits = append(p.edits, snapshot.Edit{Path: w.path, Entry: w.to})
	switch {
	case done:
		p.adopt(w, f)
		return nil
	case f.other != "":
		p.stuck[w.path] = f.other
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

// adopt counts an ignored file that is as To has it among the local ones, so
// that an undo leaves it there.
func (p *plan) adopt(w want, f found) {
	if f.unsaved && p.local[w.path] == nil {
		p.local[w.path] = w.to
		p.before.add(w.to)
	}
}

// decideDir plans what happens to a directory that is there, whether or not
// something is in it, and that To has as an empty one or not at all.
func (p *plan) decideDir(w want, f found, to *state) error {
	leaf := p.local[w.path]
	if to == nil {
		if leaf != nil { // else it is there for what else is in it
			p.edits = append(p.edits, snapshot.Edit{Path: w.path})
			p.replace(w.path, f, nil)
		}
		return nil
	}
	names, err := p.disk.list(w.path)
	if err != nil {
		return err
	}
	if !p.filled[w.path] {
		p.edits = append(p.edits, snapshot.Edit{Path: w.path, Entry: w.to})
	}
	if len(names) == 0 {
		p.noteEmpty(w.path)
	} else if p.drained[w.path] { // it stays, although what is in it goes
		p.replace(w.path, found{}, to)
	}
	return nil
}

// replace adds the step from what was found to a state.
func (p *plan) replace(path string, f found, to *state) {
	p.steps = append(p.steps, step{Path: objects.Bytes(path), Before: f.state, After: to})
	p.stepped[path] = true
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
		return found{}, unreadableError(ctx, w.path, err)
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
		return found{other: specials[st.kind()]}
	}
}

// makeWay looks at the directories above a path that will be written. A file
// that is one of them has to go; an empty directory will be one no more.
func (p *plan) makeWay(ctx context.Context, path string) error {
	for dir, _ := splitPath(path); dir != "" && !p.checked[dir]; dir, _ = splitPath(dir) {
		p.checked[dir] = true
		err := p.disk.dir(dir)
		var obstacle *obstacleError
		switch {
		case errors.Is(err, unix.ENOENT):
			continue
		case errors.As(err, &obstacle):
			return p.unblock(ctx, obstacle.path)
		case err != nil:
			return err
		}
		names, err := p.disk.list(dir)
		if err == nil && len(names) == 0 && !p.stepped[dir] {
			p.hollow(dir)
		}
		return err
	}
	return ctx.Err()
}

// hollow plans that an empty directory is a leaf no more, so that a roll-back
// or an undo leaves it there.
func (p *plan) hollow(dir string) {
	p.noteEmpty(dir)
	p.obstruct(dir, found{state: &state{Mode: objects.ModeDir}})
}

// noteEmpty adds an empty directory to the tree before the move if the scan
// does not know it, because it is ignored.
func (p *plan) noteEmpty(dir string) {
	e, differs := p.local[dir]
	if !differs {
		e = p.bases[dir]
	}
	if !stateOf(e).dir() {
		p.hollows = append(p.hollows, dir)
	}
}

// unblock plans the removal of a file that is above a path to be written, if
// no want removes it.
func (p *plan) unblock(ctx context.Context, at string) error {
	if p.wanted[at] || p.obstacles[at] {
		return nil
	}
	if _, differs := p.local[at]; !differs && !p.skipped[at] {
		if e, err := snapshot.Lookup(ctx, p.trees, p.req.Base, at); err == nil && !stateOf(&e).dir() {
			p.bases[at] = &e
			p.obstruct(at, found{state: stateOf(&e)})
			return nil
		}
	}
	st, err := p.disk.stat(at)
	if err != nil {
		return err
	}
	if f := foundOn(st); f.other != "" {
		p.obstacles[at] = true
		p.stuck[at] = f.other
	} else {
		p.obstruct(at, f)
	}
	return nil
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
	switch {
	case len(names) > 0:
	case p.stepped[dir]:
		p.noteEmpty(dir)
	case !p.wanted[dir] || p.local[dir] == nil: // else it is decided by itself
		p.hollow(dir)
	}
	for _, name := range names {
		if err := p.clearName(ctx, dir, name); err != nil {
			return err
		}
	}
	return nil
}

// clearName is clear for one name in the directory.
func (p *plan) clearName(ctx context.Context, dir, name string) error {
	path := joinPath(dir, name)
	if p.obstacles[path] {
		return nil
	}
	st, err := p.disk.stat(path)
	if err != nil {
		return err
	}
	f := foundOn(st)
	switch {
	case name == ".git" || name == ".genesis":
		p.stuck[dir] = nestedRepository
	case snapshot.CheckName(name) != "":
		p.stuck[path] = reservedName
	case f.other != "":
		p.stuck[path] = f.other
	case f.state.dir():
		return p.clear(ctx, path)
	case p.wanted[path]: // it is decided by itself
	default:
		p.obstruct(path, f)
	}
	return nil
}

// obstruct plans the removal of what is in the way and no want.
func (p *plan) obstruct(path string, f found) {
	p.obstacles[path] = true
	p.edits = append(p.edits, snapshot.Edit{Path: path})
	p.replace(path, f, nil)
}
