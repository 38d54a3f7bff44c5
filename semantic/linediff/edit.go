package linediff

// Edit says that the lines A0 to A1 of the first text, without A1, become the
// lines B0 to B1 of the second. One of the two ranges may be empty, never both.
type Edit struct{ A0, A1, B0, B1 int }

// Apply gives the second text from the first, the script and the second, of which
// it takes only the lines that edits name.
func Apply(a, b [][]byte, script []Edit) [][]byte {
	var out [][]byte
	at := 0
	for _, e := range script {
		out = append(out, a[at:e.A0]...)
		out = append(out, b[e.B0:e.B1]...)
		at = e.A1
	}
	return append(out, a[at:]...)
}

// Changed is the number of lines that a script removes and adds.
func Changed(script []Edit) (removed, added int) {
	for _, e := range script {
		removed += e.A1 - e.A0
		added += e.B1 - e.B0
	}
	return removed, added
}

// Reverse gives the script from the second text to the first.
func Reverse(script []Edit) []Edit {
	out := make([]Edit, len(script))
	for i, e := range script {
		out[i] = Edit{A0: e.B0, A1: e.B1, B0: e.A0, B1: e.A1}
	}
	return out
}
