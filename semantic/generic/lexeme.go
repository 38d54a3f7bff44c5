package generic

// kind tells lexemes apart.
type kind uint8

const (
	word kind = iota
	number
	str
	sign
	opening
	closing
	directive // a line of the preprocessor, or text around the code
	comment
)

// lexeme is a piece of content that is not white space.
type lexeme struct {
	start, end int
	kind       kind
	// depth is how many brackets are open around it; a bracket is not within
	// itself.
	depth int32
	// round says that the innermost of these is one in which line ends carry no
	// meaning: a parenthesis or a square bracket.
	round bool
}

// signs are those of more than one byte, the longest first. Those that end type
// parameters (>>) are none.
var signs = [...]string{
	"===", "!==", "**=", "<<=", "...", "..=", "??=", "&&=", "||=", "<=>",
	"==", "!=", "<=", ">=", "=>", "->", "::", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
	"&&", "||", "??", "?.", "?:", "<<", "**", "//", "..", ":=", "!!", "=~", "|>",
}

func signLen(text []byte) int {
	if len(text) > 1 && isSign(text[1]) {
		for _, s := range &signs {
			if len(text) >= len(s) && string(text[:len(s)]) == s {
				return len(s)
			}
		}
	}
	return 1
}

func isSign(c byte) bool {
	switch c {
	case '=', '>', '-', ':', '+', '&', '|', '?', '<', '*', '/', '.', '!', '~', '%', '^':
		return true
	}
	return false
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c >= 0x80
}
