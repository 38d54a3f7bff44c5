package langcmd

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"

	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
)

// formatted is a source with its formatted text.
type formatted struct {
	fmtFile
	*source
	after []byte
}

// readFormatted reads a file and formats its text.
func readFormatted(ctx context.Context, env *cli.Env, path string) (*formatted, error) {
	s, err := readSource(ctx, env, path)
	if err != nil {
		return nil, err
	}
	lang, ok := s.coreForm()
	if !ok {
		return nil, contract.Failf("usage/bad-argument", contract.Facts{"argument": "FILE", "value": path},
			"CoreForm is formatted, in files that are named *.gc or *.gcpatch")
	}
	m, err := lang.Load(s.text)
	if err != nil {
		return nil, s.fault(err)
	}
	f := &formatted{source: s, fmtFile: fmtFile{Path: fields.PathOf(path), HashKind: lang.HashKind()}}
	if f.Hash, err = lang.Hash(m); err != nil {
		return nil, s.fault(err)
	}
	if f.after, err = m.Formatted(); err != nil {
		return nil, s.fault(err)
	}
	f.Bytes, f.Changed = len(f.after), !bytes.Equal(s.text, f.after)
	return f, nil
}

// preview is what the file would become.
func (f *formatted) preview() fields.Preview {
	size := uint64(len(f.after))
	p := fields.Preview{Path: f.Path, Change: "modified", Kind: "file", Size: &size}
	text, encoding := fields.Content(f.after)
	p.Content, p.Encoding = &text, encoding
	return p
}

// write replaces the file, of a symbolic link the one that it leads to. A file
// that is not as it was read is left alone: *worktree.ChangedError.
func (f *formatted) write(ctx context.Context, env *cli.Env) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	path, err := filepath.EvalSymlinks(env.Abs(f.path))
	if err != nil {
		return fields.FileFault(f.path, err)
	}
	err = fields.ReplaceFile(path, f.info.Mode().Perm(), func(w io.Writer) error {
		if _, err := w.Write(f.after); err != nil {
			return err
		}
		return f.unchanged(path)
	})
	return fields.NamedFault(f.path, err)
}

// unchanged fails when the file is not the one that was read, or not as it was.
func (f *formatted) unchanged(path string) error {
	now, err := os.Stat(path)
	if err != nil {
		return err
	}
	if !os.SameFile(f.info, now) || now.Size() != f.info.Size() || !now.ModTime().Equal(f.info.ModTime()) {
		return &worktree.ChangedError{Path: f.path}
	}
	return nil
}
