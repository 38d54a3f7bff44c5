package fields

import (
	"context"
	"io"
)

// inputBuffer is the size in bytes of one read ahead.
const inputBuffer = 256 << 10

// Input reads a stream that may have nothing to give for any time, such as
// standard input, and ends with the context's error as soon as that is done. A
// read that hangs is left behind: it ends with the process. Bytes are read
// ahead, so nobody else may read from r.
func Input(ctx context.Context, r io.Reader) io.Reader {
	in := &input{ctx: ctx, full: make(chan piece), free: make(chan []byte, 2)}
	in.free <- make([]byte, inputBuffer)
	in.free <- make([]byte, inputBuffer)
	go in.pump(r)
	return in
}

// piece is what one read gave.
type piece struct {
	buf []byte // the whole buffer
	n   int
	err error
}

type input struct {
	ctx  context.Context
	full chan piece
	free chan []byte
	now  piece
	at   int // bytes of now that were given out
}

func (in *input) pump(r io.Reader) {
	for {
		buf, err := <-in.free, error(nil)
		n := 0
		for n == 0 && err == nil {
			n, err = r.Read(buf)
		}
		select {
		case in.full <- piece{buf, n, err}:
		case <-in.ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

// Read implements io.Reader.
func (in *input) Read(p []byte) (int, error) {
	for in.at == in.now.n {
		if in.now.err != nil {
			return 0, in.now.err
		}
		if in.now.buf != nil {
			in.free <- in.now.buf
			in.now = piece{}
		}
		in.at = 0
		select {
		case in.now = <-in.full:
		case <-in.ctx.Done():
			in.now.err = in.ctx.Err()
		}
	}
	n := copy(p, in.now.buf[in.at:in.now.n])
	in.at += n
	return n, nil
}
