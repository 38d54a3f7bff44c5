package storecmd

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/refs"
)

const (
	// maxRequest is the greatest length of a line of `store batch`: base64 of
	// the largest content of a document, and the rest of the line.
	maxRequest = maxDocument/3*4 + 64<<10
	// maxPending is how many puts are published together at most.
	maxPending = 4096
)

func batchCommand() *cli.Command {
	return &cli.Command{
		Path:  []string{"store", "batch"},
		Short: "Answer requests from standard input, one a line",
		Long: `Reads requests from standard input, one JSON object a line, and answers each in
order by one line, until the input ends:

  {"id": 1, "op": "has", "hash": "…"}
  {"id": 2, "op": "get", "hash": "…"}
  {"id": 3, "op": "put", "path": "FILE"}
  {"id": 4, "op": "put", "content": "text", "encoding": "utf-8"}

  {"id": 1, "ok": true, "data": {…}}
  {"id": 2, "ok": false, "error": {"code": "…", "message": "…", "context": {…}}}

"id" may be any JSON value or be left out. "encoding" is utf-8 or base64. The
data are those of store has, get and put. Puts that arrive together are
published together; each is durable when it is answered.

A line is UTF-8, with every key at most once and nothing else in it, and at most
` + strconv.Itoa(maxRequest) + ` bytes long, which is enough for 16 MiB of content in base64; a larger file
is put by its path. What cannot be understood, an empty line too, is answered by
store/bad-request.`,
		Example: `  printf '{"op":"has","hash":"%s"}\n' "$HASH" | genesis store batch`,
		Data:    []cli.Result{(*answerLine)(nil)},
		Exits:   []contract.Status{contract.Busy},
		Mutates: true,
		Raw:     cli.RecordLines,
		Run: func(ctx context.Context, env *cli.Env, _ []string) (cli.Result, error) {
			db, err := env.DB(ctx)
			if err != nil {
				return nil, err
			}
			s := &batchSession{
				env: env, db: db, store: db.Store(),
				in:  bufio.NewReaderSize(fields.Input(ctx, env.Stdin), 256<<10),
				out: bufio.NewWriterSize(env.Stdout, 64<<10),
			}
			return nil, s.serve(ctx)
		},
	}
}

// batchSession answers one stream of requests.
type batchSession struct {
	env   *cli.Env
	db    *refs.DB
	store objects.Store
	in    *bufio.Reader
	out   *bufio.Writer
	line  []byte // a request that is longer than the reader's buffer
	// number and length are those of the present request's line.
	number, length int
	// pending are puts that are staged but not yet published nor answered.
	stage   objects.Stage
	pending []pendingPut
}

// serve answers until the input ends. Whenever the next request is not there
// yet, everything that was asked for is published and answered first, so that a
// caller may wait for each answer.
func (s *batchSession) serve(ctx context.Context) error {
	defer func() {
		if s.stage != nil {
			_ = s.stage.Abort()
		}
	}()
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !s.lineWaiting() {
			if err := s.settle(ctx); err != nil {
				return err
			}
			if err := s.out.Flush(); err != nil {
				return err
			}
		}
		line, tooLong, err := s.readLine()
		s.number, s.length = s.number+1, len(line)
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if tooLong {
			err = s.refuse(ctx, request{}, badRequest(fmt.Sprintf("the line is longer than %d bytes", maxRequest)))
		} else {
			err = s.answer(ctx, line)
		}
		if err != nil {
			return err
		}
	}
	if err := s.settle(ctx); err != nil {
		return err
	}
	return s.out.Flush()
}

// answer handles one request. Its failure is an answer; an error ends the
// stream.
func (s *batchSession) answer(ctx context.Context, line []byte) error {
	if id, ok := plainHas(line); ok {
		return s.has(ctx, request{}, id)
	}
	req, err := parseRequest(line)
	if err != nil {
		return s.refuse(ctx, req, err)
	}
	switch req.Op {
	case "has":
		id, err := objects.ParseID(*req.Hash)
		if err != nil {
			return s.refuse(ctx, req, err)
		}
		return s.has(ctx, req, id)
	case "get":
		if err := s.settle(ctx); err != nil {
			return err
		}
		r, err := s.get(ctx, req)
		if err != nil {
			return s.refuse(ctx, req, err)
		}
		return s.reply(req, r)
	default:
		return s.put(ctx, req)
	}
}

// get answers what `store get --json` does.
func (s *batchSession) get(ctx context.Context, req request) (*getResult, error) {
	id, err := objects.ParseID(*req.Hash)
	if err != nil {
		return nil, err
	}
	c, err := open(ctx, s.store, id, false)
	if err != nil {
		return nil, err
	}
	r := &getResult{Hash: id, Kind: c.info.Kind, Size: c.info.Size}
	return r, r.embed(ctx, c)
}

// has is the request that comes in great numbers: it allocates nothing.
func (s *batchSession) has(ctx context.Context, req request, id objects.ID) error {
	if err := s.settle(ctx); err != nil {
		return err
	}
	ids := [1]objects.ID{id}
	found, err := s.store.Has(ctx, ids[:])
	if err != nil {
		return s.refuse(ctx, req, err)
	}
	buf := append(s.out.AvailableBuffer(), '{')
	if req.ID != nil {
		buf = append(append(append(buf, `"id":`...), req.ID...), ',')
	}
	buf = append(buf, `"ok":true,"data":{"present":{"`...)
	buf = hex.AppendEncode(buf, id[:])
	if found[0] {
		buf = append(buf, `":true},"all":true}}`...)
	} else {
		buf = append(buf, `":false},"all":false}}`...)
	}
	_, err = s.out.Write(append(buf, '\n'))
	return err
}

// refuse answers a request that failed, after what came before it.
func (s *batchSession) refuse(ctx context.Context, req request, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err := s.settle(ctx); err != nil {
		return err
	}
	return s.writeAnswer(req, nil, s.placed(err))
}

// placed makes the place of a request's fault one in the input: without a place
// of its own it is about the whole line.
func (s *batchSession) placed(err error) error {
	bad, ok := errors.AsType[*contract.Error](err)
	if !ok || bad.Code != "store/bad-request" {
		return err
	}
	if bad.Span == nil {
		bad = bad.At(spanOf(0, s.length))
	}
	bad.Span.StartLine, bad.Span.EndLine = s.number, s.number
	return bad
}

// reply answers a request with its data.
func (s *batchSession) reply(req request, data any) error { return s.writeAnswer(req, data, nil) }

// lineWaiting reports whether a whole request is in the buffer already.
func (s *batchSession) lineWaiting() bool {
	ahead, _ := s.in.Peek(s.in.Buffered())
	return bytes.IndexByte(ahead, '\n') >= 0
}

// readLine returns the next line without its end; it is valid until the next
// call. A line over maxRequest is skipped.
func (s *batchSession) readLine() (line []byte, tooLong bool, err error) {
	s.line = s.line[:0]
	for {
		part, err := s.in.ReadSlice('\n')
		if err == nil && len(s.line) == 0 && !tooLong {
			return part[:len(part)-1], false, nil
		}
		if len(s.line)+len(part) > maxRequest {
			s.line, tooLong = s.line[:0], true
		}
		if !tooLong {
			s.line = append(s.line, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && (len(s.line) > 0 || tooLong):
			return s.line, tooLong, nil
		case err != nil:
			return nil, false, err
		}
		return bytes.TrimSuffix(s.line, []byte{'\n'}), tooLong, nil
	}
}
