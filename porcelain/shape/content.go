package shape

// CutContent shortens each text at one of the paths to at most n bytes of
// content. A path goes on in each entry of a list, and may end at a list of
// texts. A text whose sibling field (its name with "_encoding", or "encoding"
// for "content") says base64 is shortened to n decoded bytes, and one that says
// percent is never cut inside an escape, which stands for one byte; others are
// cut between characters. cut reports that something was shortened.
func CutContent(object []byte, paths [][]string, n int) (out []byte, cut bool, err error) {
	object, err = checkObject(object)
	if err != nil {
		return nil, false, err
	}
	c := cutter{limit: n}
	out, err = c.descend(make([]byte, 0, len(object)), newPathTree(paths), object)
	return out, c.cut, err
}

// cutter appends values with their content shortened.
type cutter struct {
	limit int
	cut   bool
}

func (c *cutter) descend(dst []byte, tree *pathTree, value []byte) ([]byte, error) {
	switch value[0] {
	case '{':
		return c.object(dst, tree, value)
	case '[':
		dst = append(dst, '[')
		for _, entry := range entries(value) {
			var err error
			if dst, err = c.descend(appendComma(dst), tree, entry); err != nil {
				return nil, err
			}
		}
		return append(dst, ']'), nil
	}
	return append(dst, value...), nil
}

func (c *cutter) object(dst []byte, tree *pathTree, object []byte) ([]byte, error) {
	fields, err := members(object)
	if err != nil {
		return nil, err
	}
	dst = append(dst, '{')
	for _, m := range fields {
		next := tree.below[m.name]
		switch {
		case next == nil:
			dst = appendMember(dst, m.key, m.value)
		case next.whole:
			dst = c.texts(appendMember(dst, m.key, nil), m.value, encodingAmong(fields, m.name))
		default:
			if dst, err = c.descend(appendMember(dst, m.key, nil), next, m.value); err != nil {
				return nil, err
			}
		}
	}
	return append(dst, '}'), nil
}

// encodingAmong is how the text of a field is encoded, as a sibling says.
func encodingAmong(fields []member, name string) encoding {
	tells := encodingName(name)
	for i := range fields {
		if fields[i].name == tells {
			return parseEncoding(fields[i].value)
		}
	}
	return plain
}

// texts appends a text, or a list of texts, shortened.
func (c *cutter) texts(dst, value []byte, enc encoding) []byte {
	switch value[0] {
	case '"':
		out, cut := cutToContent(value, enc, c.limit)
		c.cut = c.cut || cut
		return append(dst, out...)
	case '[':
		dst = append(dst, '[')
		for _, entry := range entries(value) {
			dst = c.texts(appendComma(dst), entry, enc)
		}
		return append(dst, ']')
	}
	return append(dst, value...)
}
