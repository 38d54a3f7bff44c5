package workspace

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/genesis-vcs/genesis/objects/packstore"
)

// InitOptions are those of `genesis init`.
type InitOptions struct {
	Store       string // absolute; empty: .genesis/store
	Bare        bool
	ForceNested bool
	// DryRun checks everything and makes nothing.
	DryRun bool
	// Attach publishes what the store has to know of a new workspace: the last
	// thing before it is one. It runs again for the same workspace when it or
	// what comes after it was interrupted. May be nil.
	Attach func(ctx context.Context, ws *Workspace) error
	// Open are the options that the store is made with.
	Open packstore.Options
}

// The reasons of a *RefusedError.
const (
	RootDir      = "root"
	HomeDir      = "home"
	Nested       = "nested"          // in another workspace
	Metadata     = "metadata"        // inside .git or .genesis
	StoreInTree  = "store-in-tree"   // the store would be among the files that it keeps
	OtherStore   = "other-store"     // the workspace has another store than was asked for
	NotEmpty     = "not-empty"       // a bare store needs an empty directory
	NotDirectory = "not-a-directory" // there is something else
)

// RefusedError reports a directory that may not become a workspace, for one of
// the reasons above.
type RefusedError struct{ Dir, Reason string }

func (e *RefusedError) Error() string { return "refused as a workspace: " + e.Reason }

// Init makes dir a workspace (Bare: dir itself becomes a store) and creates its
// store; created is false when it already was one. A directory that does not
// exist is made. With DryRun the workspace that would be made has no id.
//
// It is all or nothing: a run that fails, or panics, takes back what it made. One
// that was killed leaves no workspace, and the next completes it.
// Errors: *RefusedError, *ForeignOwnerError, *ConfigError, that of Attach.
func Init(ctx context.Context, dir string, host Host, opts InitOptions) (ws *Workspace, created bool, err error) {
	root, err := initRoot(ctx, dir, host, opts)
	if err != nil {
		return nil, false, err
	}
	if opts.Bare {
		return initBare(ctx, root, opts)
	}
	ws, err = planInit(root, host, opts)
	if err != nil || ws.ID != "" {
		return ws, false, err
	}
	if opts.DryRun {
		return ws, true, nil
	}
	m := &making{opts: opts}
	unlock, err := m.claim(ctx, ws.Meta())
	if err != nil {
		return nil, false, err
	}
	defer unlock()
	defer m.takeBack()
	// Another process may have finished between the look and the lock.
	if m.ws, err = planInit(root, host, opts); err != nil || m.ws.ID != "" {
		return m.ws, false, err
	}
	if err := m.make(ctx); err != nil {
		return nil, false, err
	}
	return m.ws, true, nil
}

// planInit returns the workspace at root as it is, or without an id as it would
// be made.
func planInit(root string, host Host, opts InitOptions) (*Workspace, error) {
	want := opts.Store
	if want == "" {
		want = filepath.Join(root, MetaDir, storeDir)
	} else {
		want = physical(want)
	}
	there, err := isWorkspace(root)
	if damaged, ok := errors.AsType[*DamagedError](err); err != nil && (!ok || damaged.Reason == markerKind) {
		return nil, err // of the others, what can be completed is
	}
	if there {
		ws, err := load(root, host)
		if err == nil && opts.Store != "" && physical(ws.Store) != want {
			return nil, &RefusedError{Dir: root, Reason: OtherStore}
		}
		return ws, err
	}
	meta := filepath.Join(root, MetaDir)
	if info, err := os.Lstat(meta); err == nil && !info.IsDir() {
		return nil, &RefusedError{Dir: root, Reason: NotDirectory}
	}
	if rel, ok := inside(root, want); ok && !strings.HasPrefix(rel, MetaDir+string(filepath.Separator)) {
		return nil, &RefusedError{Dir: root, Reason: StoreInTree}
	}
	return &Workspace{Root: root, Store: want}, CheckOwner(want, host)
}

func initBare(ctx context.Context, root string, opts InitOptions) (*Workspace, bool, error) {
	ws := &Workspace{Root: root, Store: root}
	if opts.Store != "" && physical(opts.Store) != root {
		return nil, false, &RefusedError{Dir: root, Reason: OtherStore}
	}
	_, err := os.Stat(filepath.Join(root, formatFile))
	isStore := err == nil
	var full *packstore.NotEmptyError
	if !isStore {
		err = packstore.CheckVacant(root)
	}
	switch {
	case errors.As(err, &full):
		return nil, false, &RefusedError{Dir: root, Reason: NotEmpty}
	case err != nil:
		return nil, false, err
	case opts.DryRun || isStore:
		return ws, !isStore, nil
	}
	made, done := missing(root), false
	defer func() {
		if !done {
			removeEmpty(made)
		}
	}()
	if err := os.MkdirAll(root, 0o755); err != nil {
		return nil, false, err
	}
	created, err := packstore.Create(ctx, root, opts.Open)
	done = err == nil
	return ws, created, err
}

// formatFile is what every store has (DESIGN §3).
const formatFile = "format.toml"

// initRoot checks that the directory may become a workspace and returns its
// physical path. It need not exist.
func initRoot(ctx context.Context, dir string, host Host, opts InitOptions) (string, error) {
	root := physical(dir)
	if reason := refuseDir(root, host); reason != "" {
		return "", &RefusedError{Dir: root, Reason: reason}
	}
	info, err := os.Stat(root)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil && !errors.Is(err, syscall.ENOTDIR):
		return "", err
	case err != nil, !info.IsDir():
		return "", &RefusedError{Dir: root, Reason: NotDirectory}
	default:
		if err := CheckOwner(root, host); err != nil {
			return "", err
		}
	}
	if there, _ := isWorkspace(root); !there && !opts.ForceNested { // planInit tells the error
		outer, err := findRoot(ctx, filepath.Dir(root), host)
		if err != nil {
			return "", err
		}
		if outer != "" {
			return "", &RefusedError{Dir: root, Reason: Nested}
		}
	}
	return root, nil
}

// refuseDir names the reason why a directory may never be a workspace, or "".
func refuseDir(root string, host Host) string {
	if filepath.Dir(root) == root {
		return RootDir
	}
	if host.Home != "" && sameDir(root, host.Home) {
		return HomeDir
	}
	for part := range strings.SplitSeq(root, string(filepath.Separator)) {
		if strings.EqualFold(part, ".git") || strings.EqualFold(part, MetaDir) {
			return Metadata
		}
	}
	return ""
}

func sameDir(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	if errA == nil && errB == nil {
		return os.SameFile(infoA, infoB)
	}
	return physical(a) == physical(b)
}

// physical resolves the links in a path of which only a first part may exist.
func physical(path string) string {
	path = filepath.Clean(path)
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		return resolved
	}
	parent := filepath.Dir(path)
	if parent == path {
		return path
	}
	return filepath.Join(physical(parent), filepath.Base(path))
}
