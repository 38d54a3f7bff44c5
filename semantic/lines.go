package semantic

import "slices"

// Lines turns offsets into lines and columns. It holds where the lines of a text
// begin.
type Lines []int

// LinesOf finds the lines of a text; those end with a line feed.
func LinesOf(content []byte) Lines {
	l := Lines{0}
	for i, c := range content {
		if c == '\n' {
			l = append(l, i+1)
		}
	}
	return l
}

// At gives the line and the column of an offset, both from 1, the column in bytes.
func (l Lines) At(offset int) (line, column int) {
	i, found := slices.BinarySearch(l, offset)
	if !found {
		i--
	}
	return i + 1, offset - l[i] + 1
}

// Of gives the first and the last line of a span, from 1. An empty span is on one
// line.
func (l Lines) Of(s Span) (first, last int) {
	first, _ = l.At(s.Start)
	last, _ = l.At(max(s.Start, s.End-1))
	return first, last
}
