package render

import "strings"

// gap separates the columns of a table.
const gap = "  "

// Table writes rows with aligned columns; header may be nil. Cells are escaped.
// Nothing is cut: ids and paths stay whole, whatever the width.
func (p *Printer) Table(header []string, rows [][]string) {
	all := make([][]string, 0, len(rows)+1)
	if header != nil {
		styled := make([]string, len(header))
		for i, h := range header {
			styled[i] = p.Styled(Faint, h)
		}
		all = append(all, styled)
	}
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = p.escape(cell)
		}
		all = append(all, cells)
	}
	widths := p.widths(all)
	for _, row := range all {
		p.put(p.tableLine(row, widths) + "\n")
	}
}

func (p *Printer) widths(rows [][]string) []int {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], p.columns(cell))
		}
	}
	return widths
}

// tableLine joins the cells of a row; the last one is not padded.
func (p *Printer) tableLine(row []string, widths []int) string {
	var b strings.Builder
	for i, cell := range row {
		b.WriteString(cell)
		if i < len(row)-1 {
			b.WriteString(strings.Repeat(" ", widths[i]-p.columns(cell)))
			b.WriteString(gap)
		}
	}
	return strings.TrimRight(b.String(), " ")
}
