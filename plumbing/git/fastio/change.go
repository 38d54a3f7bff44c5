package fastio

import (
	"io"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// ChangeKind says what a change does.
type ChangeKind byte

// The kinds of changes.
const (
	Modify    ChangeKind = 'M'
	Delete    ChangeKind = 'D'
	Copy      ChangeKind = 'C'
	Rename    ChangeKind = 'R'
	DeleteAll ChangeKind = '*'
	Note      ChangeKind = 'N'
)

// Change is one change of a commit to the tree of its first parent.
type Change struct {
	Kind ChangeKind
	Mode objects.Mode // of Modify
	// Object is what Modify puts at the path, as the stream names it (a mark or 40
	// digits), or the commit that Note is about; "inline" is the data that follows.
	Object string
	Path   string // empty is the root
	To     string // of Copy and Rename
}

// Change returns the next change of the commit that Next returned; io.EOF behind the
// last one.
func (p *Parser) Change() (*Change, error) {
	line, ok, err := p.peek()
	if err != nil {
		return nil, err
	}
	word, rest, _ := strings.Cut(line, " ")
	if !ok || line == "" {
		if ok {
			p.take()
		}
		return nil, io.EOF
	}
	var c *Change
	switch {
	case word == "M":
		c, err = p.modify(rest)
	case word == "D":
		c = &Change{Kind: Delete}
		c.Path, err = p.wholePath(rest)
	case word == "C" || word == "R":
		c = &Change{Kind: ChangeKind(word[0])}
		c.Path, c.To, err = p.twoPaths(rest)
	case line == "deleteall":
		c = &Change{Kind: DeleteAll}
	case word == "N":
		c, err = p.note(rest)
	case word == "ls" || word == "cat-blob":
		return nil, p.Fail("%s asks for an answer, and there is no way back", word)
	default:
		return nil, io.EOF
	}
	if err != nil {
		return nil, err
	}
	p.take()
	if c.Object == "inline" {
		err = p.startData()
	}
	return c, err
}

// modify reads "MODE OBJECT PATH".
func (p *Parser) modify(rest string) (*Change, error) {
	mode, rest, _ := strings.Cut(rest, " ")
	object, path, ok := strings.Cut(rest, " ")
	if !ok || object == "" {
		return nil, p.Fail("a change is M MODE OBJECT PATH")
	}
	c := &Change{Kind: Modify, Object: object}
	var err error
	switch mode { // short forms of fast-import
	case "644":
		mode = "100644"
	case "755":
		mode = "100755"
	case "040000":
		mode = "40000"
	}
	if c.Mode, err = gitobj.ParseMode(mode); err != nil {
		return nil, p.Fail("%.40q is no mode", mode)
	}
	if object == "inline" && (c.Mode == objects.ModeDir || c.Mode == objects.ModeGitlink) {
		return nil, p.Fail("a %s cannot stand in the stream", c.Mode)
	}
	c.Path, err = p.wholePath(path)
	if err == nil && c.Path == "" && c.Mode != objects.ModeDir {
		err = p.Fail("the root can only be a directory")
	}
	return c, err
}

// note reads "OBJECT COMMIT".
func (p *Parser) note(rest string) (*Change, error) {
	object, commit, ok := strings.Cut(rest, " ")
	if !ok || object == "" || commit == "" {
		return nil, p.Fail("a note is N OBJECT COMMIT")
	}
	return &Change{Kind: Note, Mode: objects.ModeFile, Object: object, To: commit}, nil
}

// wholePath reads a path that ends the line.
func (p *Parser) wholePath(text string) (string, error) {
	if !strings.HasPrefix(text, `"`) {
		return text, p.checkPath(text)
	}
	path, rest, err := p.unquote(text)
	if err == nil && rest != "" {
		err = p.Fail("something follows the path")
	}
	if err != nil {
		return "", err
	}
	return path, p.checkPath(path)
}

// twoPaths reads the paths of a copy or a rename; the first ends at a blank unless
// it is quoted.
func (p *Parser) twoPaths(text string) (from, to string, err error) {
	var ok bool
	if strings.HasPrefix(text, `"`) {
		if from, text, err = p.unquote(text); err != nil {
			return "", "", err
		}
		text, ok = strings.CutPrefix(text, " ")
	} else {
		from, text, ok = strings.Cut(text, " ")
	}
	if !ok {
		return "", "", p.Fail("a copy or a rename has two paths")
	}
	if err := p.checkPath(from); err != nil {
		return "", "", err
	}
	to, err = p.wholePath(text)
	return from, to, err
}

// unquote reads a path in the quotes of C.
func (p *Parser) unquote(text string) (path, rest string, err error) {
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '"':
			return b.String(), text[i+1:], nil
		case c != '\\':
			b.WriteByte(c)
			continue
		}
		if i++; i == len(text) {
			break
		}
		if at := strings.IndexByte(`abfnrtv\"`, text[i]); at >= 0 {
			b.WriteByte("\a\b\f\n\r\t\v\\\""[at])
			continue
		}
		if i+3 > len(text) || strings.Trim(text[i:i+3], "01234567") != "" || text[i] > '3' {
			return "", "", p.Fail("a path with an unknown escape")
		}
		b.WriteByte((text[i]-'0')<<6 | (text[i+1]-'0')<<3 | (text[i+2] - '0'))
		i += 2
	}
	return "", "", p.Fail("a path without its closing quote")
}

// checkPath refuses what no tree may hold. The empty path is the root.
func (p *Parser) checkPath(path string) error {
	if path == "" {
		return nil
	}
	depth := 0
	for name := range strings.SplitSeq(path, "/") {
		if rule := snapshot.CheckName(name); rule != "" {
			return p.Fail("the path %.80q has a component that %s", path, rule)
		}
		if len(name) > objects.MaxName {
			return p.Fail("a path has a component of more than %d bytes", objects.MaxName)
		}
		if depth++; depth > snapshot.MaxDepth {
			return p.Fail("a path with more than %d components", snapshot.MaxDepth)
		}
	}
	return nil
}
