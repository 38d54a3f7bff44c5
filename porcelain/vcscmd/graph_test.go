package vcscmd

import (
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

func commitID(n int) objects.ID { return objects.ID{byte(n + 1)} }

// draw draws the commits 0, 1, … of a history, given the parents of each.
func draw(history [][]int) []string {
	p := render.NewPrinter(io.Discard, render.Look{})
	var g graph
	var lines []string
	for n, parents := range history {
		var ids []objects.ID
		for _, parent := range parents {
			ids = append(ids, commitID(parent))
		}
		join, at, fork := g.commit(commitID(n), ids)
		for _, r := range []row{join, at, fork} {
			if r != nil {
				lines = append(lines, r.text(p))
			}
		}
	}
	return lines
}

func TestGraph(t *testing.T) {
	for _, c := range []struct {
		name    string
		history [][]int
		want    string
	}{
		{"a line", [][]int{{1}, {2}, {}}, "*\n*\n*"},
		{"a merge", [][]int{{1, 2}, {3}, {3}, {}}, "*\n├─╮\n* │\n│ *\n├─╯\n*"},
		{"the side first", [][]int{{2, 1}, {3}, {3}, {}}, "*\n├─╮\n│ *\n* │\n├─╯\n*"},
		{"an octopus", [][]int{{1, 2, 3}, {4}, {4}, {4}, {}}, "*\n├─┬─╮\n* │ │\n│ * │\n│ │ *\n├─┴─╯\n*"},
		{"crosswise", [][]int{{2, 3}, {3, 2}, {4}, {4}, {}},
			"*\n├─╮\n│ │ *\n├─│─┤\n* │ │\n│ ├─╯\n│ *\n├─╯\n*"},
		{"two roots", [][]int{{2}, {3}, {}, {}}, "*\n│ *\n* │\n  *"},
		{"a parent twice", [][]int{{1, 1}, {}}, "*\n*"},
		{"cut", [][]int{{1, 8}, {9}}, "*\n├─╮\n* │"},
		{"over a line", [][]int{{3}, {4}, {5, 3}, {4, 5}, {5}, {}},
			"*\n│ *\n│ │ *\n├─│─┤\n* │ │\n├─│─┤\n├─╯ │\n*   │\n├───╯\n*"},
	} {
		if got := strings.Join(draw(c.history), "\n"); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// What is drawn, read again, are the edges of the history.
func TestGraphShowsEveryEdge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(t, "commits")
		history := make([][]int, n)
		want := map[[2]int]bool{}
		for i := range history {
			for range rapid.SampledFrom([]int{0, 1, 1, 1, 2, 2, 3, 4}).Draw(t, "parents") {
				parent := rapid.IntRange(i+1, i+8).Draw(t, "parent") // not all are shown
				history[i] = append(history[i], parent)
				if parent < n {
					want[[2]int{i, parent}] = true
				}
			}
		}
		lines := draw(history)
		if got := edges(t, lines, history); !maps.Equal(got, want) {
			t.Fatalf("%v of\n%s\nwant %v", got, strings.Join(lines, "\n"), want)
		}
	})
}

// edges reads a drawing.
func edges(t *rapid.T, lines []string, history [][]int) map[[2]int]bool {
	out := map[[2]int]bool{}
	var cols []map[int]bool // whose lines are in a column
	next, star := 0, -1
	for _, text := range lines {
		signs, joined := columns(text)
		for len(cols) < len(signs) {
			cols = append(cols, nil)
		}
		for i := range cols {
			if ended(cols[i], history) {
				cols[i] = nil
			}
			sign := " "
			if i < len(signs) {
				sign = signs[i]
			}
			if (sign == " " || sign == across) && cols[i] != nil {
				t.Fatalf("the line in column %d breaks off in %q of\n%s", i, text, strings.Join(lines, "\n"))
			}
		}
		if at := slices.Index(signs, node); at >= 0 {
			for child := range cols[at] {
				out[[2]int{child, next}] = true
			}
			cols[at], star, next = map[int]bool{next: true}, at, next+1
			continue
		}
		for _, group := range joined {
			flow(cols, signs, group, star)
		}
	}
	return out
}

// ended reports that only lines of commits without parents are in a column.
func ended(children map[int]bool, history [][]int) bool {
	for child := range children {
		if len(history[child]) > 0 {
			return false
		}
	}
	return true
}

// columns are the signs of a row, and the ranges of columns that are connected.
func columns(text string) (signs []string, joined [][2]int) {
	cells := []rune(text)
	for i := 0; i < len(cells); i += 2 {
		col := i / 2
		signs = append(signs, string(cells[i]))
		if i+1 >= len(cells) || string(cells[i+1]) != across {
			continue
		}
		if last := len(joined) - 1; last >= 0 && joined[last][1] == col {
			joined[last][1] = col + 1
		} else {
			joined = append(joined, [2]int{col, col + 1})
		}
	}
	return signs, joined
}

// flow moves the lines of connected columns: those that end into the first column, or
// that of the last commit into the others.
func flow(cols []map[int]bool, signs []string, group [2]int, star int) {
	from, to := group[0], group[1]
	if signs[to] == "╯" {
		for i := from + 1; i <= to; i++ {
			if signs[i] == "┴" || signs[i] == "╯" {
				maps.Copy(cols[from], cols[i])
				cols[i] = nil
			}
		}
		return
	}
	for i := from; i <= to; i++ {
		if i == star || signs[i] == down || signs[i] == across {
			continue
		}
		if cols[i] == nil {
			cols[i] = map[int]bool{}
		}
		maps.Copy(cols[i], cols[star])
	}
}
