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
	begun  int   // the line at which the present command begins
	offset int64 // of its first byte
	lines  int   // that were read, those of data too
	next   int64 // behind what was read
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
	p.offset, p.number = p.next, p.lines+1
	b, err := p.r.ReadSlice('\n')
	switch {
	case errors.Is(err, io.EOF) && len(b) == 0:
		p.end = true
		return "", false, nil
	case errors.Is(err, bufio.ErrBufferFull):
		return "", false, p.Fail("the line is longer than %d bytes", maxLine)
	case err != nil && !errors.Is(err, io.EOF):
		return "", false, err
	}
	p.next += int64(len(b))
	var ended bool
	if p.line, ended = strings.CutSuffix(string(b), "\n"); ended {
		p.lines++
	}
	p.have = true
	return p.line, true, nil
}

func (p *Parser) take() { p.have = false }

// Line is the line at which the command begins that Next returned, from 1.
func (p *Parser) Line() int { return p.begun }

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
	Ref      string
	Mark     uint64 // 0: none
	Original gitobj.OID
	// Author and Committer are NAME <EMAIL> SECONDS ZONE; the author is empty when
	// it is the committer.
	Author, Committer string
	Signatures        []objects.Header // that newer Gits write
	Encoding          string
	Message           []byte
	From              string   // a commit as the stream names it; empty: the branch as it is
	Merges            []string // further parents
}

// Tag is an annotated tag.
type Tag struct {
	Name     string
	Mark     uint64
	From     string
	Original gitobj.OID
	Tagger   string // as the people of a commit; may be empty
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
		p.begun = p.number
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

// feature accepts what changes nothing here: options say how fast and how deep, and
// not what.
func (p *Parser) feature(word, rest string) error {
	if word == "option" {
		return nil
	}
	name, value, _ := strings.Cut(rest, "=")
	switch name {
	case "done":
		p.promised = true
		return nil
	case "relative-marks", "no-relative-marks":
		return nil
	case "date-format":
		if value != "raw" && value != "raw-permissive" {
			return p.Fail("dates are read in the raw format only")
		}
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

// person reads the line of an author, a committer or a tagger.
func (p *Parser) person(field string) (string, error) {
	text, ok, err := p.field(field)
	if err != nil || !ok {
		return "", err
	}
	text, _, bad := CheckPerson(text)
	if bad != nil {
		return "", p.Fail("%s: %v", field, bad)
	}
	return text, nil
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
	if c.Committer, err = p.person("committer"); err != nil {
		return nil, err
	}
	if c.Committer == "" {
		return nil, p.Fail("a commit without a committer")
	}
	if c.Signatures, err = p.signatures(); err != nil {
		return nil, err
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

// signatureHeaders are the headers of a commit that have its signatures, by the hash
// of the repository that they sign it for.
var signatureHeaders = [...]struct{ hash, header string }{{"sha1", "gpgsig"}, {"sha256", "gpgsig-sha256"}}

// signatures reads "gpgsig HASH FORMAT" with its data, once for each hash.
func (p *Parser) signatures() (list []objects.Header, err error) {
	found := map[string]string{}
	for {
		text, ok, err := p.field("gpgsig")
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		hash, _, _ := strings.Cut(text, " ")
		if hash != "sha1" && hash != "sha256" || found[hash] != "" {
			return nil, p.Fail("gpgsig is for sha1 and for sha256, once each")
		}
		signature, err := p.text()
		if err != nil {
			return nil, err
		}
		found[hash] = string(signature)
	}
	for _, s := range signatureHeaders {
		if text := found[s.hash]; text != "" {
			list = append(list, objects.Header{Name: objects.Bytes(s.header), Value: objects.Bytes(text)})
		}
	}
	return list, nil
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
