package workspace

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/genesis-vcs/genesis/objects/packstore"
)

// pendingFile is workspace.toml until everything else is there. It keeps the
// identity of a workspace whose making was killed, because the store may know
// it already.
const pendingFile = markerFile + ".new"

// making is a workspace that is being made, under the lock of its meta directory.
type making struct {
	ws   *Workspace
	opts InitOptions
	undo []func() // takes back what was made, the last first
}

// claim makes the meta directory and takes its lock.
func (m *making) claim(ctx context.Context, meta string) (unlock func(), err error) {
	for {
		made := missing(meta)
		m.undo = []func(){func() { removeEmpty(made) }}
		if err := os.MkdirAll(meta, 0o755); err != nil {
			m.takeBack()
			return nil, err
		}
		unlock, there, err := lockDir(ctx, meta)
		if err != nil {
			m.takeBack()
			return nil, err
		}
		if there {
			return unlock, nil
		}
		unlock() // who had the lock took the directory back
	}
}

// make does everything, the file that makes it a workspace last.
func (m *making) make(ctx context.Context) error {
	for _, step := range []func(context.Context) error{m.identify, m.hideFromGit, m.makeStore, m.attach, m.finish} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	m.undo = nil
	return nil
}

// takeBack removes what was made, unless all of it was.
func (m *making) takeBack() {
	for _, step := range slices.Backward(m.undo) {
		step()
	}
	m.undo = nil
}

// identify gives the workspace its id: that of a making that was killed, if it
// was for the same store.
func (m *making) identify(context.Context) error {
	path := filepath.Join(m.ws.Meta(), pendingFile)
	begun, err := readMarker(path)
	if err == nil && begun.Store == m.ws.RelativeStore() {
		m.ws.ID = begun.ID
		return nil
	}
	m.ws.ID = newID()
	m.undo = append(m.undo, func() { _ = os.Remove(path) })
	return marker{ID: m.ws.ID, Store: m.ws.RelativeStore()}.write(path)
}

// hideFromGit makes Git, whose repository the workspace may be in, leave the
// directory alone. A file of the name that is there already is the user's.
func (m *making) hideFromGit(context.Context) error {
	path := filepath.Join(m.ws.Meta(), ".gitignore")
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	m.undo = append(m.undo, func() { _ = os.Remove(path) })
	return writeAtomic(path, []byte("*\n"))
}

// makeStore creates the store, unless there is one.
func (m *making) makeStore(ctx context.Context) error {
	made := missing(m.ws.Store)
	created, err := packstore.Create(ctx, m.ws.Store, m.opts.Open)
	if err != nil || !created {
		return err
	}
	m.undo = append(m.undo, func() {
		if packstore.Discard(context.WithoutCancel(ctx), m.ws.Store, m.ws.ID, m.opts.Open) == nil {
			removeEmpty(made)
		}
	})
	return nil
}

func (m *making) attach(ctx context.Context) error {
	if m.opts.Attach == nil {
		return nil
	}
	return m.opts.Attach(ctx, m.ws)
}

// finish makes it a workspace.
func (m *making) finish(context.Context) error {
	path := filepath.Join(m.ws.Meta(), markerFile)
	if err := os.Rename(filepath.Join(m.ws.Meta(), pendingFile), path); err != nil {
		return err
	}
	m.undo = append(m.undo, func() { _ = os.Remove(path) })
	return errors.Join(syncDir(m.ws.Meta()), syncDir(m.ws.Root))
}

// missing lists the directories that have to be made for dir to exist, the
// innermost first.
func missing(dir string) (dirs []string) {
	for {
		if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) || filepath.Dir(dir) == dir {
			return dirs
		}
		dirs = append(dirs, dir)
		dir = filepath.Dir(dir)
	}
}

// removeEmpty takes directories back that were made, as long as they are empty.
func removeEmpty(dirs []string) {
	for _, dir := range dirs {
		if err := os.Remove(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return
		}
	}
}
