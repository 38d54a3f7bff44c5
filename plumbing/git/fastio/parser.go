package fastio

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
)

// maxLine bounds a line: a path of the greatest length, every byte of it quoted,
// with what stands before it.
const maxLine = 64 << 10

// StreamError reports where a stream breaks a rule.
type StreamError struct {
	Line   int   // from 1
	Offset int64 // of the line's first byte, from 0
	Reason string
}

func (e *StreamError) Error() string {
	return fmt.Sprintf("line %d, byte %d of the stream: %s", e.Line, e.Offset, e.Reason)
}

// Parser reads the commands of a stream.
type Parser struct {
	r      *bufio.Reader
	line   string // the present line, without its newline
	have   bool   // it was read and not taken
	end    bool
	number int   // of the present line
	offset int64 // of its first byte
	next   int64 // behind it
	data   *dataReader
	// promised says that the stream has to end with "done".
	promised bool
}

// NewParser returns a parser of a stream.
func NewParser(r io.Reader) *Parser { return &Parser{r: bufio.NewReaderSize(r, maxLine)} }

// Fail is a *StreamError at the present line.
func (p *Parser) Fail(format string, args ...any) error {
	return &StreamError{Line: p.number, Offset: p.offset, Reason: fmt.Sprintf(format, args...)}
}

// peek reads the present line; ok is false at the end of the stream.
func (p *Parser) peek() (line string, ok bool, err error) {
	if p.have || p.end {
		return p.line, p.have, nil
	}
	if p.data != nil {
		if err := p.data.finish(); err != nil {
			return "", false, err
		}
		p.data = nil
	}
	p.offset = p.next
	b, err := p.r.ReadSlice('\n')
	switch {
	case errors.Is(err, io.EOF) && len(b) == 0:
		p.end = true
		return "", false, nil
	case errors.Is(err, bufio.ErrBufferFull):
		p.number++
		return "", false, p.Fail("the line is longer than %d bytes", maxLine)
	case err != nil && !errors.Is(err, io.EOF):
		return "", false, err
	}
	p.number++
	p.next += int64(len(b))
	p.line, p.have = strings.TrimSuffix(string(b), "\n"), true
	return p.line, true, nil
}

func (p *Parser) take() { p.have = false }

// field takes the present line if it begins with the name and a blank, and returns
// the rest.
func (p *Parser) field(name string) (value string, ok bool, err error) {
	line, there, err := p.peek()
	if err != nil || !there {
		return "", false, err
	}
	if value, ok = strings.CutPrefix(line, name+" "); !ok {
		return "", false, nil
	}
	p.take()
	return value, true, nil
}

// Commit is a commit without its changes, which Change reads.
type Commit struct {
	Ref       string
	Mark      uint64 // 0: none
	Original  gitobj.OID
	Author    *objects.Person
	Committer objects.Person
	Encoding  string
	Message   []byte
	From      string   // a commit as the stream names it; empty: the branch as it is
	Merges    []string // further parents
}

// Tag is an annotated tag.
type Tag struct {
	Name     string
	Mark     uint64
	From     string
	Original gitobj.OID
	Tagger   *objects.Person
	Message  []byte
}

// Reset moves a branch; From is empty when it only begins anew.
type Reset struct{ Ref, From string }

// Alias gives a mark a second name.
type Alias struct {
	Mark uint64
	To   string
}

// Blob is a file's content, which Data reads.
type Blob struct {
	Mark     uint64
	Original gitobj.OID
}

// Next returns the next command: *Blob, *Commit, *Tag, *Reset or *Alias; io.EOF at
// the end of the stream, or behind "done". What a caller leaves unread of the data or
// of the changes of a command is checked and skipped.
func (p *Parser) Next() (any, error) {
	for {
		line, ok, err := p.peek()
		if err != nil {
			return nil, err
		}
		if !ok {
			if p.promised {
				return nil, p.Fail("the stream ends without the done that it promised")
			}
			return nil, io.EOF
		}
		word, rest, _ := strings.Cut(line, " ")
		switch {
		case line == "" || strings.HasPrefix(line, "#") || word == "progress" || line == "checkpoint":
			p.take()
		case line == "blob":
			p.take()
			return p.blob()
		case word == "commit":
			p.take()
			return p.commit(rest)
		case word == "tag":
			p.take()
			return p.tag(rest)
		case word == "reset":
			p.take()
			return p.reset(rest)
		case line == "alias":
			p.take()
			return p.alias()
		case line == "done":
			p.take()
			p.end, p.promised = true, false
			return nil, io.EOF
		case word == "feature" || word == "option":
			p.take()
			if err := p.feature(word, rest); err != nil {
				return nil, err
			}
		case word == "cat-blob" || word == "ls" || word == "get-mark":
			return nil, p.Fail("%s asks for an answer, and there is no way back", word)
		default:
			return nil, p.Fail("%.40q is no command", line)
		}
	}
}

// feature accepts what changes nothing here.
func (p *Parser) feature(word, rest string) error {
	name, _, _ := strings.Cut(rest, "=")
	if word == "option" {
		if strings.HasPrefix(rest, "git ") {
			return nil // how fast, how deep: not what
		}
		return nil
	}
	switch name {
	case "done", "notes", "export-marks", "date-format", "no-relative-marks", "relative-marks":
		if name == "date-format" && rest != "date-format=raw" {
			return p.Fail("dates are read in the raw format only")
		}
		p.promised = p.promised || name == "done"
		return nil
	default:
		return p.Fail("the feature %.40q is not known", name)
	}
}

func (p *Parser) blob() (*Blob, error) {
	b := &Blob{}
	var err error
	if b.Mark, err = p.mark(); err != nil {
		return nil, err
	}
	if b.Original, err = p.original(); err != nil {
		return nil, err
	}
	return b, p.startData()
}

// mark reads "mark :N"; 0 if there is none.
func (p *Parser) mark() (uint64, error) {
	text, ok, err := p.field("mark")
	if err != nil || !ok {
		return 0, err
	}
	n, ok := ParseMark(text)
	if !ok {
		return 0, p.Fail("%.40q is no mark", text)
	}
	return n, nil
}

// ParseMark reads ":N", N ≥ 1.
func ParseMark(text string) (uint64, bool) {
	digits, ok := strings.CutPrefix(text, ":")
	if !ok || digits == "" || digits[0] == '0' || digits[0] == '+' {
		return 0, false
	}
	n, err := strconv.ParseUint(digits, 10, 63)
	return n, err == nil
}

func (p *Parser) original() (gitobj.OID, error) {
	text, ok, err := p.field("original-oid")
	if err != nil || !ok {
		return gitobj.OID{}, err
	}
	oid, bad := gitobj.ParseOID(text)
	if bad != nil {
		return oid, p.Fail("original-oid has no id of 40 digits")
	}
	return oid, nil
}

// person reads "name <email> seconds zone".
func (p *Parser) person(field string) (*objects.Person, error) {
	text, ok, err := p.field(field)
	if err != nil || !ok {
		return nil, err
	}
	person, exact := gitobj.ParsePerson([]byte(text))
	if !exact {
		return nil, p.Fail("%s is not NAME <EMAIL> SECONDS ZONE", field)
	}
	return &person, nil
}

// maxMessage bounds a message, which is held.
const maxMessage = 16 << 20

// text reads data that is held.
func (p *Parser) text() ([]byte, error) {
	if err := p.startData(); err != nil {
		return nil, err
	}
	b, err := io.ReadAll(io.LimitReader(p.data, maxMessage+1))
	if err == nil && len(b) > maxMessage {
		err = p.Fail("a message of more than %d bytes", maxMessage)
	}
	return b, err
}

func (p *Parser) commit(ref string) (_ *Commit, err error) {
	c := &Commit{Ref: ref}
	if ref == "" {
		return nil, p.Fail("a commit to no branch")
	}
	if c.Mark, err = p.mark(); err != nil {
		return nil, err
	}
	if c.Original, err = p.original(); err != nil {
		return nil, err
	}
	if c.Author, err = p.person("author"); err != nil {
		return nil, err
	}
	committer, err := p.person("committer")
	if err != nil {
		return nil, err
	}
	if committer == nil {
		return nil, p.Fail("a commit without a committer")
	}
	c.Committer = *committer
	if line, _, err := p.peek(); err != nil || strings.HasPrefix(line, "gpgsig ") {
		return nil, cmpErr(err, p.Fail("signatures of commits in a stream are not known; import the repository itself"))
	}
	if c.Encoding, _, err = p.field("encoding"); err != nil {
		return nil, err
	}
	if c.Message, err = p.text(); err != nil {
		return nil, err
	}
	if c.From, _, err = p.field("from"); err != nil {
		return nil, err
	}
	for {
		merge, ok, err := p.field("merge")
		if err != nil {
			return nil, err
		}
		if !ok {
			return c, nil
		}
		if len(c.Merges) >= objects.MaxParents-1 {
			return nil, p.Fail("a commit with more than %d parents", objects.MaxParents)
		}
		c.Merges = append(c.Merges, merge)
	}
}

func cmpErr(first, second error) error {
	if first != nil {
		return first
	}
	return second
}

func (p *Parser) tag(name string) (_ *Tag, err error) {
	t := &Tag{Name: name}
	if name == "" {
		return nil, p.Fail("a tag without a name")
	}
	if t.Mark, err = p.mark(); err != nil {
		return nil, err
	}
	var ok bool
	if t.From, ok, err = p.field("from"); err != nil {
		return nil, err
	}
	if !ok {
		return nil, p.Fail("a tag of nothing")
	}
	if t.Original, err = p.original(); err != nil {
		return nil, err
	}
	if t.Tagger, err = p.person("tagger"); err != nil {
		return nil, err
	}
	t.Message, err = p.text()
	return t, err
}

func (p *Parser) reset(ref string) (_ *Reset, err error) {
	r := &Reset{Ref: ref}
	if ref == "" {
		return nil, p.Fail("a reset of no ref")
	}
	r.From, _, err = p.field("from")
	return r, err
}

func (p *Parser) alias() (_ *Alias, err error) {
	a := &Alias{}
	if a.Mark, err = p.mark(); err != nil {
		return nil, err
	}
	var ok bool
	if a.To, ok, err = p.field("to"); err != nil {
		return nil, err
	}
	if !ok || a.Mark == 0 {
		return nil, p.Fail("an alias needs a mark and a target")
	}
	return a, nil
}
