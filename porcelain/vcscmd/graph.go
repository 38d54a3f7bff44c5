package vcscmd

import (
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// graph draws the lines of history beside a log, from children to parents. Each
// column is a line that waits for a commit. Where lines come together or part there
// is a row of its own; a line that another one only crosses is not broken.
type graph struct {
	lanes []lane
	drawn int // lines so far, which the colors go by
}

// lane is a column: the commit that its line leads to, zero where the column is free.
type lane struct {
	to    objects.ID
	color int
}

// cell is a column of a row: its sign, what fills the space up to the next column,
// and the line that it belongs to.
type cell struct {
	sign, fill string
	color      int
}

// row is a row of the drawing; nil is none.
type row []cell

const (
	down, across = "│", "─"
	node         = "*"
)

// commit gives the rows of a commit: the lines that come together in it, the commit,
// and the lines that part from it.
func (g *graph) commit(id objects.ID, parents []objects.ID) (join, at, fork row) {
	at0 := slices.IndexFunc(g.lanes, func(l lane) bool { return l.to == id })
	if at0 < 0 {
		at0 = g.free(0)
		g.begin(at0, id)
	}
	join = g.join(at0)
	at = g.row()
	at[at0].sign = node
	g.lanes[at0].to = objects.ID{}
	if len(parents) > 0 {
		g.lanes[at0].to = parents[0]
		fork = g.fork(at0, parents)
	}
	for len(g.lanes) > 0 && g.lanes[len(g.lanes)-1].to.IsZero() {
		g.lanes = g.lanes[:len(g.lanes)-1]
	}
	return join, at, fork
}

// free is the first column from a place on that no line is in.
func (g *graph) free(from int) int {
	for i := from; i < len(g.lanes); i++ {
		if g.lanes[i].to.IsZero() {
			return i
		}
	}
	return max(from, len(g.lanes))
}

// begin starts a line in a column.
func (g *graph) begin(column int, to objects.ID) {
	for len(g.lanes) <= column {
		g.lanes = append(g.lanes, lane{})
	}
	g.lanes[column] = lane{to, g.drawn}
	g.drawn++
}

// row is a row of lines that go on.
func (g *graph) row() row {
	r := make(row, len(g.lanes))
	for i, l := range g.lanes {
		r[i] = cell{down, " ", l.color}
		if l.to.IsZero() {
			r[i].sign = " "
		}
	}
	return r
}

// join ends the lines that lead to the same commit as the one in a column, which is
// the first of them, in that column.
func (g *graph) join(column int) row {
	var others []int
	for i := column + 1; i < len(g.lanes); i++ {
		if g.lanes[i].to == g.lanes[column].to {
			others = append(others, i)
		}
	}
	if len(others) == 0 {
		return nil
	}
	r := g.row()
	r.connect(column, others[len(others)-1])
	r[column].sign = "├"
	for _, i := range others {
		r[i].sign = "┴"
		g.lanes[i].to = objects.ID{}
	}
	r[others[len(others)-1]].sign = "╯"
	return r
}

// fork leads from the commit in a column to its parents behind the first: to a line
// that leads to the parent already, else to a new one.
func (g *graph) fork(column int, parents []objects.ID) row {
	ends := map[int]string{} // columns and what they are when they are in the middle
	for i, p := range parents[1:] {
		if slices.Contains(parents[:i+1], p) {
			continue
		}
		if to := g.leading(column, p); to >= 0 {
			ends[to] = "┼"
			continue
		}
		to := g.free(column + 1)
		g.begin(to, p)
		ends[to] = "┬"
	}
	if len(ends) == 0 {
		return nil
	}
	r := g.row()
	left, right := column, column
	for i := range ends {
		left, right = min(left, i), max(right, i)
	}
	r.connect(left, right)
	for i, sign := range ends {
		r[i].sign = sign
	}
	switch ends[left] {
	case "┼":
		r[left].sign = "├"
	case "┬":
		r[left].sign = "╭"
	}
	switch ends[right] {
	case "┼":
		r[right].sign = "┤"
	case "┬":
		r[right].sign = "╮"
	}
	r[column].sign = turn(left < column, right > column)
	return r
}

// turn is a line that goes on, from which others go to the left or right.
func turn(left, right bool) string {
	switch {
	case left && right:
		return "┼"
	case left:
		return "┤"
	}
	return "├"
}

// leading is the column nearest to another one whose line leads to a commit; -1 if
// there is none.
func (g *graph) leading(column int, to objects.ID) int {
	best := -1
	for i, l := range g.lanes {
		if i != column && l.to == to && (best < 0 || distance(i, column) < distance(best, column)) {
			best = i
		}
	}
	return best
}

func distance(a, b int) int { return max(a-b, b-a) }

// connect draws from one column to another one. The lines between them go on.
func (r row) connect(from, to int) {
	for i := from; i < to; i++ {
		r[i].fill = across
		if r[i].sign == " " {
			r[i].sign = across
		}
	}
}

// rails are the colors of the lines, in turns.
var rails = []render.Style{render.Bad, render.Good, render.Note, render.Place, render.Strong}

// text is the row up to its last sign.
func (r row) text(p *render.Printer) string {
	for len(r) > 0 && r[len(r)-1].sign == " " {
		r = r[:len(r)-1]
	}
	var b strings.Builder
	for i, c := range r {
		style := rails[c.color%len(rails)]
		if c.sign == node {
			style = render.Strong
		}
		b.WriteString(p.Styled(style, c.sign))
		if i < len(r)-1 {
			b.WriteString(p.Styled(render.Faint, c.fill))
		}
	}
	return b.String()
}
