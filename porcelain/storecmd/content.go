package storecmd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/chunk"
	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// content is what `store get` gives out of an object: bytes in memory, or the
// reader of a chunked blob, and the range of them that was asked for.
type content struct {
	info       objects.Info
	data       []byte
	blob       *chunk.Reader // nil when data holds everything
	isJSON     bool          // data is the JSON of a structured object
	start, end uint64
	whole      bool
}

// open reads an object. raw gives the canonical bytes of structured kinds.
func open(ctx context.Context, store objects.Store, id objects.ID, raw bool) (*content, error) {
	o, err := store.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	c := &content{info: o.Info, data: o.Data, whole: true}
	switch {
	case !o.List.IsZero():
		if c.blob, err = chunk.Open(ctx, store, id); err != nil {
			return nil, err
		}
		c.end = c.blob.Size()
		return c, nil
	case o.Kind.Structured() && !raw:
		v, err := objects.Decode(o.Kind, o.Data)
		if err != nil {
			return nil, err
		}
		if c.data, err = objects.JSON(v); err != nil {
			return nil, err
		}
		c.isJSON = true
	}
	c.end = uint64(len(c.data))
	return c, nil
}

// span is the range that --range asks for.
type span struct {
	text       string // empty: everything
	start, end uint64
}

// parseSpan reads "A:B". Numbers that are too great for any object are only
// outside of this one.
func parseSpan(text string) (*span, error) {
	if text == "" {
		return &span{}, nil
	}
	a, b, _ := strings.Cut(text, ":")
	start, errA := strconv.ParseUint(a, 10, 63)
	end, errB := strconv.ParseUint(b, 10, 63)
	if errors.Is(errA, strconv.ErrSyntax) || errors.Is(errB, strconv.ErrSyntax) {
		return nil, contract.Failf("usage/bad-argument", contract.Facts{"argument": "--range", "value": text},
			"A range is A:B, the numbers of the first byte and of the one behind the last, from 0 on")
	}
	return &span{text: text, start: start, end: end}, nil
}

// cut restricts the content to a range.
func (c *content) cut(s *span) error {
	if s.text == "" {
		return nil
	}
	if c.isJSON {
		return contract.Fail("store/not-blob", contract.Facts{"hash": c.info.ID, "kind": c.info.Kind})
	}
	if s.start > s.end || s.end > c.end {
		return contract.Fail("store/range", contract.Facts{"hash": c.info.ID, "range": s.text, "size": c.end})
	}
	c.whole = s.start == 0 && s.end == c.end
	c.start, c.end = s.start, s.end
	return nil
}

// length is the number of bytes that the content has.
func (c *content) length() uint64 { return c.end - c.start }

// writeTo writes the content. Of a chunked blob no more than a few chunks are
// in memory at a time.
func (c *content) writeTo(ctx context.Context, w io.Writer) (int64, error) {
	if c.blob == nil {
		data := c.data[c.start:c.end]
		if c.isJSON {
			var pretty bytes.Buffer
			if err := json.Indent(&pretty, data, "", "  "); err != nil {
				return 0, err
			}
			pretty.WriteByte('\n')
			data = pretty.Bytes()
		}
		n, err := w.Write(data)
		return int64(n), err
	}
	if c.whole {
		return c.blob.WriteTo(w)
	}
	return copyRange(ctx, w, io.NewSectionReader(c.blob, int64(c.start), int64(c.length())))
}

// copyRange copies in steps that a canceled context ends.
func copyRange(ctx context.Context, w io.Writer, r io.Reader) (int64, error) {
	buf := make([]byte, 256<<10)
	var sum int64
	for {
		if err := ctx.Err(); err != nil {
			return sum, err
		}
		n, err := r.Read(buf)
		if n > 0 {
			if _, err := w.Write(buf[:n]); err != nil {
				return sum, err
			}
			sum += int64(n)
		}
		if err == io.EOF {
			return sum, nil
		}
		if err != nil {
			return sum, err
		}
	}
}

// bytes returns the content in memory.
func (c *content) bytes(ctx context.Context) ([]byte, error) {
	if c.blob == nil {
		return c.data[c.start:c.end], nil
	}
	var b bytes.Buffer
	b.Grow(int(c.length()))
	_, err := c.writeTo(ctx, &b)
	return b.Bytes(), err
}
