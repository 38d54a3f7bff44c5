package storecmd

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// outFile is what --out names.
type outFile struct {
	arg  string // as the person wrote it
	path string // absolute
	// through is set for what is no file but takes bytes: a device or a pipe.
	through, pipe bool
	// mode are the permissions of the file that is replaced; zero for none.
	mode fs.FileMode
}

// outArgument refuses what can be no file before anything is read.
func outArgument(arg string) error {
	switch {
	case arg == "-":
		return badOut(arg, "Without --out the content goes to standard output")
	case strings.HasSuffix(arg, "/"):
		return badOut(arg, "The path is that of a directory, and a file is needed")
	}
	return nil
}

func badOut(arg, message string) error {
	facts := fields.PathFacts(arg)
	facts["argument"] = "--out"
	return contract.Failf("usage/bad-argument", facts, "%s", message)
}

// findOut looks at what is at the path. Of a symbolic link the file that it
// points to is meant, whether it is there or not.
func findOut(env *cli.Env, arg string) (*outFile, error) {
	o := &outFile{arg: arg, path: env.Abs(arg)}
	info, err := os.Stat(o.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, o.fault(err)
	case info.IsDir():
		return nil, fields.PathFault("store/is-directory", arg, nil)
	case info.Mode()&(fs.ModeDevice|fs.ModeNamedPipe) != 0:
		o.through, o.pipe = true, info.Mode()&fs.ModeNamedPipe != 0
		return o, nil
	case !info.Mode().IsRegular():
		return nil, fields.PathFault("store/not-file", arg, nil)
	default:
		o.mode = info.Mode().Perm()
	}
	o.path, err = followLinks(o.path)
	if errors.Is(err, fs.ErrNotExist) {
		facts := fields.PathFacts(filepath.Dir(arg))
		return nil, contract.Failf("store/no-such-file", facts, "The directory of the file does not exist")
	}
	if err != nil {
		return nil, o.fault(err)
	}
	return o, nil
}

// maxLinks is how many links a path may lead through, as systems have it.
const maxLinks = 40

// followLinks returns the path at the end of a chain of symbolic links, without
// links in its directory; only the last component may be missing.
func followLinks(path string) (string, error) {
	for range maxLinks {
		at := strings.LastIndexByte(path, '/') + 1
		dir, err := filepath.EvalSymlinks(path[:at])
		if err != nil {
			return "", err
		}
		path = filepath.Join(dir, path[at:])
		info, err := os.Lstat(path)
		if errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode()&fs.ModeSymlink == 0 {
			return path, nil
		}
		if err != nil {
			return "", err
		}
		target, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(target) {
			target = dir + "/" + target
		}
		path = target
	}
	return "", &fs.PathError{Op: "open", Path: path, Err: syscall.ELOOP}
}

// fault is that of the system with the path that the person wrote.
func (o *outFile) fault(err error) error { return fields.NamedFault(o.arg, err) }

// write writes content to a file, which is replaced only when everything was
// read, verified and written. What else has the name stays as it is on failure.
func (o *outFile) write(ctx context.Context, c *content, p *render.Progress) (n uint64, err error) {
	if o.through {
		return o.writeThrough(ctx, c, p)
	}
	err = fields.ReplaceFile(o.path, o.mode, func(w io.Writer) (err error) {
		n, err = copyContent(ctx, w, c, p)
		return err
	})
	if err != nil {
		return 0, o.fault(err)
	}
	return n, nil
}

// writeThrough writes into a device or a pipe.
func (o *outFile) writeThrough(ctx context.Context, c *content, p *render.Progress) (uint64, error) {
	f, err := o.openThrough(ctx)
	if err != nil {
		return 0, o.fault(err)
	}
	// What is at the other end may stop to read.
	stop := context.AfterFunc(ctx, func() { _ = f.SetWriteDeadline(time.Unix(1, 0)) })
	defer stop()
	written, err := copyContent(ctx, f, c, p)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if ctx.Err() != nil && err != nil {
		return written, ctx.Err()
	}
	return written, o.fault(err)
}

// openThrough opens a device, or a pipe as soon as somebody reads from it.
func (o *outFile) openThrough(ctx context.Context) (*os.File, error) {
	if !o.pipe {
		return os.OpenFile(o.path, os.O_WRONLY, 0)
	}
	for {
		f, err := os.OpenFile(o.path, os.O_WRONLY|syscall.O_NONBLOCK, 0)
		if !errors.Is(err, syscall.ENXIO) {
			return f, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(readerPoll):
		}
	}
}

// readerPoll is how often a pipe is looked at for a reader.
const readerPoll = 10 * time.Millisecond

func copyContent(ctx context.Context, w io.Writer, c *content, p *render.Progress) (uint64, error) {
	p.Total(0, c.length())
	n, err := c.writeTo(ctx, &meter{w: w, p: p})
	return uint64(n), err
}

// meter tells a progress display what passes through a writer.
type meter struct {
	w io.Writer
	p *render.Progress
}

func (m *meter) Write(p []byte) (int, error) {
	n, err := m.w.Write(p)
	m.p.Add(0, uint64(n))
	return n, err
}
