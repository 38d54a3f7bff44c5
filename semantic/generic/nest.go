package generic

import "bytes"

// frame is an open bracket within others. Frames are never changed, so that the
// branches of an #if can go on from the same one.
type frame struct {
	outer *frame
	at    int // where in code
	depth int32
	round bool
}

// branches are those of an #if.
type branches struct {
	before *frame // what is open where it begins
	after  *frame // what the branch that counts leaves open
	known  bool   // after is set
	dead   bool   // the first branch is never compiled
}

// nester follows the brackets of a file.
type nester struct {
	*scanner
	top *frame
	ifs []branches
}

// nest gives each lexeme its depth, and fails where a bracket lacks its partner.
func (s *scanner) nest() {
	n := &nester{scanner: s, top: &frame{}}
	for i := range s.code {
		x := &s.code[i]
		switch first := s.content[x.start]; {
		case x.kind == closing, x.kind == str && first == '}':
			n.close(i)
		case x.kind == directive && s.syntax.preprocessor:
			n.directive(s.content[x.start+1 : x.end])
		}
		x.depth, x.round = n.top.depth, n.top.round
		switch {
		case x.kind == opening, x.kind == str && n.opensHole(*x):
			n.top = &frame{outer: n.top, at: i, depth: n.top.depth + 1, round: s.content[x.start] != '{' || x.kind == str}
		}
	}
	if n.top.outer != nil {
		s.fail(s.code[n.top.at].start, "a bracket is not closed")
	}
}

func (n *nester) opensHole(x lexeme) bool {
	return bytes.HasSuffix(n.content[x.start:x.end], []byte("${")) && n.syntax.holes()
}

func (x *syntax) holes() bool {
	for _, q := range x.quotes {
		if q.holes {
			return true
		}
	}
	return false
}

func (n *nester) close(i int) {
	x := n.code[i]
	if n.top.outer == nil {
		n.fail(x.start, "a bracket closes that was not opened")
		return
	}
	open := n.code[n.top.at]
	if open.kind == opening && partner(n.content[open.start]) != n.content[x.start] {
		n.fail(x.start, "a bracket closes that another one opened")
	}
	n.top = n.top.outer
}

func partner(c byte) byte {
	switch c {
	case '(':
		return ')'
	case '[':
		return ']'
	}
	return '}'
}

// directive minds what the branches of an #if open and close: each of them goes on
// from where the first one began, and behind the #endif all is as the first one
// left it.
func (n *nester) directive(text []byte) {
	text = bytes.TrimLeft(text, " \t")
	last := len(n.ifs) - 1
	switch {
	case bytes.HasPrefix(text, []byte("if")):
		n.ifs = append(n.ifs, branches{before: n.top, dead: isZero(text)})
	case last < 0:
	case bytes.HasPrefix(text, []byte("el")):
		b := &n.ifs[last]
		if !b.known && !b.dead {
			b.after, b.known = n.top, true
		}
		b.dead = false
		n.top = b.before
	case bytes.HasPrefix(text, []byte("endif")):
		switch b := n.ifs[last]; {
		case b.known:
			n.top = b.after
		case b.dead:
			n.top = b.before
		}
		n.ifs = n.ifs[:last]
	}
}

func isZero(text []byte) bool {
	fields := bytes.Fields(text[:min(len(text), 16)])
	return len(fields) > 1 && string(fields[0]) == "if" && string(fields[1]) == "0"
}
