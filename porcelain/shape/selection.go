package shape

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Selection is a parsed --select value: paths of fields, "a,b.c". The zero value
// selects nothing.
type Selection struct {
	paths [][]string
	tree  *pathTree
}

// ParseSelection reads field paths separated by commas. A path may lie within
// another one, which has it all already.
// Errors: *SelectionError.
func ParseSelection(text string) (Selection, error) {
	var s Selection
	seen := map[string]bool{}
	for i, element := range strings.Split(text, ",") {
		words := strings.Split(element, ".")
		reason := ""
		switch {
		case text == "":
			reason = "is empty"
		case strings.IndexFunc(element, unicode.IsSpace) >= 0:
			reason = "has a blank in its element " + strconv.Itoa(i+1)
		case element == "":
			reason = "has an empty element " + strconv.Itoa(i+1)
		case slices.Contains(words, ""):
			reason = "has an empty name in its element " + strconv.Itoa(i+1)
		case seen[element]:
			reason = "has the field of its element " + strconv.Itoa(i+1) + " twice"
		}
		if reason != "" {
			return Selection{}, &SelectionError{Text: text, Reason: reason}
		}
		seen[element] = true
		s.paths = append(s.paths, words)
	}
	s.tree = newPathTree(s.paths)
	return s, nil
}

// SelectionError says what is wrong with the text of a selection.
type SelectionError struct {
	Text   string
	Reason string // goes on after "The list of fields"
}

func (e *SelectionError) Error() string { return "selection: the list of fields " + e.Reason }

// Paths are the selected fields, each as its words.
func (s Selection) Paths() [][]string { return s.paths }

// Project keeps the selected fields of an object, nested as they were, in their
// order, and with each text the field that says how it is encoded. empty reports
// that none of them is there. Where a path meets a list, it goes on in each of
// the entries; those in which it finds nothing stay as {}, so that the others
// keep their places. What is projected once does not change again.
func (s Selection) Project(record []byte) (out []byte, empty bool, err error) {
	record, err = checkObject(record)
	if err != nil {
		return nil, true, err
	}
	tree := s.tree
	if tree == nil {
		tree = &pathTree{}
	}
	out, found, err := tree.project(make([]byte, 0, len(record)), record)
	return out, !found, err
}

// project appends what the paths select of a value. found is false when that is
// nothing; what was appended is the value's empty form then.
func (t *pathTree) project(dst, value []byte) (out []byte, found bool, err error) {
	switch value[0] {
	case '{':
		return t.projectObject(dst, value)
	case '[':
		dst = append(dst, '[')
		for _, entry := range entries(value) {
			var has bool
			if dst, has, err = t.project(appendComma(dst), entry); err != nil {
				return nil, false, err
			}
			found = found || has
		}
		return append(dst, ']'), found, nil
	}
	return append(dst, "null"...), false, nil
}

func (t *pathTree) projectObject(dst, object []byte) (out []byte, found bool, err error) {
	fields, err := members(object)
	if err != nil {
		return nil, false, err
	}
	dst = append(dst, '{')
	for _, m := range fields {
		next := t.below[m.name]
		switch {
		case next == nil && !t.tellsEncodingOf(m.name):
		case next == nil:
			dst = appendMember(dst, m.key, m.value)
		case next.whole:
			dst = appendMember(dst, m.key, m.value)
			found = true
		default:
			before := len(dst)
			var has bool
			if dst, has, err = next.project(appendMember(dst, m.key, nil), m.value); err != nil {
				return nil, false, err
			}
			if !has {
				dst = dst[:before]
			}
			found = found || has
		}
	}
	return append(dst, '}'), found, nil
}
