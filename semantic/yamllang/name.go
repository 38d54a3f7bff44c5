package yamllang

import (
	"bytes"

	"github.com/genesis-vcs/genesis/semantic"
)

// nameItems names items by what tells them apart, if it does.
func (c *cutter) nameItems(heads, starts []int, units []semantic.Unit) {
	for _, key := range []string{"name", "id", "key"} {
		seen := make(map[string]bool, len(units))
		names := make([]string, len(units))
		all := true
		for i, head := range heads {
			names[i] = c.valueOf(key, head, starts[i+1])
			all = all && names[i] != "" && !seen[names[i]]
			seen[names[i]] = true
		}
		if all {
			for i := range units {
				units[i].Name = names[i]
			}
			return
		}
	}
}

// valueOf gives the value of a key of the mapping that begins at line head, behind a
// dash or not.
func (c *cutter) valueOf(key string, head, end int) string {
	column := c.lines[head].indent
	if c.lines[head].item {
		column = c.lines[head].inner
	}
	for i := head; i < end; i++ {
		l := &c.lines[i]
		if l.keyed && l.key == key && (i == head || l.indent == column && !l.item) {
			return c.scalar(l)
		}
	}
	return ""
}

// scalar is the value of a key on its line, "" if that is not all of it.
func (c *cutter) scalar(l *line) string {
	v := trimmed(c.content[l.value:l.span.End])
	if n := bytes.Index(v, []byte(" #")); n >= 0 {
		v = trimmed(v[:n])
	}
	if len(v) == 0 || len(v) > 200 || bytes.IndexByte([]byte("|>&*![{"), v[0]) >= 0 {
		return ""
	}
	return string(bytes.Trim(v, "\"'"))
}

// documentName names a document as those of clusters are: by kind and name.
func (c *cutter) documentName(lo, hi int) string {
	kind, named := "", ""
	for i := lo; i < hi; i++ {
		l := &c.lines[i]
		switch {
		case !l.keyed || l.indent > 0 || l.item:
		case l.key == "kind":
			kind = c.scalar(l)
		case l.key == "metadata":
			next := i + 1
			for next < hi && c.lines[next].kind != entry {
				next++
			}
			if next < hi && c.lines[next].indent > 0 {
				end := next
				for end < hi && (c.lines[end].kind != entry || c.lines[end].indent > 0) {
					end++
				}
				named = c.valueOf("name", next, end)
			}
		}
	}
	if kind == "" || named == "" {
		return ""
	}
	return kind + " " + named
}

// own makes canonical what the lines from lo to hi have: how they go on, and the
// words of comments behind that.
func (c *cutter) own(lo, hi int) []byte {
	var code, comments []byte
	base := -1 // how deep the first line is that goes on
	for i := lo; i < hi; i++ {
		l := &c.lines[i]
		text := trimmed(l.span.In(c.content))
		switch l.kind {
		case blank, setting:
		case comment:
			comments = semantic.AppendText(comments, bytes.Join(bytes.Fields(bytes.TrimLeft(text, "#")), []byte{' '}))
		case entry:
			base = -1
			if l.keyed {
				code = semantic.AppendText(code, trimmed(c.content[l.span.Start:l.value]))
				text = trimmed(c.content[l.value:l.span.End])
			}
			code = semantic.AppendText(code, text)
		case goesOn, document:
			if base < 0 {
				base = l.indent
			}
			code = semantic.AppendText(append(code, byte(min(max(l.indent-base, 0), 255))), text)
		}
	}
	return semantic.AppendText(semantic.AppendText(nil, code), comments)
}
