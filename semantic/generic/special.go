package generic

import "bytes"

// special takes what only some languages have.
func (s *scanner) special() bool {
	x := s.syntax
	c := s.content[s.at]
	switch {
	case x.raw != noRaw && s.rawString():
	case x.preprocessor && c == '#' && s.fresh:
		s.add(directive, directiveLen(s.rest()))
	case x.embedded && s.has("?>"):
		s.text()
	case x.regexps && c == '/' && s.expects() && s.regexp():
	case x.heredocs && c == '<' && s.announced():
	case x.escapes && c == '\\' && s.at+1 < len(s.content) && s.content[s.at+1] != '\n':
		s.add(sign, 2)
	default:
		return false
	}
	return true
}

// directiveLen is the length of a line of the preprocessor, which goes on behind a
// backslash and in a comment.
func directiveLen(text []byte) int {
	for n := 0; n < len(text); n++ {
		switch text[n] {
		case '\\':
			if n++; n+1 < len(text) && text[n] == '\r' {
				n++
			}
		case '"', '\'':
			n = quotedEnd(text, n)
		case '/':
			if bytes.HasPrefix(text[n:], []byte("/*")) {
				end := bytes.Index(text[n+2:], []byte("*/"))
				if end < 0 {
					return len(text)
				}
				n += 2 + end + 1
			} else if bytes.HasPrefix(text[n:], []byte("//")) {
				return lineEnd(text, n)
			}
		case '\n':
			return lineEnd(text[:n], n)
		}
	}
	return len(text)
}

// quotedEnd is where the string that begins at n ends, n itself if it does not on
// its line.
func quotedEnd(text []byte, n int) int {
	for i := n + 1; i < len(text) && text[i] != '\n'; i++ {
		switch text[i] {
		case '\\':
			i++
		case text[n]:
			return i
		}
	}
	return n
}

func lineEnd(text []byte, from int) int {
	n := bytes.IndexByte(text[from:], '\n')
	if n < 0 {
		n = len(text) - from
	}
	if n += from; n > 0 && text[n-1] == '\r' {
		n--
	}
	return n
}

// text takes what precedes the code, or stands between two pieces of it.
func (s *scanner) text() {
	n := bytes.Index(s.rest(), []byte("<?"))
	if n < 0 {
		n = len(s.rest())
	} else {
		n += len("<?")
		for n < len(s.rest()) && (isLetter(s.rest()[n]) || s.rest()[n] == '=') {
			n++
		}
	}
	if n > 0 {
		s.add(directive, n)
	}
}

// expects reports whether a value can stand here, so that a slash begins one.
func (s *scanner) expects() bool {
	if len(s.code) == 0 {
		return true
	}
	last := s.code[len(s.code)-1]
	text := s.content[last.start:last.end]
	switch last.kind {
	case sign:
		return string(text) != "++" && string(text) != "--" && (string(text) != "<" || last.end < s.at) // </a>
	case opening, directive:
		return true
	case closing:
		return text[0] == '}' && s.fresh || text[0] == ')' && s.tested
	case word:
		switch string(text) {
		case "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "instanceof", "yield", "await", "default":
			return true
		}
		return false
	case str:
		return bytes.HasSuffix(text, []byte("${"))
	case number, comment:
	}
	return false
}

func (s *scanner) regexp() bool {
	if s.at < s.plain {
		return false
	}
	n := regexpLen(s.rest())
	if n == 0 {
		s.plain = s.at + s.lineLen()
		return false
	}
	s.add(str, n)
	return true
}

// regexpLen is the length of the regular expression that text begins with, 0 if
// it begins with none.
func regexpLen(text []byte) int {
	class := false
	for n := 1; n < len(text); n++ {
		switch text[n] {
		case '\n':
			return 0
		case '\\':
			n++
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if class {
				continue
			}
			for n++; n < len(text) && isLetter(text[n]); {
				n++
			}
			return n
		}
	}
	return 0
}

// announced takes <<WORD, behind whose line a string begins.
func (s *scanner) announced() bool {
	if !s.has("<<") || s.has("<<<") {
		return false
	}
	text := s.rest()[:min(len(s.rest()), maxLabel)]
	n := len("<<")
	for n < len(text) && (text[n] == '-' || text[n] == '~' || text[n] == ' ') {
		n++
	}
	from := n
	var end int
	if n < len(text) && (text[n] == '\'' || text[n] == '"') {
		from++
		end = quotedEnd(text, n)
		n = end + 1
	} else {
		if n < len(text) && text[n] == '\\' {
			n++
			from++
		}
		for n < len(text) && (isLetter(text[n]) || isDigit(text[n])) {
			n++
		}
		end = n
	}
	if end <= from || !isLetter(text[from]) {
		return false
	}
	s.pending = append(s.pending, text[from:end])
	s.add(sign, n)
	return true
}
