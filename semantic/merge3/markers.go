package merge3

import (
	"bytes"
)

// leastMarker is how many characters a marker has at least.
const leastMarker = 7

// markerSize is one more than the longest line of a content that could be taken
// for a marker.
func markerSize(contents ...[]byte) int {
	size := leastMarker
	for _, content := range contents {
		for line := range bytes.Lines(content) {
			if n := markerLen(line); n >= size {
				size = n + 1
			}
		}
	}
	return size
}

// markerLen is the length of the run of a marker's character that a line begins
// with, if a space or the end of the line is behind it.
func markerLen(line []byte) int {
	if len(line) == 0 || bytes.IndexByte([]byte("<|=>"), line[0]) < 0 {
		return 0
	}
	n := 1
	for n < len(line) && line[n] == line[0] {
		n++
	}
	if n < len(line) && bytes.IndexByte([]byte(" \r\n"), line[n]) < 0 {
		return 0
	}
	return n
}

// marker writes conflicts.
type marker struct {
	style  Style
	labels Labels
	size   int
}

// write appends a conflict to buf. Unless the style shows everything, lines that
// both sides begin or end with stand outside of the markers.
func (k marker) write(buf *bytes.Buffer, s sides) {
	var before, after [][]byte
	if k.style != StyleDiff3 {
		n := commonPrefix(s.left, s.right)
		before, s.left, s.right = s.left[:n], s.left[n:], s.right[n:]
		n = commonSuffix(s.left, s.right)
		after = s.left[len(s.left)-n:]
		s.left, s.right = s.left[:len(s.left)-n], s.right[:len(s.right)-n]
	}
	end := lineEnd(s)
	put(buf, before)
	k.line(buf, '<', k.labels.Left, end)
	put(buf, s.left)
	if k.style != StyleMerge {
		k.line(buf, '|', k.labels.Base, end)
		put(buf, s.base)
	}
	k.line(buf, '=', "", end)
	put(buf, s.right)
	k.line(buf, '>', k.labels.Right, end)
	put(buf, after)
}

func (k marker) line(buf *bytes.Buffer, char byte, label, end string) {
	buf.Write(bytes.Repeat([]byte{char}, k.size))
	if label != "" {
		buf.WriteByte(' ')
		buf.WriteString(label)
	}
	buf.WriteString(end)
}

// lineEnd is how the lines of a conflict end.
func lineEnd(s sides) string {
	for _, lines := range [][][]byte{s.left, s.right, s.base} {
		if len(lines) > 0 && bytes.HasSuffix(lines[0], []byte("\r\n")) {
			return "\r\n"
		}
	}
	return "\n"
}

func put(buf *bytes.Buffer, lines [][]byte) {
	for _, l := range lines {
		buf.Write(l)
	}
}

func commonPrefix(a, b [][]byte) int {
	n := 0
	for n < len(a) && n < len(b) && bytes.Equal(a[n], b[n]) {
		n++
	}
	return n
}

func commonSuffix(a, b [][]byte) int {
	n := 0
	for n < len(a) && n < len(b) && bytes.Equal(a[len(a)-1-n], b[len(b)-1-n]) {
		n++
	}
	return n
}
