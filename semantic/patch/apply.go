package patch

import (
	"context"
	"fmt"
	"maps"
	"slices"
)

// Entry is what stands at a path. The zero Entry is nothing.
type Entry struct {
	Mode string
	ID   string // of the content, or of a gitlink's commit; "" of a directory
}

// Files is the tree that a patch applies to.
type Files interface {
	// Entry is what stands at a path. A directory with files in it is a directory
	// with the id FullDir.
	Entry(ctx context.Context, path string) (Entry, error)
	// Content is a content by its id.
	Content(ctx context.Context, id string) ([]byte, error)
}

// FullDir is the id of a directory that is not empty.
const FullDir = "full"

// Change is what a path becomes.
type Change struct {
	Path string
	Entry
	// Content is new content; nil where Entry is nothing or the content is known by
	// its id.
	Content []byte
	Fresh   bool // Content is there
}

// Edit tells what an operation on terms did.
type Edit struct {
	Ordinal       int
	Path          string
	Before, After string // hashes of the file in its language; "" where there is none
	Count         int    // of the places that were changed
}

// Result is what a patch makes of a tree.
type Result struct {
	Changes []Change // sorted by path
	Edits   []Edit
}

// ApplyError says which operation does not apply, and why.
type ApplyError struct {
	Ordinal  int
	Op, Path string
	Reason   string
	// Expected and Actual are what the operation needs and what there is, where it is
	// a matter of that.
	Expected, Actual string
}

func (e *ApplyError) Error() string {
	s := fmt.Sprintf("operation %d (%s %s): %s", e.Ordinal, e.Op, e.Path, e.Reason)
	if e.Expected != "" || e.Actual != "" {
		s += fmt.Sprintf(": expected %s, found %s", e.Expected, e.Actual)
	}
	return s
}

// Apply gives what the patch makes of the files. The error is an *ApplyError, or
// one of the files.
func Apply(ctx context.Context, files Files, p *Patch) (*Result, error) {
	a := &applier{ctx: ctx, files: files, now: map[string]Entry{}, made: map[string][]byte{}}
	for i, op := range p.Ops {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		a.ordinal, a.op = i, op
		if err := a.run(); err != nil {
			return nil, err
		}
	}
	r := &Result{Edits: a.edits}
	for _, path := range slices.Sorted(maps.Keys(a.now)) {
		was, err := files.Entry(ctx, path)
		if err != nil {
			return nil, err
		}
		e := a.now[path]
		if e == was || e == (Entry{}) && was.ID == FullDir {
			continue
		}
		content, fresh := a.made[e.ID]
		r.Changes = append(r.Changes, Change{Path: path, Entry: e, Content: content, Fresh: fresh})
	}
	return r, nil
}

// applier holds what the operations so far have made.
type applier struct {
	ctx     context.Context
	files   Files
	ordinal int
	op      Op
	now     map[string]Entry
	made    map[string][]byte // contents by id
	edits   []Edit
}

func (a *applier) fail(reason string) error {
	return &ApplyError{Ordinal: a.ordinal, Op: a.op.Name, Path: a.op.Path(), Reason: reason}
}

func (a *applier) differs(what, expected, actual string) error {
	return &ApplyError{
		Ordinal: a.ordinal, Op: a.op.Name, Path: a.op.Path(),
		Reason: what + " is not what the operation expects", Expected: orAbsent(expected), Actual: orAbsent(actual),
	}
}

func orAbsent(s string) string {
	if s == "" {
		return "absent"
	}
	return s
}

func (a *applier) run() error {
	switch a.op.Name {
	case "write-file":
		return a.writeFile()
	case "remove-file":
		return a.removeFile()
	case "move-file":
		return a.moveFile()
	case "set-mode":
		return a.setMode()
	case "edit-text":
		return a.editText()
	case "update-manifest":
		return a.fail("manifests of packages are not known to this version")
	default:
		return a.module()
	}
}

// entry is what stands at a path after the operations so far.
func (a *applier) entry(path string) (Entry, error) {
	if e, ok := a.now[path]; ok {
		return e, nil
	}
	return a.files.Entry(a.ctx, path)
}

func (a *applier) content(e Entry) ([]byte, error) {
	if content, ok := a.made[e.ID]; ok {
		return content, nil
	}
	return a.files.Content(a.ctx, e.ID)
}

// write puts a content at a path, with the mode that is there or that of a file.
func (a *applier) write(path string, content []byte) error {
	e, err := a.entry(path)
	if err != nil {
		return err
	}
	if e.Mode == "" {
		e.Mode = ModeFile
	}
	e.ID = ContentID(content)
	a.now[path], a.made[e.ID] = e, content
	return nil
}

// free refuses to put something where something stands. The files of a directory
// may still go.
func (a *applier) free(path string) error {
	e, err := a.entry(path)
	if err != nil {
		return err
	}
	if e != (Entry{}) && e.ID != FullDir {
		return a.differs("what stands at "+path, "", e.Mode+" "+e.ID)
	}
	return nil
}

// expect compares what stands at the path with what the operation names. required
// says that there is to be something even if it names nothing.
func (a *applier) expect(e Entry, required bool) error {
	old, mode := a.op.text("old"), a.op.text("old-mode")
	switch {
	case e == (Entry{}) && required:
		return a.differs("the path", orElse(old, "a file"), "")
	case e != (Entry{}) && !required && old == "" && mode == "" && e.ID != FullDir:
		return a.differs("the path", "", e.Mode+" "+e.ID)
	case old != "" && e.ID != old:
		return a.differs("the content", old, e.ID)
	case mode != "" && e.Mode != mode:
		return a.differs("the mode", mode, e.Mode)
	}
	return nil
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

func (a *applier) writeFile() error {
	path := a.op.text("path")
	e, err := a.entry(path)
	if err != nil {
		return err
	}
	if err := a.expect(e, false); err != nil {
		return err
	}
	e = Entry{Mode: a.op.text("mode"), ID: a.op.text("new")}
	if a.op.Carries {
		a.made[e.ID] = a.op.Content
	} else if a.op.Writes() != "" && a.made[e.ID] == nil {
		if _, err := a.files.Content(a.ctx, e.ID); err != nil {
			return err
		}
	}
	a.now[path] = e
	return nil
}

func (a *applier) removeFile() error {
	path := a.op.text("path")
	e, err := a.entry(path)
	if err != nil {
		return err
	}
	if err := a.expect(e, true); err != nil {
		return err
	}
	if e.ID == FullDir {
		return a.fail("the directory is not empty")
	}
	a.now[path] = Entry{}
	return nil
}

func (a *applier) moveFile() error {
	from, to := a.op.text("path"), a.op.text("to")
	e, err := a.entry(from)
	if err != nil {
		return err
	}
	if err := a.expect(e, true); err != nil {
		return err
	}
	if e.Mode == ModeDir {
		return a.fail("a directory is moved file by file")
	}
	a.now[from] = Entry{}
	if err := a.free(to); err != nil {
		return err
	}
	a.now[to] = e
	return nil
}

func (a *applier) setMode() error {
	path := a.op.text("path")
	e, err := a.entry(path)
	if err != nil {
		return err
	}
	if err := a.expect(e, true); err != nil {
		return err
	}
	mode := a.op.text("mode")
	if e.Mode == ModeGitlink || e.Mode == ModeDir || mode == ModeGitlink || mode == ModeDir {
		return a.fail("only the mode of a file or a link can be set")
	}
	a.now[path] = Entry{Mode: mode, ID: e.ID}
	return nil
}
