package workspace

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
)

// MetaDir is the directory of a workspace's own files, below its root.
const MetaDir = ".genesis"

const (
	// markerFile makes a directory a workspace.
	markerFile = "workspace.toml"
	// configFile is the workspace's configuration, in the meta directory.
	configFile = "config.toml"
	// storeDir is where the store is unless it was put elsewhere.
	storeDir = "store"
)

// Workspace is a directory with .genesis/workspace.toml. Paths are absolute
// and physical.
type Workspace struct {
	Root  string
	ID    string // empty for a bare store
	Store string // the store's directory
}

// Meta is the directory of the workspace's own files.
func (ws *Workspace) Meta() string { return filepath.Join(ws.Root, MetaDir) }

// RelativeStore is the store's directory as workspace.toml has it: relative to
// the root, with forward slashes, when it is inside, else absolute.
func (ws *Workspace) RelativeStore() string {
	if rel, ok := inside(ws.Root, ws.Store); ok {
		return filepath.ToSlash(rel)
	}
	return ws.Store
}

// Host is what the surroundings say; porcelain fills it in from the
// environment, which nothing below porcelain reads.
type Host struct {
	Home       string   // may be empty
	UserConfig string   // $XDG_CONFIG_HOME/genesis/config.toml; may not exist
	UID        int      // effective user id
	Safe       []string // directories of other users that the user's configuration allows
}

// NotFoundError reports that neither dir nor a parent is a workspace.
type NotFoundError struct{ Dir string }

func (e *NotFoundError) Error() string { return "not in a workspace" }

// Find looks for the workspace that dir is in, upwards. Errors: *NotFoundError,
// *DamagedError, *ForeignOwnerError, *ConfigError.
func Find(ctx context.Context, dir string, host Host) (*Workspace, error) {
	physical, err := filepath.EvalSymlinks(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &NotFoundError{Dir: dir}
	}
	if err != nil {
		return nil, err
	}
	root, err := findRoot(ctx, physical, host)
	if err != nil {
		return nil, err
	}
	if root == "" {
		return nil, &NotFoundError{Dir: dir}
	}
	return load(root, host)
}

// findRoot returns the nearest directory, from dir upwards, that has the file
// which makes it a workspace; "" if there is none. What else is called .genesis is
// an error, except where no workspace can be: other programs may keep it there.
func findRoot(ctx context.Context, dir string, host Host) (string, error) {
	for {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		found, err := isWorkspace(dir)
		switch {
		case found:
			return dir, nil
		case err != nil && refuseDir(dir, host) == "":
			return "", err
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", nil
		}
		dir = parent
	}
}

// load reads the workspace at root, after it has checked whose it is.
func load(root string, host Host) (*Workspace, error) {
	meta := filepath.Join(root, MetaDir)
	for _, path := range []string{root, meta, filepath.Join(meta, markerFile)} {
		if err := checkOwner(path, root, host); err != nil {
			return nil, err
		}
	}
	m, err := readMarker(filepath.Join(meta, markerFile))
	if err != nil {
		return nil, err
	}
	ws := &Workspace{Root: root, ID: m.ID, Store: filepath.FromSlash(m.Store)}
	if !filepath.IsAbs(ws.Store) {
		ws.Store = filepath.Join(root, ws.Store)
	}
	// Whoever trusts a workspace trusts what is inside it.
	if _, ok := inside(root, ws.Store); ok && listed(root, host.Safe) {
		return ws, nil
	}
	return ws, CheckOwner(ws.Store, host)
}

// inside reports whether path is below root (or root itself) and its path
// relative to root.
func inside(root, path string) (string, bool) {
	rel, err := filepath.Rel(root, path)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", false
	}
	return rel, true
}
