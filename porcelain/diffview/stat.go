package diffview

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/genesis-vcs/genesis/porcelain/render"
)

// longestBar is the greatest number of signs behind a file.
const longestBar = 40

// writeStat writes a line a file: how many lines changed, and a bar of them, to
// the scale of the longest.
func writeStat(p *render.Printer, files []File) {
	most := 0
	for i := range files {
		most = max(most, files[i].Added+files[i].Removed)
	}
	rows := make([][]string, len(files))
	for i := range files {
		f := &files[i]
		amount, bar := strconv.Itoa(f.Added+f.Removed), p.Styled(render.Good, strings.Repeat("+", scaled(f.Added, most)))+
			p.Styled(render.Bad, strings.Repeat("-", scaled(f.Removed, most)))
		if f.Binary {
			amount, bar = "binary", ""
		}
		rows[i] = []string{f.name(), amount, bar}
	}
	p.Table(nil, rows)
}

// scaled is how many signs stand for n lines, at least one if there is a line.
func scaled(n, most int) int {
	if most <= longestBar || n == 0 {
		return n
	}
	return max(1, n*longestBar/most)
}

// writeNames writes a line a file: what happened to it, and its name.
func writeNames(p *render.Printer, files []File) {
	rows := make([][]string, len(files))
	for i := range files {
		f := &files[i]
		style := render.Note
		switch f.Status {
		case "added":
			style = render.Good
		case "deleted":
			style = render.Bad
		}
		word := f.Status
		if f.Similarity > 0 {
			word = fmt.Sprintf("%s %d%%", word, f.Similarity)
		}
		rows[i] = []string{p.Styled(style, word), f.name()}
	}
	p.Table(nil, rows)
}
