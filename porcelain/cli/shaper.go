package cli

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"reflect"

	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/porcelain/shape"
)

// shapes are the flags on records and content, parsed.
type shapes struct {
	filter    *shape.Filter
	selection shape.Selection
	shaper    *shaper // of the command's list, once it has made one
	cut       bool    // content outside of records was shortened
}

// terminalReserve is what --ndjson keeps of --max-output-bytes for the terminal
// record.
const terminalReserve = minOutput / 2

// prepareShape parses the flags on records.
func (r *run) prepareShape() error {
	var err error
	if r.globals.filter != "" {
		if r.shape.filter, err = shape.ParseFilter(r.globals.filter); err != nil {
			return shapeError(r.command, err)
		}
	}
	if r.globals.selected != "" {
		if r.shape.selection, err = shape.ParseSelection(r.globals.selected); err != nil {
			return shapeError(r.command, err)
		}
		return r.checkSelection()
	}
	return nil
}

// checkSelection refuses a field that no record of the command has.
func (r *run) checkSelection() error {
	known := r.command.recordFields()
	for _, path := range r.shape.selection.Paths() {
		if at := known.missing(path); at != "" {
			return &contract.Error{
				Code:    "usage/unknown-field",
				Message: "The records of the command have no field " + at,
				Facts:   contract.Facts{"flag": "--select", "value": at, "allowed": known.names(), "command": r.command.name()},
			}
		}
	}
	return nil
}

// shapeError maps the errors of package shape.
func shapeError(c *Command, err error) error {
	if e, ok := errors.AsType[*shape.FilterError](err); ok {
		code := "usage/bad-filter"
		if e.Running {
			code = "usage/filter-failed"
		}
		return contract.Fail(code, contract.Facts{"flag": "--filter", "value": e.Expression, "reason": e.Reason, "command": c.name()})
	}
	if e, ok := errors.AsType[*shape.SelectionError](err); ok {
		return badFlag(c, "select", e.Text, "The list of fields "+e.Reason)
	}
	return err
}

// shaper applies the flags on records to the list of one result. It belongs to
// the goroutine of the command; its counters go into the stamp when the command
// has ended.
type shaper struct {
	run     *run
	content [][]string // paths of content in a record

	kept       int
	suppressed int // records that were not given out
	dropped    int // of these, by --limit
	cut        int // records that were shortened
	bytes      int // of the records that were given out
	full       bool
	over       bool              // --max-output-bytes is used up
	raw        []json.RawMessage // records in a shape of their own
	text       *render.Printer   // of records that are written for a person at once
}

func (r *run) newShaper(record reflect.Type) *shaper {
	s := &shaper{run: r, content: contentPaths(record)}
	r.shape.shaper = s
	return s
}

func (s *shaper) machine() bool { return s.run.json }

// holdsRecords reports whether records are kept as JSON, or not at all, and not
// as values.
func (s *shaper) holdsRecords() bool {
	g := &s.run.globals
	return g.ndjson || s.run.json && (g.selected != "" || g.truncate > 0 || g.maxOutput > 0)
}

// take decides about a record.
func (s *shaper) take(ctx context.Context, item any) (keep, more bool, err error) {
	if s.full {
		s.suppressed++
		s.countDropped()
		return false, false, nil
	}
	var record []byte
	if s.run.shape.filter != nil || s.holdsRecords() {
		if record, err = encodeJSON(item); err != nil {
			return false, false, err
		}
	}
	if ok, err := s.matches(ctx, record); err != nil || !ok {
		s.suppressed++
		return false, true, err
	}
	if g := &s.run.globals; g.selected != "" {
		var empty bool
		if record, empty, err = s.run.shape.selection.Project(record); err != nil || empty {
			s.suppressed++
			return false, true, err
		}
	}
	if g := &s.run.globals; g.limit > 0 && s.kept == g.limit {
		s.full = true
		s.suppressed++
		s.countDropped()
		return false, false, nil
	}
	if !s.holdsRecords() {
		s.kept++
		return true, true, nil
	}
	return s.give(record)
}

// countDropped counts a record that the budget of --limit cut off.
func (s *shaper) countDropped() {
	if g := &s.run.globals; g.limit > 0 && s.kept == g.limit {
		s.dropped++
	}
}

func (s *shaper) matches(ctx context.Context, record []byte) (bool, error) {
	if s.run.shape.filter == nil {
		return true, nil
	}
	ok, err := s.run.shape.filter.Keep(ctx, record)
	if err != nil {
		return false, shapeError(s.run.command, err)
	}
	return ok, nil
}

// give puts out a record that passed, or holds its JSON.
func (s *shaper) give(record []byte) (keep, more bool, err error) {
	g := &s.run.globals
	if g.truncate > 0 && len(s.content) > 0 {
		var cut bool
		if record, cut, err = shape.CutContent(record, s.content, g.truncate); err != nil {
			return false, false, err
		}
		if cut {
			s.cut++
		}
	}
	if g.maxOutput > 0 && s.bytes+len(record)+1 > g.maxOutput-terminalReserve && (g.ndjson || s.bytes > g.maxOutput) {
		s.full, s.over = true, true
		s.suppressed++
		return false, false, nil
	}
	s.kept++
	s.bytes += len(record) + 1
	if g.ndjson && !s.run.command.Mutates {
		return true, true, s.run.stdout.record(record)
	}
	s.raw = append(s.raw, record)
	return true, true, nil
}

// release gives out the records of a command that changes something. They wait
// for its end, because what they tell is true only of what was published.
func (r *run) release(o outcome) {
	if o.result == nil || !r.globals.ndjson || r.shape.shaper == nil {
		return
	}
	for _, record := range r.shape.shaper.raw {
		_ = r.stdout.record(record) // the sink keeps the error
	}
}

// printer writes text for a person while the command runs.
func (s *shaper) printer() *render.Printer {
	if s.text == nil {
		w := io.Writer(s.run.stdout)
		if s.run.globals.quiet {
			w = io.Discard
		}
		s.text = render.NewPrinter(w, s.run.look(s.run.std.Stdout))
	}
	return s.text
}

// flush writes out what the printer still holds.
func (s *shaper) flush() {
	if s != nil && s.text != nil {
		_ = s.text.Flush() // the sink keeps the error
	}
}
