package storecmd

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// writeOut writes content to a file, which is replaced only when everything was
// read, verified and written. What else has the name stays as it is on failure.
func writeOut(ctx context.Context, path string, c *content, p *render.Progress) (n uint64, err error) {
	mode := os.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		if info.IsDir() {
			return 0, fault("store/is-directory", filepath.Base(path), nil)
		}
		mode = info.Mode().Perm()
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".genesis-out-*")
	if err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			_ = tmp.Close() // it may be closed already
			if failed := os.Remove(tmp.Name()); failed != nil && !errors.Is(failed, fs.ErrNotExist) {
				err = contract.FailCleanup("temporary file", failed, err)
			}
		}
	}()
	if err = tmp.Chmod(mode); err != nil {
		return 0, err
	}
	p.Total(0, c.length())
	written, err := c.writeTo(ctx, &meter{w: tmp, p: p})
	if err != nil {
		return 0, err
	}
	if err = tmp.Sync(); err != nil {
		return 0, err
	}
	if err = tmp.Close(); err != nil {
		return 0, err
	}
	return uint64(written), os.Rename(tmp.Name(), path)
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
