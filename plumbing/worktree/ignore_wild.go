package worktree

import "strings"

// A wildcard is the part of an ignore pattern from its first special byte on,
// compiled once and matched many times.
//
// The language is Git's: '?' and '[…]' take one byte and '*' a run of bytes,
// none of them a slash; "**" between slashes (or at an end) takes whole
// components. Matching needs no recursion: a failed attempt only ever has to
// lengthen the latest '*' of the component, or else the latest "**", because
// what precedes those is already matched as far to the left as it can be. So
// no hostile ignore file makes the cost exponential.
type wildcard struct {
	tokens []wildToken
	// never is set for a pattern that cannot match, such as an open bracket.
	never bool
}

type wildKind uint8

const (
	wildLiteral wildKind = iota // the bytes of text
	wildOne                     // one byte but '/'
	wildSet                     // one byte of the set, never '/'
	wildRun                     // any bytes but '/'
	wildDirs                    // nothing, or bytes that end with '/'
	wildAll                     // any bytes
)

type wildToken struct {
	kind wildKind
	text string
	set  *byteSet
}

// compileWildcard compiles a pattern that is relative to where it is matched:
// its beginning counts as the beginning of a component.
func compileWildcard(p string) wildcard {
	var c wildCompiler
	for i := 0; i < len(p) && !c.never; {
		i += c.next(p, i)
	}
	c.flush()
	return wildcard{tokens: c.tokens, never: c.never}
}

type wildCompiler struct {
	wildcard
	literal []byte
}

func (c *wildCompiler) flush() {
	if len(c.literal) > 0 {
		c.tokens = append(c.tokens, wildToken{kind: wildLiteral, text: string(c.literal)})
		c.literal = c.literal[:0]
	}
}

func (c *wildCompiler) add(t wildToken) {
	c.flush()
	c.tokens = append(c.tokens, t)
}

// next compiles what begins at p[i] and returns how many bytes that took.
func (c *wildCompiler) next(p string, i int) int {
	switch p[i] {
	case '\\':
		if i+1 == len(p) {
			c.never = true
			return 1
		}
		c.literal = append(c.literal, p[i+1])
		return 2
	case '?':
		c.add(wildToken{kind: wildOne})
		return 1
	case '*':
		return c.stars(p, i)
	case '[':
		set, n := parseBracket(p[i:])
		c.never = n == 0
		c.add(wildToken{kind: wildSet, set: set})
		return n
	}
	c.literal = append(c.literal, p[i])
	return 1
}

// stars compiles a run of asterisks. Two or more that stand alone between
// slashes cross components; everywhere else they are one asterisk.
func (c *wildCompiler) stars(p string, i int) int {
	n := 1
	for i+n < len(p) && p[i+n] == '*' {
		n++
	}
	rest := p[i+n:]
	alone := n > 1 && (i == 0 || p[i-1] == '/')
	switch {
	case alone && strings.HasPrefix(rest, "/"):
		c.add(wildToken{kind: wildDirs})
		return n + 1
	case alone && (rest == "" || strings.HasPrefix(rest, `\/`)):
		c.add(wildToken{kind: wildAll})
	default:
		c.add(wildToken{kind: wildRun})
	}
	return n
}

// match reports whether the whole of s matches.
func (w *wildcard) match(s string) bool {
	if w.never {
		return false
	}
	const none = -1
	token, at := 0, 0
	// Where to go on after a failure: the token behind the wildcard, and the
	// position that the next attempt starts from.
	run, runAt := none, 0
	far, farAt := none, 0
	for {
		if token == len(w.tokens) {
			if at == len(s) {
				return true
			}
		} else if t := &w.tokens[token]; t.kind >= wildRun {
			token++
			if t.kind == wildRun {
				run, runAt = token, at
			} else {
				far, farAt, run = token, at, none
			}
			continue
		} else if n := t.take(s[at:]); n > 0 {
			token, at = token+1, at+n
			continue
		}
		switch {
		case run != none && runAt < len(s) && s[runAt] != '/':
			runAt++
			token, at = run, runAt
		case far != none:
			next := w.lengthen(far-1, s, farAt)
			if next < 0 {
				return false
			}
			farAt, run = next, none
			token, at = far, farAt
		default:
			return false
		}
	}
}

// lengthen returns where the "**" at the token ends when it takes the least
// more than up to at; negative when it cannot.
func (w *wildcard) lengthen(token int, s string, at int) int {
	if w.tokens[token].kind == wildDirs {
		slash := strings.IndexByte(s[at:], '/')
		if slash < 0 {
			return -1
		}
		return at + slash + 1
	}
	if at == len(s) {
		return -1
	}
	return at + 1
}

// take returns how many bytes of s a token of fixed length takes; 0 for no match.
func (t *wildToken) take(s string) int {
	switch {
	case t.kind == wildLiteral:
		if strings.HasPrefix(s, t.text) {
			return len(t.text)
		}
	case s == "" || s[0] == '/':
	case t.kind == wildOne || t.set.has(s[0]):
		return 1
	}
	return 0
}
