package worktree

import "strings"

// byteSet is a set of bytes.
type byteSet [4]uint64

func (s *byteSet) add(b byte)      { s[b>>6] |= 1 << (b & 63) }
func (s *byteSet) has(b byte) bool { return s[b>>6]&(1<<(b&63)) != 0 }

func (s *byteSet) addRange(lo, hi byte) {
	for b := int(lo); b <= int(hi); b++ {
		s.add(byte(b))
	}
}

func (s *byteSet) invert() {
	for i := range s {
		s[i] = ^s[i]
	}
}

// bracketNames are the named classes, over ASCII only as Git has them; its
// white space has neither vertical tab nor form feed.
var bracketNames = map[string]func(b byte) bool{
	"alnum":  func(b byte) bool { return isAlpha(b) || isDigit(b) },
	"alpha":  isAlpha,
	"blank":  func(b byte) bool { return b == ' ' || b == '\t' },
	"cntrl":  func(b byte) bool { return b < 0x20 || b == 0x7f },
	"digit":  isDigit,
	"graph":  func(b byte) bool { return b > 0x20 && b < 0x7f },
	"lower":  func(b byte) bool { return b >= 'a' && b <= 'z' },
	"print":  func(b byte) bool { return b >= 0x20 && b < 0x7f },
	"punct":  func(b byte) bool { return b > 0x20 && b < 0x7f && !isAlpha(b) && !isDigit(b) },
	"space":  func(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' },
	"upper":  func(b byte) bool { return b >= 'A' && b <= 'Z' },
	"xdigit": func(b byte) bool { return isDigit(b) || b|0x20 >= 'a' && b|0x20 <= 'f' },
}

func isAlpha(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }
func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// bracket reads one bracket expression.
type bracket struct {
	p   string
	i   int
	set byteSet
	// low is the byte that a following '-' begins a range from; 0 when none.
	low byte
}

// parseBracket compiles the bracket expression that p begins with and returns
// its length; 0 when it is not closed or names an unknown class.
func parseBracket(p string) (*byteSet, int) {
	b := bracket{p: p, i: 1}
	negated := b.i < len(p) && (p[b.i] == '!' || p[b.i] == '^')
	if negated {
		b.i++
	}
	// A ']' in first place is a member of the set.
	for first := true; b.i < len(p) && (first || p[b.i] != ']'); first = false {
		if !b.member() {
			return nil, 0
		}
	}
	if b.i >= len(p) {
		return nil, 0
	}
	if negated {
		b.set.invert()
	}
	return &b.set, b.i + 1
}

// member reads one byte, range or named class; false when it is malformed.
func (b *bracket) member() bool {
	rest := b.p[b.i:]
	switch {
	case rest[0] == '-' && b.low != 0 && len(rest) > 1 && rest[1] != ']':
		b.i++
		high, ok := b.char()
		if ok && high >= b.low {
			b.set.addRange(b.low, high)
		}
		b.low = 0
		return ok
	case strings.HasPrefix(rest, "[:"):
		return b.class(rest)
	}
	c, ok := b.char()
	b.set.add(c)
	b.low = c
	return ok
}

// char reads one byte, which may be escaped.
func (b *bracket) char() (c byte, ok bool) {
	if b.p[b.i] == '\\' {
		b.i++
		if b.i == len(b.p) {
			return 0, false
		}
	}
	c = b.p[b.i]
	b.i++
	return c, true
}

// class reads "[:name:]". Without the ":]" the '[' is an ordinary member.
func (b *bracket) class(rest string) bool {
	end := strings.IndexByte(rest[2:], ']')
	if end < 0 {
		return false
	}
	name, closed := strings.CutSuffix(rest[2:2+end], ":")
	if !closed {
		b.set.add('[')
		b.low = '['
		b.i++
		return true
	}
	in, known := bracketNames[name]
	if !known {
		return false
	}
	for c := 0; c < 256; c++ {
		if in(byte(c)) {
			b.set.add(byte(c))
		}
	}
	b.low = 0
	b.i += 2 + end + 1
	return true
}
