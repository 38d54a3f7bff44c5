package cli

import (
	"bytes"
	"encoding/json"
	"reflect"

	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/shape"
)

// listIsCut is what a result says, if it has the field, whose list a flag cut
// off: --limit, or --max-output-bytes.
func listIsCut() shape.Values { return shape.Values{"truncated": true} }

// countGrowth is by how much the counts may lengthen a document.
const countGrowth = 64

// shapeData shortens the content of a result outside of its records, which are
// in their shape already, and in the terminal record of --ndjson puts the count
// of the records in place of their list. It also says that a flag cut the list.
func (r *run) shapeData(data any) (any, error) {
	list, _ := recordListOf(reflect.TypeOf(data)) // the chosen form may have none
	content := outside(contentPaths(reflect.TypeOf(data)), list)
	cutting := r.globals.truncate > 0 && len(content) > 0
	counting := r.globals.ndjson && list != ""
	tally := r.shape.final()
	if !cutting && !counting && !tally.isCut() {
		return data, nil
	}
	encoded, err := contract.EncodeJSON(data)
	if err != nil {
		return nil, err
	}
	if cutting {
		var cut bool
		if encoded, cut, err = shape.CutContent(encoded, content, r.globals.truncate); err != nil {
			return nil, err
		}
		r.shape.cut = r.shape.cut || cut
	}
	if counting {
		if encoded, err = shape.CountList(encoded, list, list+"_count", tally.kept); err != nil {
			return nil, err
		}
	}
	if tally.isCut() {
		if encoded, err = shape.Patch(encoded, listIsCut()); err != nil {
			return nil, err
		}
	}
	return json.RawMessage(encoded), nil
}

// outside are the paths that do not begin with the name.
func outside(paths [][]string, name string) [][]string {
	var out [][]string
	for _, path := range paths {
		if path[0] != name {
			out = append(out, path)
		}
	}
	return out
}

// stampShape counts what the flags on records and content did.
func (r *run) stampShape(stamp *contract.Stamp) {
	g, t := &r.globals, r.shape.final()
	if r.shape.filter != nil || g.selected != "" || g.limit > 0 || g.maxOutput > 0 {
		stamp.RecordsSuppressed = &t.suppressed
	}
	if g.limit > 0 {
		stamp.FilesBudgetDropped = &t.dropped
	}
	if g.truncate > 0 || g.maxOutput > 0 {
		cut, records := r.shape.cut || t.cut > 0 || t.over, t.cut
		if r.shape.cut {
			records++ // the result itself
		}
		stamp.Truncated, stamp.TruncatedRecords = &cut, &records
	}
}

// fit makes a document keep to --max-output-bytes.
func (r *run) fit(document []byte) ([]byte, error) {
	if r.globals.maxOutput < minOutput { // none, or one that was refused
		return document, nil
	}
	limit := r.globals.maxOutput - r.stdout.recorded()
	if len(document) <= limit {
		return document, nil
	}
	return r.shape.shorten(document, limit, r.command)
}

// shorten makes a document fit and corrects its counts.
func (s *shapes) shorten(document []byte, limit int, c *Command) ([]byte, error) {
	fitted, err := shape.Fit(document, c.places(), limit-countGrowth)
	if err != nil {
		return nil, err
	}
	t := s.final()
	values := shape.Values{
		"records_suppressed": t.suppressed + fitted.Dropped,
		"truncated":          true,
		"truncated_records":  s.shortened(t, fitted),
	}
	if fitted.Dropped > 0 {
		values["data"] = listIsCut()
	}
	return shape.Patch(fitted.Document, values)
}

// shortened counts the records that a document still has and that are shorter
// than they were, and the result itself as one.
func (s *shapes) shortened(t tally, fitted shape.Fitted) int {
	records := t.cut
	for i, cut := range t.heldCut {
		switch {
		case i < fitted.Cut && !cut: // the first ones are shortened
			records++
		case i >= len(t.heldCut)-fitted.Dropped && cut:
			records--
		}
	}
	if s.cut || fitted.Outside {
		records++
	}
	return records
}

// answerBare writes the result as one JSON line with the stamp in it.
func (r *run) answerBare(o outcome) error {
	encoded, err := contract.EncodeJSON(o.result)
	if err != nil {
		return contract.Fail("internal/error", contract.Facts{"reason": err.Error()})
	}
	stamp, err := contract.EncodeJSON(struct {
		OK bool `json:"ok"`
		contract.Stamp
	}{o.err == nil, r.stamp()})
	if err != nil {
		return err
	}
	line := append(bytes.TrimSuffix(encoded, []byte("}")), ',')
	line = append(append(line, stamp[1:]...), '\n')
	_, _ = r.stdout.Write(line) // the sink keeps the error
	return nil
}
