package fastio

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
)

// dataReader reads the data of a command: a number of bytes, or all up to a line.
type dataReader struct {
	p     *Parser
	left  int64  // of a counted block
	until string // the line that ends a delimited block; empty: it is counted
	rest  []byte // of a line of a delimited block
	ended bool
}

// startData reads "data N" or "data <<END"; Data reads what follows.
func (p *Parser) startData() error {
	text, ok, err := p.field("data")
	if err != nil {
		return err
	}
	if !ok {
		return p.Fail("data is expected")
	}
	if end, ok := strings.CutPrefix(text, "<<"); ok {
		if end == "" {
			return p.Fail("the end of the data has no name")
		}
		p.data = &dataReader{p: p, until: end}
		return nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 || text[0] == '+' {
		return p.Fail("%.40q is no size of data", text)
	}
	p.data = &dataReader{p: p, left: n, ended: n == 0}
	return nil
}

// Data reads the data of the blob or the inline change that was returned last.
func (p *Parser) Data() io.Reader { return p.data }

// Read implements io.Reader.
func (d *dataReader) Read(b []byte) (int, error) {
	if d.ended {
		return 0, io.EOF
	}
	if d.until != "" {
		return d.readLines(b)
	}
	n, err := d.p.r.Read(b[:min(int64(len(b)), d.left)])
	d.left -= int64(n)
	d.p.next += int64(n)
	d.p.lines += bytes.Count(b[:n], []byte{'\n'})
	d.ended = d.left == 0
	if errors.Is(err, io.EOF) || err == nil && n == 0 && len(b) > 0 {
		return n, d.p.Fail("the stream ends %d bytes before the data does", d.left)
	}
	return n, err
}

func (d *dataReader) readLines(b []byte) (int, error) {
	if len(d.rest) == 0 {
		line, err := d.p.r.ReadSlice('\n')
		d.p.next += int64(len(line))
		if len(line) > 0 && line[len(line)-1] == '\n' {
			d.p.lines++
		}
		switch {
		case string(bytes.TrimSuffix(line, []byte{'\n'})) == d.until && err == nil:
			d.ended = true
			return 0, io.EOF
		case errors.Is(err, io.EOF):
			return 0, d.p.Fail("the stream ends before the data does")
		case err != nil && !errors.Is(err, bufio.ErrBufferFull):
			return 0, err
		}
		d.rest = append(d.rest[:0], line...)
	}
	n := copy(b, d.rest)
	d.rest = d.rest[n:]
	return n, nil
}

// finish skips what was left unread, and the newline that may follow.
func (d *dataReader) finish() error {
	if _, err := io.Copy(io.Discard, d); err != nil {
		return err
	}
	if next, err := d.p.r.Peek(1); err == nil && next[0] == '\n' {
		_, _ = d.p.r.Discard(1)
		d.p.next++
		d.p.lines++
	}
	return nil
}
