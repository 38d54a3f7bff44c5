package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"reflect"

	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/porcelain/shape"
)

// terminalReserve is what --ndjson keeps of --max-output-bytes for the terminal
// record while that is not known. An envelope of any failure fits into it.
const terminalReserve = minOutput

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
		s.run.shape.watch.enter()
		ok, err = filter.Keep(ctx, record)
		s.run.shape.watch.leave()
		if err != nil || !ok {
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

// give puts out a record that passed, or holds it.
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
		s.full = true
		t.refuse()
		return false, false, nil
	}
	t.kept++
	t.bytes += len(record) + 1
	if cut {
		t.cut++
	}
	switch {
	case !s.holdsRecords():
	case s.goesOut():
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
		return s.tally.bytes+size > g.maxOutput
	}
	return s.tally.bytes > g.maxOutput
}

// goesOut reports that the last record kept is written at once, and does not wait
// for the end of the command. Records of a command that changes something wait,
// because what they tell is true only of what was published; those that come so
// late that the terminal record might have no room wait to see how long it is.
func (s *shaper) goesOut() bool {
	g, t := &s.run.globals, &s.tally
	return g.ndjson && !s.run.command.Mutates && len(t.held) == 0 &&
		(g.maxOutput == 0 || t.bytes <= g.maxOutput-terminalReserve)
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
