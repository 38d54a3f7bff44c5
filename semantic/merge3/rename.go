package merge3

// Bounds on the search for units that changed their name.
const (
	// leastAlike is how much of the tokens of two units has to pair for the one to
	// be the other under a new name.
	leastAlike = 0.6
	// mostPairs is how many pairs of one list are compared.
	mostPairs = 400
)

// renamed finds the units of the base that have another name in l, and gives them
// their old identity there. base and lines are the lines of the two files.
func (l *list) renamed(from list, base, lines [][]byte) {
	pairs := 0
	for _, old := range from.order {
		if l.has(old) {
			continue
		}
		best, alike := -1, leastAlike
		for i, id := range l.order {
			if id.Kind != old.Kind || from.has(id) {
				continue
			}
			if pairs++; pairs > mostPairs {
				return
			}
			if a := alikeness(from.parts[old].in(base), l.parts[id].in(lines)); a > alike {
				best, alike = i, a
			}
		}
		if best >= 0 {
			l.parts[old] = l.parts[l.order[best]]
			delete(l.parts, l.order[best])
			l.order[best] = old
		}
	}
}

func (p part) in(lines [][]byte) [][]byte { return lines[p.lines.lo:p.lines.hi] }

// alikeness is the share of the tokens of two units that pair; 0 if they are too
// long to look.
func alikeness(a, b [][]byte) float64 {
	x, y := cut(a), cut(b)
	if len(x)+len(y) > mostTokens/10 {
		return 0
	}
	return similarity(x, y)
}
