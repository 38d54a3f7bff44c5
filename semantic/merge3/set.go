package merge3

import (
	"bytes"
	"slices"
)

// set merges imports, in any language: lines whose order carries no meaning and of
// which no two are equal. What a side removed is gone, what it added is there
// once; if both sides keep them sorted, so does the result, and otherwise an
// addition stands behind the line that it followed.
func set(_ *merger, s sides) ([][]byte, bool) {
	if len(s.base) > 0 && (len(s.left) == 0 || len(s.right) == 0) {
		return nil, false // one side did away with all of it
	}
	for _, lines := range [][][]byte{s.base, s.left, s.right} {
		for _, line := range lines {
			if !importLine(line) {
				return nil, false
			}
		}
	}
	base, left, right := setOf(s.base), setOf(s.left), setOf(s.right)
	if len(base) != len(s.base) || len(left) != len(s.left) || len(right) != len(s.right) {
		return nil, false
	}
	if both(base, left, right) {
		return nil, false
	}
	out := woven(s, base, left, right)
	if sorted(s.left) && sorted(s.right) {
		slices.SortStableFunc(out, bytes.Compare)
	}
	return out, true
}

// woven gives the lines of left that stay, and behind each the ones that right
// added behind it.
func woven(s sides, base, left, right map[string]bool) [][]byte {
	behind := map[string][][]byte{}
	last := "" // the line that both keep
	for _, line := range s.right {
		switch {
		case left[string(line)]:
			last = string(line)
		case !base[string(line)]:
			behind[last] = append(behind[last], line)
		}
	}
	var out [][]byte
	last = ""
	for _, line := range s.left {
		switch {
		case right[string(line)]:
			out = append(append(out, behind[last]...), line)
			last = string(line)
		case !base[string(line)]:
			out = append(out, line)
		}
	}
	return append(out, behind[last]...)
}

// both says whether both sides removed one line and each put in something else:
// two changes of that line, not of the set.
func both(base, left, right map[string]bool) bool {
	removed := false
	for line := range base {
		removed = removed || !left[line] && !right[line]
	}
	return removed && brings(base, left, right) && brings(base, right, left)
}

// brings says whether a has a line that neither base nor b has.
func brings(base, a, b map[string]bool) bool {
	for line := range a {
		if !base[line] && !b[line] {
			return true
		}
	}
	return false
}

func setOf(lines [][]byte) map[string]bool {
	out := make(map[string]bool, len(lines))
	for _, line := range lines {
		out[string(line)] = true
	}
	return out
}

func sorted(lines [][]byte) bool { return slices.IsSortedFunc(lines, bytes.Compare) }

// importLine says whether a line imports something in one of the common languages.
func importLine(line []byte) bool {
	t := bytes.TrimSpace(line)
	for _, start := range importStarts() {
		if rest, ok := bytes.CutPrefix(t, []byte(start)); ok {
			return importRest(start, rest)
		}
	}
	return requireLine(t) || goImport(t)
}

func importStarts() []string {
	return []string{"import ", "from ", "use ", "pub use ", "mod ", "pub mod ", "extern crate ", "#include ", "using ", "require ", "require_relative "}
}

// importRest looks at what follows the word: a whole statement, not the first line
// of one.
func importRest(start string, rest []byte) bool {
	switch start {
	case "from ":
		return bytes.Contains(rest, []byte(" import ")) && !bytes.ContainsAny(rest, "(\\")
	case "use ", "pub use ", "mod ", "pub mod ", "extern crate ", "using ":
		return bytes.HasSuffix(rest, []byte{';'}) && bytes.Count(rest, []byte{'{'}) == bytes.Count(rest, []byte{'}'})
	case "import ":
		return !bytes.HasSuffix(rest, []byte{'('}) && bytes.Count(rest, []byte{'{'}) == bytes.Count(rest, []byte{'}'})
	default:
		return true
	}
}

// requireLine says whether a line binds one name to a module of JavaScript.
func requireLine(t []byte) bool {
	for _, start := range []string{"const ", "var ", "let "} {
		if rest, ok := bytes.CutPrefix(t, []byte(start)); ok {
			_, value, bound := bytes.Cut(rest, []byte(" = require("))
			return bound && bytes.IndexByte(value, ')') >= len(value)-2
		}
	}
	return false
}

// goImport says whether a line is a path of an import declaration of Go: a quoted
// path with a slash or of a single word, behind at most a name.
func goImport(t []byte) bool {
	i := bytes.IndexByte(t, '"')
	if i < 0 || len(t) < i+3 || t[len(t)-1] != '"' || bytes.ContainsAny(t[i+1:len(t)-1], "\" \t,:()") {
		return false
	}
	name := bytes.TrimSpace(t[:i])
	return bytes.IndexFunc(name, func(r rune) bool { return classOf(r) != word && r != '.' }) < 0
}

func blankLine(line []byte) bool { return len(bytes.TrimSpace(line)) == 0 }
