package shape

// Selection is a parsed --select value: paths of fields, "a,b.c".
type Selection struct{ paths [][]string }

// ParseSelection reads field paths separated by commas.
// Errors: *SelectionError.
func ParseSelection(text string) (Selection, error) { panic("shape: not built") }

// SelectionError says what is wrong with the text of a selection.
type SelectionError struct {
	Text   string
	Reason string
}

func (e *SelectionError) Error() string { return "selection: " + e.Reason }

// Paths are the selected fields, each as its words.
func (s Selection) Paths() [][]string { return s.paths }

// Project keeps the selected fields of an object, nested as they were, in their
// order. empty reports that none of them is there. Where a path meets a list,
// it goes on in each of the entries.
func (s Selection) Project(record []byte) (out []byte, empty bool, err error) {
	panic("shape: not built")
}
