package gitobj

import (
	"bytes"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
)

// RawHeader is the foreign header that keeps the bytes of a commit or tag that
// the fields cannot hold.
const RawHeader = "genesis-git-raw"

// CommitBody is a commit of Git.
type CommitBody struct {
	Tree    OID
	Parents []OID
	// Fields has all the rest; its Parents and Snapshot are not set.
	Fields objects.Commit
}

// ParseCommit reads the body of a commit. Only a body that does not begin with
// a tree and parents is a *MalformedError: what else is odd is kept in RawHeader.
func ParseCommit(body []byte) (*CommitBody, error) {
	c := &CommitBody{}
	lines := headerLines{rest: body}
	if err := c.parseLinks(&lines); err != nil {
		return nil, err
	}
	c.parseFields(&lines)
	if !bytes.Equal(c.appendFields(nil), body) {
		c.Fields.Extra = append(c.Fields.Extra, objects.Header{Name: RawHeader, Value: objects.Bytes(body)})
	}
	return c, nil
}

// parseLinks reads the tree and the parents.
func (c *CommitBody) parseLinks(lines *headerLines) error {
	tree, ok := lines.take("tree")
	if !ok {
		return &MalformedError{Type: Commit, Reason: "it does not begin with a tree"}
	}
	var err error
	if c.Tree, err = parseOID(tree); err != nil {
		return &MalformedError{Type: Commit, Reason: "its tree has no id"}
	}
	for {
		parent, ok := lines.take("parent")
		if !ok {
			return nil
		}
		id, err := parseOID(parent)
		if err != nil {
			return &MalformedError{Type: Commit, Reason: "a parent has no id"}
		}
		c.Parents = append(c.Parents, id)
	}
}

// parseFields reads what follows the parents, as far as it has the usual form.
func (c *CommitBody) parseFields(lines *headerLines) {
	f := &c.Fields
	if author, ok := lines.take("author"); ok {
		f.Author = parsePerson(author)
	}
	if committer, ok := lines.take("committer"); ok {
		f.Committer = parsePerson(committer)
	}
	if encoding, ok := lines.take("encoding"); ok && plainText(encoding) {
		f.Encoding = string(encoding)
	}
	f.Extra = lines.foreign(c.setOwn)
	f.Message = objects.Bytes(lines.message())
	c.checkOwn()
}

// Encode returns the body. Fields of our own (agent, why, …) become headers
// whose names begin with "genesis-", which ParseCommit reads back.
func (c *CommitBody) Encode() []byte {
	if raw, ok := rawOf(c.Fields.Extra); ok {
		if body := []byte(raw); c.sameLinks(body) {
			return body
		}
	}
	return c.appendFields(nil)
}

// sameLinks reports whether a body names the tree and the parents of c.
func (c *CommitBody) sameLinks(body []byte) bool {
	var raw CommitBody
	err := raw.parseLinks(&headerLines{rest: body})
	return err == nil && raw.Tree == c.Tree && slices.Equal(raw.Parents, c.Parents)
}

func (c *CommitBody) appendLinks(b []byte) []byte {
	b = appendOIDLine(b, "tree", c.Tree)
	for _, p := range c.Parents {
		b = appendOIDLine(b, "parent", p)
	}
	return b
}

// appendFields appends the body that the fields make, without RawHeader.
func (c *CommitBody) appendFields(b []byte) []byte {
	f := &c.Fields
	b = c.appendLinks(b)
	b = appendPerson(append(b, "author "...), &f.Author)
	b = appendPerson(append(b, "committer "...), &f.Committer)
	if f.Encoding != "" {
		b = appendHeader(b, "encoding", f.Encoding)
	}
	b = c.appendOwn(b)
	for _, h := range f.Extra {
		if h.Name != RawHeader {
			b = appendHeader(b, string(h.Name), string(h.Value))
		}
	}
	b = append(b, '\n')
	return append(b, f.Message...)
}
