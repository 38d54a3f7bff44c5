package cli

import (
	"errors"
	"sync"

	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/shape"
)

// shapes are the flags on records and content, parsed, and what they did.
type shapes struct {
	filter    *shape.Filter
	selection shape.Selection
	watch     filterWatch
	cut       bool // content outside of records was shortened

	mu     sync.Mutex // guards the fields below, and the tally of the shaper
	shaper *shaper    // of the command's list, once it has made one
	ended  bool       // the run is answered: no further record counts
}

// errEnded stops a command that goes on although its run was answered.
var errEnded = errors.New("the run was answered already")

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
				Facts: contract.Facts{
					"flag": "--select", "value": at, "allowed": known.beside(at),
					"schema": r.command.kind().SchemaName(), "command": r.command.name(),
				},
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

// end lets no further record of the command count and writes out what was
// printed of records.
func (s *shapes) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	if s.shaper != nil && s.shaper.text != nil {
		_ = s.shaper.text.Flush() // the sink keeps the error
	}
}

// settle makes t the tally of the run, which has a list and has ended.
func (s *shapes) settle(t tally) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shaper.tally = t
}

// final is the tally of a run that has ended.
func (s *shapes) final() tally {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shaper == nil {
		return tally{}
	}
	return s.shaper.tally
}

// endOutput lets nothing of the command through any more, also of one that goes
// on after it was given up. The records that waited for its end go out first, if
// there is a result that they belong to.
func (r *run) endOutput(o outcome) {
	r.shape.end()
	if r.globals.ndjson {
		r.releaseRecords(o)
	}
	r.stdout.end()
}

// releaseRecords writes the records that waited for the end of the command: as
// many as --max-output-bytes leaves room for beside the terminal record. Of a
// change that was not made there are none.
func (r *run) releaseRecords(o outcome) {
	whole := r.shape.final()
	if len(whole.held) == 0 || o.result == nil && r.command.Mutates {
		return
	}
	if limit := r.globals.maxOutput; limit > 0 {
		left := limit - r.stdout.recorded()
		if fitting(whole.held, left-r.terminalSize(o)) < len(whole.held) {
			r.shape.settle(whole.holding(0))
			n := fitting(whole.held, left-r.terminalSize(o)-countGrowth)
			r.shape.settle(whole.holding(n))
		}
	}
	for _, record := range r.shape.final().held {
		_ = r.stdout.record(record) // the sink keeps the error
	}
}

// fitting is how many of the records go into a number of bytes, as lines.
func fitting(records [][]byte, room int) int {
	for n, record := range records {
		if room -= len(record) + 1; room < 0 {
			return n
		}
	}
	return len(records)
}

// terminalSize is how long the terminal record is as things stand. One that
// cannot be made will be a failure, which fits into the reserve.
func (r *run) terminalSize(o outcome) int {
	size := terminalReserve
	_ = guard(func() outcome {
		if document, err := r.shaped(o); err == nil {
			size = len(document)
		}
		return outcome{}
	})
	return size
}

// checkList reports a result whose list of records passed the flags by.
func (r *run) checkList(result Result) error {
	list := recordsOf(result)
	if list == nil {
		return nil
	}
	made, held := list.source()
	if made == nil && held == 0 || made != nil && made == r.shape.shaper {
		return nil
	}
	return contract.Failf("internal/error", nil, "The records of the result are not in the list that the frame gave out")
}
