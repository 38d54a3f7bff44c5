package storecmd

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/chunk"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// putter stages files one after the other.
type putter struct {
	env      *cli.Env
	store    objects.Store
	stage    objects.Stage
	follow   bool
	progress *render.Progress
	expected uint64 // bytes of the files that were opened so far
}

// put stages the file at a path, or standard input for "-".
func (w *putter) put(ctx context.Context, path string) (putObject, error) {
	if path == "-" {
		return w.stream(ctx, path, fields.Input(ctx, w.env.Stdin))
	}
	abs := w.env.Abs(path)
	info, err := os.Lstat(abs)
	if err == nil && w.follow {
		info, err = os.Stat(abs)
	}
	if err != nil {
		return putObject{}, fields.FileFault(path, err)
	}
	switch mode := info.Mode(); {
	case mode.IsDir():
		return putObject{}, fields.PathFault("store/is-directory", path, nil)
	case mode&fs.ModeSymlink != 0:
		target, err := os.Readlink(abs)
		if err != nil {
			return putObject{}, fields.FileFault(path, err)
		}
		return w.stream(ctx, path, bytes.NewReader([]byte(target)))
	case mode.IsRegular():
		return w.file(ctx, path, abs)
	default:
		return putObject{}, fields.PathFault("store/not-file", path, nil)
	}
}

// rereads is how often a file that changed while it was read is read again.
const rereads = 3

// file stages a regular file. One that changed while it was read is read again,
// because its bytes would be of no single moment, and refused when it does not
// come to rest: *worktree.ChangedError. What was staged of an earlier reading
// of a large file is named by nothing.
func (w *putter) file(ctx context.Context, path, abs string) (putObject, error) {
	var last putObject
	for range 1 + rereads {
		o, whole, err := w.readFile(ctx, path, abs)
		if err != nil {
			return putObject{}, err
		}
		if o.Hash == last.Hash {
			o = last // the content stayed, and the first reading knows whether it is new
		}
		if whole {
			return o, nil
		}
		last = o
	}
	return putObject{}, &worktree.ChangedError{Path: path}
}

// readFile stages what a file holds; whole is false when it changed meanwhile.
func (w *putter) readFile(ctx context.Context, path, abs string) (o putObject, whole bool, err error) {
	f, err := os.Open(abs)
	if err != nil {
		return putObject{}, false, fields.FileFault(path, err)
	}
	defer f.Close()
	before, err := f.Stat()
	if err != nil {
		return putObject{}, false, fields.FileFault(path, err)
	}
	w.expected += uint64(before.Size())
	w.progress.Total(0, w.expected)
	in := io.Reader(f)
	if size := before.Size(); size > 0 { // files of /proc have none, and content
		// A file that grows as fast as it is read must come to an end.
		in = io.LimitReader(f, size+1)
	}
	o, err = w.stream(ctx, path, in)
	if err != nil {
		return putObject{}, false, err
	}
	after, err := f.Stat()
	if err != nil {
		return putObject{}, false, fields.FileFault(path, err)
	}
	return o, after.ModTime().Equal(before.ModTime()) && after.Size() == before.Size(), nil
}

// stream stages everything that r gives as one blob.
func (w *putter) stream(ctx context.Context, path string, r io.Reader) (putObject, error) {
	before := w.stage.Stats().Stored
	in := &inputReader{r: r}
	blob, err := chunk.Put(ctx, w.stage, in, func(n int) { w.progress.Add(0, uint64(n)) })
	if in.err != nil && ctx.Err() == nil {
		return putObject{}, fields.FileFault(path, in.err)
	}
	if err != nil {
		return putObject{}, err
	}
	o := putObject{Path: fields.PathOf(path), Hash: blob.ID, Kind: objects.KindBlob, Size: blob.Size, New: blob.Fresh}
	if o.New {
		o.Stored = w.stage.Stats().Stored - before
		return o, nil
	}
	o.Stored, err = w.storedBefore(ctx, blob.ID)
	return o, err
}

// storedBefore is what a blob that was there already occupies. One that is only
// in the stage is not counted twice.
func (w *putter) storedBefore(ctx context.Context, id objects.ID) (uint64, error) {
	size, err := storedBytes(ctx, w.store, id)
	if _, ok := errors.AsType[*objects.NotFoundError](err); ok {
		return 0, nil
	}
	return size.bytes, err
}

// inputReader remembers the error of a reader, to tell an unreadable file from
// a store that cannot be written.
type inputReader struct {
	r   io.Reader
	err error
}

func (i *inputReader) Read(p []byte) (int, error) {
	n, err := i.r.Read(p)
	if err != nil && err != io.EOF {
		i.err = err
	}
	return n, err
}
