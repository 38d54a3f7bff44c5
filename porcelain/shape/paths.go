package shape

import "strings"

// pathTree is a set of paths of fields: of each name, whether a path ends there
// and what goes on below it.
type pathTree struct {
	whole bool
	below map[string]*pathTree
}

func newPathTree(paths [][]string) *pathTree {
	root := &pathTree{}
	for _, path := range paths {
		at := root
		for _, name := range path {
			next := at.below[name]
			if next == nil {
				next = &pathTree{}
				if at.below == nil {
					at.below = map[string]*pathTree{}
				}
				at.below[name] = next
			}
			at = next
		}
		at.whole = true
	}
	return root
}

// encodingName is the name of the field that says how the text of a field is
// encoded.
func encodingName(field string) string {
	if field == "content" {
		return "encoding"
	}
	return field + "_encoding"
}

// tellsEncodingOf reports whether the field says how a text is encoded in which
// a path ends.
func (t *pathTree) tellsEncodingOf(field string) bool {
	of, ok := strings.CutSuffix(field, "_encoding")
	if field == "encoding" {
		of, ok = "content", true
	}
	return ok && t.below[of] != nil && t.below[of].whole
}
