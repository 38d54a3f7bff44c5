package jsonlang

import (
	"bytes"

	"github.com/genesis-vcs/genesis/semantic"
)

const (
	maxNesting = 10_000 // of values
	maxDepth   = 32     // of units
)

// parser reads values into units.
type parser struct{ scanner }

// value is what was read of one.
type value struct {
	canonical []byte // begins as no other kind of value does; may lie in the content
	units     []semantic.Unit
	set       bool
}

// value reads the value at the scanner; depth is how many stand around it.
func (p *parser) value(depth int) value {
	if depth > maxNesting {
		p.fail(p.at, "the nesting is too deep")
	}
	switch p.peek() {
	case '{':
		return p.object(depth)
	case '[':
		return p.array(depth)
	case '"':
		return value{canonical: append([]byte{'"'}, p.str()...)}
	}
	return value{canonical: p.word()}
}

func (p *parser) object(depth int) value {
	keys := map[string]bool{}
	twice := false
	v := value{}
	mark := len(p.comments)
	members := p.members(&v, depth, '}', func(u *semantic.Unit) []byte {
		if p.peek() != '"' {
			p.fail(p.at, "a key has to stand here")
		}
		key := p.str()
		u.Kind, u.Name = "key", string(key)
		twice = twice || keys[u.Name]
		keys[u.Name] = true
		p.skip()
		if p.peek() != ':' {
			p.fail(p.at, "a colon has to stand here")
		}
		p.at++
		p.skip()
		return append(semantic.AppendText(nil, key), p.inner(u, depth)...)
	})
	v.set = !twice
	var all []byte
	if v.set {
		all = semantic.AppendSet(nil, members)
	} else {
		all = appendAll(nil, members)
	}
	v.canonical = p.digest('{', all, mark)
	return v
}

func (p *parser) array(depth int) value {
	begin, mark := p.at, len(p.comments)
	v := value{}
	members := p.members(&v, depth, ']', func(u *semantic.Unit) []byte {
		u.Kind = "item"
		return p.inner(u, depth)
	})
	if bytes.IndexByte(p.content[begin:p.at], '\n') < 0 {
		v.units = nil
	}
	v.canonical = p.digest('[', appendAll(nil, members), mark)
	return v
}

// inner reads the value of a unit.
func (p *parser) inner(u *semantic.Unit, depth int) []byte {
	v := p.value(depth + 1)
	u.Units, u.Set = v.units, v.set && len(v.units) > 0
	return v.canonical
}

// members reads what stands between brackets into the units of v, and gives what
// each hashes; read reads one up to the end of its value.
func (p *parser) members(v *value, depth int, closing byte, read func(*semantic.Unit) []byte) [][]byte {
	var members [][]byte
	p.at++
	p.skipLine()
	for start, comma := p.at, true; ; start = p.at {
		comments := len(p.comments)
		p.skip()
		if p.peek() == closing {
			p.lenient = p.lenient || comma && len(members) > 0
			p.at++
			return members
		}
		if !comma {
			p.fail(p.at, "a comma or the closing bracket has to stand here")
		}
		var u semantic.Unit
		u.Body.Start = p.at
		canonical := semantic.AppendText(nil, read(&u))
		u.Body.End = p.at
		comma = p.comma()
		u.Span = semantic.Span{Start: start, End: p.at}
		canonical = p.appendComments(canonical, comments)
		members = append(members, canonical)
		if depth < maxDepth {
			u.Hash = semantic.Sum(name, u.Kind, canonical)
			v.units = append(v.units, u)
		}
	}
}

// comma moves behind the comma that follows a value, if one does, and then behind
// the line if nothing else is on it.
func (p *parser) comma() bool {
	at, comments := p.at, len(p.comments)
	p.skip()
	comma := p.peek() == ','
	if comma {
		p.at++
	} else {
		p.at, p.comments = at, p.comments[:comments]
	}
	p.skipLine()
	return comma
}
