package semantic_test

import (
	"testing"

	"github.com/genesis-vcs/genesis/semantic"
)

func TestLines(t *testing.T) {
	l := semantic.LinesOf([]byte("ab\n\ncd"))
	for offset, want := range [][2]int{{1, 1}, {1, 2}, {1, 3}, {2, 1}, {3, 1}, {3, 2}, {3, 3}} {
		if line, column := l.At(offset); line != want[0] || column != want[1] {
			t.Errorf("offset %d: line %d, column %d, want %v", offset, line, column, want)
		}
	}
	for span, want := range map[semantic.Span][2]int{{Start: 0, End: 3}: {1, 1}, {Start: 0, End: 4}: {1, 2}, {Start: 4, End: 4}: {3, 3}, {Start: 1, End: 6}: {1, 3}} {
		if first, last := l.Of(span); first != want[0] || last != want[1] {
			t.Errorf("%v: lines %d to %d, want %v", span, first, last, want)
		}
	}
}
