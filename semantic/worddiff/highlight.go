package worddiff

import "github.com/genesis-vcs/genesis/semantic/linediff"

// Span is a half-open range of bytes of a line.
type Span struct{ Start, End int }

// longest is the length of the lines that are looked into.
const longest = 16 << 10

// Highlight gives the spans of each of two lines in which it differs from the
// other: sorted, not empty, with more than white space between two of them. It
// gives none for lines that are longer than people read, and their line ends do
// not count.
func Highlight(a, b []byte) (inA, inB []Span) {
	if len(a) > longest || len(b) > longest {
		return nil, nil
	}
	wa, wb := Split(withoutEnd(a)), Split(withoutEnd(b))
	script := linediff.DiffWith(wa, wb, linediff.Options{Algorithm: linediff.Myers, NoIndent: true})
	ra, rb := make([]wordRange, len(script)), make([]wordRange, len(script))
	for i, e := range script {
		ra[i], rb[i] = wordRange{e.A0, e.A1}, wordRange{e.B0, e.B1}
	}
	return spans(wa, ra), spans(wb, rb)
}

// wordRange is a range of words.
type wordRange struct{ start, end int }

// spans turns ranges of words into spans, and two that only white space separates
// into one.
func spans(words [][]byte, ranges []wordRange) (out []Span) {
	offset, at := 0, 0
	blank := false // nothing but white space since the last span
	for _, r := range ranges {
		for ; at < r.start; at++ {
			blank = blank && isSpace(words[at])
			offset += len(words[at])
		}
		s := Span{Start: offset}
		for ; at < r.end; at++ {
			offset += len(words[at])
		}
		if s.End = offset; s.End == s.Start {
			continue
		}
		if blank {
			out[len(out)-1].End = s.End
		} else {
			out = append(out, s)
		}
		blank = true
	}
	return out
}

// withoutEnd is the line without its line feed and the carriage return before it.
func withoutEnd(line []byte) []byte {
	if n := len(line); n > 0 && line[n-1] == '\n' {
		line = line[:n-1]
		if n > 1 && line[n-2] == '\r' {
			line = line[:n-2]
		}
	}
	return line
}
