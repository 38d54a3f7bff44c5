package fastio

import (
	"strings"

	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
)

// Body is the body of the commit that git fast-import makes of c.
func (c *Commit) Body(tree gitobj.OID, parents []gitobj.OID) []byte {
	var b strings.Builder
	line := func(name, value string) { b.WriteString(name + " " + strings.ReplaceAll(value, "\n", "\n ") + "\n") }
	line("tree", tree.String())
	for _, p := range parents {
		line("parent", p.String())
	}
	if c.Author == "" {
		line("author", c.Committer)
	} else {
		line("author", c.Author)
	}
	line("committer", c.Committer)
	if c.Encoding != "" {
		line("encoding", c.Encoding)
	}
	for _, h := range c.Signatures {
		line(string(h.Name), string(h.Value))
	}
	b.WriteByte('\n')
	b.Write(c.Message)
	return []byte(b.String())
}

// Body is the body of the tag that git fast-import makes of t.
func (t *Tag) Body(target gitobj.OID, typ gitobj.Type) []byte {
	b := "object " + target.String() + "\ntype " + typ.String() + "\ntag " + t.Name + "\n"
	if t.Tagger != "" {
		b += "tagger " + t.Tagger + "\n"
	}
	return []byte(b + "\n" + string(t.Message))
}
