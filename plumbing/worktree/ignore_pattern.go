package worktree

import "strings"

// pattern is one line of an ignore file.
type pattern struct {
	negated bool // "!…": takes back what a weaker pattern ignored
	dirOnly bool // "…/": matches directories only
	// inPath patterns have a slash before their end: they are matched against
	// the path below the ignore file. Others are matched against the last
	// component, at any depth.
	inPath bool
	// literal is what the text must begin with; the wildcard takes the rest.
	// Without wildcard the text must be equal.
	literal string
	wild    *wildcard
	suffix  bool // "*literal": the text must end with literal
}

// parsePatterns reads the text of an ignore file, in order. Lines end with LF or CRLF.
// A byte order mark is skipped. A line is cut at a NUL byte.
func parsePatterns(text string) []pattern {
	text = strings.TrimPrefix(text, "\ufeff")
	var patterns []pattern
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		line = strings.TrimSuffix(line, "\r")
		line, _, _ = strings.Cut(line, "\x00")
		line = trimSpaces(line)
		if p, ok := parsePattern(line); ok {
			patterns = append(patterns, p)
		}
	}
	return patterns
}

// trimSpaces removes trailing spaces that no backslash protects.
func trimSpaces(line string) string {
	keep := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case ' ':
			continue
		case '\\':
			if i+1 == len(line) {
				return line
			}
			i++
		}
		keep = i + 1
	}
	return line[:keep]
}

// parsePattern reads one line; ok is false when it can never match.
func parsePattern(line string) (p pattern, ok bool) {
	line, p.negated = strings.CutPrefix(line, "!")
	line, p.dirOnly = strings.CutSuffix(line, "/")
	p.inPath = strings.Contains(line, "/")
	if p.inPath {
		line = strings.TrimPrefix(line, "/")
	}
	if line == "" {
		return p, false
	}
	special := strings.IndexAny(line, `*?[\`)
	switch {
	case special < 0:
		p.literal = line
	case !p.inPath && line[0] == '*' && !strings.ContainsAny(line[1:], `*?[\`):
		p.literal, p.suffix = line[1:], true
	default:
		w := compileWildcard(line[special:])
		if w.never {
			return p, false
		}
		p.literal, p.wild = line[:special], &w
	}
	return p, true
}

// match reports whether the pattern names the file. Below is its path relative
// to the directory of the ignore file, base its last component.
func (p *pattern) match(below, base string, dir bool) bool {
	if p.dirOnly && !dir {
		return false
	}
	text := base
	if p.inPath {
		text = below
	}
	if p.suffix {
		return strings.HasSuffix(text, p.literal)
	}
	if p.wild == nil {
		return text == p.literal
	}
	return strings.HasPrefix(text, p.literal) && p.wild.match(text[len(p.literal):])
}
