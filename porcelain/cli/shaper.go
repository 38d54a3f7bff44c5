package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"sync"

	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/porcelain/shape"
)

// shapes are the flags on records and content, parsed, and what they did.
type shapes struct {
	filter    *shape.Filter
	selection shape.Selection
	cut       bool // content outside of records was shortened

	mu     sync.Mutex // guards the fields below, and the tally of the shaper
	shaper *shaper    // of the command's list, once it has made one
	ended  bool       // the run is answered: no further record counts
}

// tally counts what became of records.
type tally struct {
	kept       int
	suppressed int // records that were not given out
	dropped    int // of these, by --limit
	cut        int // records that were shortened
	bytes      int // of the records that were kept
	over       bool
	held       [][]byte // records in a shape of their own
	heldCut    []bool   // which of these were shortened
}

// errEnded stops a command that goes on although its run was answered.
var errEnded = errors.New("the run was answered already")

// terminalReserve is what --ndjson keeps of --max-output-bytes for the terminal
// record. An envelope of any failure fits into it.
const terminalReserve = minOutput

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
// the goroutine of the command, and the tally also to the one that answers.
type shaper struct {
	run     *run
	content [][]string // paths of content in a record
	full    bool       // no further record is taken
	encoded bytes.Buffer
	encoder *json.Encoder   // into encoded
	text    *render.Printer // of records that are written for a person at once
	tally   tally
}

func (r *run) newShaper(record reflect.Type) *shaper {
	s := &shaper{run: r, content: contentPaths(record)}
	s.encoder = json.NewEncoder(&s.encoded)
	s.encoder.SetEscapeHTML(false)
	r.shape.mu.Lock()
	defer r.shape.mu.Unlock()
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
		return false, false, s.suppress(s.cutOffUnseen())
	}
	var record []byte
	if s.run.shape.filter != nil || s.holdsRecords() {
		if record, err = s.encode(item); err != nil {
			return false, false, err
		}
	}
	record, ok, err := s.pass(ctx, record)
	switch {
	case err != nil:
		_ = s.suppress(false) // the failure of the filter says more
		return false, false, err
	case !ok:
		return false, true, s.suppress(false)
	case s.run.globals.limit > 0 && s.tally.kept == s.run.globals.limit:
		s.full = true
		return false, false, s.suppress(true)
	}
	return s.give(record)
}

// cutOffUnseen reports whether a record behind the last that --limit lets pass
// counts as cut off although no one looks at it: not when a filter or a
// selection might have dropped it.
func (s *shaper) cutOffUnseen() bool {
	g := &s.run.globals
	return g.limit > 0 && s.tally.kept == g.limit && s.run.shape.filter == nil && g.selected == ""
}

// encode returns the record's JSON, which is valid until the next record.
func (s *shaper) encode(item any) ([]byte, error) {
	s.encoded.Reset()
	if err := s.encoder.Encode(item); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(s.encoded.Bytes(), []byte("\n")), nil
}

// pass filters and projects a record.
func (s *shaper) pass(ctx context.Context, record []byte) (out []byte, ok bool, err error) {
	if filter := s.run.shape.filter; filter != nil {
		if ok, err = filter.Keep(ctx, record); err != nil || !ok {
			return nil, false, shapeError(s.run.command, err)
		}
	}
	if s.run.globals.selected == "" {
		return record, true, nil
	}
	out, empty, err := s.run.shape.selection.Project(record)
	return out, !empty, err
}

// suppress counts a record that is not given out.
func (s *shaper) suppress(dropped bool) error {
	s.run.shape.mu.Lock()
	defer s.run.shape.mu.Unlock()
	if s.run.shape.ended {
		return errEnded
	}
	s.tally.suppressed++
	if dropped {
		s.tally.dropped++
	}
	return nil
}

// give puts out a record that passed, or holds it. Records of a command that
// changes something are held to its end, because what they tell is true only of
// what was published.
func (s *shaper) give(record []byte) (keep, more bool, err error) {
	g := &s.run.globals
	cut := false
	if g.truncate > 0 && len(s.content) > 0 {
		if record, cut, err = shape.CutContent(record, s.content, g.truncate); err != nil {
			return false, false, err
		}
	}
	s.run.shape.mu.Lock()
	defer s.run.shape.mu.Unlock()
	t := &s.tally
	switch {
	case s.run.shape.ended:
		return false, false, errEnded
	case s.isOver(len(record) + 1):
		s.full, t.over = true, true
		t.suppressed++
		return false, false, nil
	}
	t.kept++
	t.bytes += len(record) + 1
	if cut {
		t.cut++
	}
	switch {
	case !s.holdsRecords():
	case g.ndjson && !s.run.command.Mutates:
		return true, true, s.run.stdout.record(record)
	default:
		t.held = append(t.held, bytes.Clone(record))
		t.heldCut = append(t.heldCut, cut)
	}
	return true, true, nil
}

// isOver reports that --max-output-bytes has no room for a record. A document is
// made to fit when it is there; holding more than it can take is of no use.
func (s *shaper) isOver(size int) bool {
	g := &s.run.globals
	switch {
	case g.maxOutput == 0:
		return false
	case g.ndjson:
		return s.tally.bytes+size > g.maxOutput-terminalReserve
	}
	return s.tally.bytes > g.maxOutput
}

// print writes a record for a person while the command runs. It fails when
// stdout did, so that a command stops for which no one listens.
func (s *shaper) print(line func(p *render.Printer)) error {
	s.run.shape.mu.Lock()
	defer s.run.shape.mu.Unlock()
	if s.run.shape.ended {
		return errEnded
	}
	if s.text == nil {
		w := io.Writer(s.run.stdout)
		if s.run.globals.quiet {
			w = io.Discard
		}
		s.text = render.NewPrinter(w, s.run.look(s.run.std.Stdout))
	}
	line(s.text)
	return s.run.stdout.failure()
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
	if r.globals.ndjson && o.result != nil {
		for _, record := range r.shape.final().held {
			_ = r.stdout.record(record) // the sink keeps the error
		}
	}
	r.stdout.end()
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
