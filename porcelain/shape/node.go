package shape

// node is a value of a document that is made to fit.
type node struct {
	kind    byte     // '{', '[', '"', or 0 for others and for what is not opened
	raw     []byte   // as it is written, but of objects and lists that are opened
	names   []member // of an object, without values
	kids    []*node  // the values of an object or the entries of a list
	changed bool     // itself: shortened, or some entry dropped
}

// parse opens a value to its leaves. The entries of the list at the path are
// left closed: most of them are dropped unseen.
func parse(raw []byte, closed []string) (*node, error) {
	n := &node{kind: raw[0]}
	switch n.kind {
	case '{':
		fields, err := members(raw)
		if err != nil {
			return nil, err
		}
		n.names = fields
		n.kids = make([]*node, len(fields))
		for i, m := range fields {
			var below []string
			if len(closed) > 0 && closed[0] == m.name {
				below = closed[1:]
				if len(below) == 0 && m.value[0] == '[' {
					n.kids[i] = closedList(m.value)
					continue
				}
			}
			if n.kids[i], err = parse(m.value, below); err != nil {
				return nil, err
			}
		}
	case '[':
		for _, entry := range entries(raw) {
			kid, err := parse(entry, nil)
			if err != nil {
				return nil, err
			}
			n.kids = append(n.kids, kid)
		}
	case '"':
		n.raw = raw
	default:
		n.kind, n.raw = 0, raw
	}
	return n, nil
}

func closedList(raw []byte) *node {
	n := &node{kind: '['}
	for _, entry := range entries(raw) {
		n.kids = append(n.kids, &node{raw: entry})
	}
	return n
}

// expand opens the entries of a list that was left closed.
func (n *node) expand() error {
	for i, kid := range n.kids {
		opened, err := parse(kid.raw, nil)
		if err != nil {
			return err
		}
		n.kids[i] = opened
	}
	return nil
}

// at is the node at a path of names, or nil.
func (n *node) at(path []string) *node {
	if len(path) == 0 {
		return nil
	}
	for _, name := range path {
		if n = n.field(name); n == nil {
			return nil
		}
	}
	return n
}

// field is the value of a field, or nil.
func (n *node) field(name string) *node {
	if n == nil || n.kind != '{' {
		return nil
	}
	for i := range n.names {
		if n.names[i].name == name {
			return n.kids[i]
		}
	}
	return nil
}

// encodingOf is how the text of the field at an index is encoded.
func (n *node) encodingOf(i int) encoding {
	if tells := n.field(encodingName(n.names[i].name)); tells != nil {
		return parseEncoding(tells.raw)
	}
	return plain
}

// dropLast drops the last entry of a list or an object and returns how many bytes
// that saves.
func (n *node) dropLast() int {
	last := len(n.kids) - 1
	saved := n.kids[last].measure()
	if last > 0 {
		saved++ // the comma
	}
	if n.kind == '{' {
		saved += len(n.names[last].key) + len(":")
		n.names = n.names[:last]
	}
	n.kids, n.changed = n.kids[:last], true
	return saved
}

// remove drops a field of an object.
func (n *node) remove(name string) {
	for i := range n.names {
		if n.names[i].name == name {
			n.names = append(n.names[:i:i], n.names[i+1:]...)
			n.kids = append(n.kids[:i:i], n.kids[i+1:]...)
			n.changed = true
			return
		}
	}
}

// measure is the number of bytes that append writes.
func (n *node) measure() int {
	if n.raw != nil {
		return len(n.raw)
	}
	size := len("{}") + max(0, len(n.kids)-1)
	for i, kid := range n.kids {
		if n.kind == '{' {
			size += len(n.names[i].key) + len(":")
		}
		size += kid.measure()
	}
	return size
}

func (n *node) isChanged() bool {
	if n.changed {
		return true
	}
	for _, kid := range n.kids {
		if kid.isChanged() {
			return true
		}
	}
	return false
}

// append writes the value.
func (n *node) append(dst []byte) []byte {
	switch {
	case n.raw != nil:
		return append(dst, n.raw...)
	case n.kind == '[':
		dst = append(dst, '[')
		for _, kid := range n.kids {
			dst = kid.append(appendComma(dst))
		}
		return append(dst, ']')
	}
	dst = append(dst, '{')
	for i, kid := range n.kids {
		dst = kid.append(appendMember(dst, n.names[i].key, nil))
	}
	return append(dst, '}')
}
