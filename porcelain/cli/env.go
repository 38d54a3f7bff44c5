package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/packstore"
	"github.com/genesis-vcs/genesis/plumbing/workspace"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/refs"
)

// Env is what a command works with. It opens things when first asked for them
// and the frame closes them. It is used by the command's own goroutine.
type Env struct {
	Stdin io.Reader
	// Stdout is for Raw commands, and in human mode for content that is too
	// long to be held: its bytes go out before the result.
	Stdout io.Writer
	Stderr io.Writer
	Cwd    string // after -C
	// DryRun: nothing is to be changed. Preview: the result shows the resulting
	// content as well; it implies DryRun.
	DryRun, Preview bool
	JSON            bool // the answer is an envelope
	// Dash is the index in args of the first argument after "--", or len(args)
	// when there was no "--".
	Dash int

	run       *run
	noted     noted
	workspace *workspace.Workspace
	config    *workspace.Config
	store     objects.Store
	db        *refs.DB
	recovered worktree.Recovery // by Worktree
	progress  []*render.Progress
	closers   []closer
}

// Getenv reads the environment as it was at the start.
func (e *Env) Getenv(name string) string { return e.run.environ.get(name) }

// Environ is the environment as it was at the start; not to be changed.
func (e *Env) Environ() []string { return e.run.environ }

// Host describes the surroundings for package workspace.
func (e *Env) Host() workspace.Host {
	host := workspace.Host{Home: e.Getenv("HOME"), UID: e.run.uid}
	switch config := e.Getenv("XDG_CONFIG_HOME"); {
	case filepath.IsAbs(config):
		host.UserConfig = filepath.Join(config, "genesis", "config.toml")
	case host.Home != "":
		host.UserConfig = filepath.Join(host.Home, ".config", "genesis", "config.toml")
	}
	return host
}

// hostWithSafe is Host with the directories that the user's configuration
// lists as safe. Only a directory of another user makes it worth reading.
func (e *Env) hostWithSafe(ctx context.Context) (workspace.Host, error) {
	host := e.Host()
	config, err := workspace.LoadConfig(ctx, host, nil)
	host.Safe = config.Safe
	return host, err
}

// owned runs find, and again with the user's safe directories when it meets a
// directory of another user.
func (e *Env) owned(ctx context.Context, find func(host workspace.Host) error) error {
	err := find(e.Host())
	if foreign := (*workspace.ForeignOwnerError)(nil); !errors.As(err, &foreign) {
		return err
	}
	host, err := e.hostWithSafe(ctx)
	if err != nil {
		return err
	}
	return find(host)
}

// Workspace finds the workspace of the command; with --store alone it may be nil
// without an error (a bare store).
func (e *Env) Workspace(ctx context.Context) (*workspace.Workspace, error) {
	if e.workspace != nil {
		return e.workspace, nil
	}
	err := e.owned(ctx, func(host workspace.Host) (err error) {
		e.workspace, err = workspace.Find(ctx, e.Cwd, host)
		return err
	})
	if missing := (*workspace.NotFoundError)(nil); errors.As(err, &missing) && e.run.globals.store != "" {
		return nil, nil
	}
	if err != nil {
		e.workspace = nil
		return nil, err
	}
	e.noted.workspace(e.workspace.Root)
	return e.workspace, nil
}

// Config is the merged configuration.
func (e *Env) Config(ctx context.Context) (workspace.Config, error) {
	if e.config != nil {
		return *e.config, nil
	}
	ws, err := e.Workspace(ctx)
	if err != nil {
		return workspace.Config{}, err
	}
	config, err := workspace.LoadConfig(ctx, e.Host(), ws)
	if err != nil {
		return workspace.Config{}, err
	}
	e.config = &config
	return config, nil
}

// StoreDir is the directory of the store the command works on.
func (e *Env) StoreDir(ctx context.Context) (string, error) {
	if dir := e.run.globals.store; dir != "" {
		dir = e.Abs(dir)
		err := e.owned(ctx, func(host workspace.Host) error { return workspace.CheckOwner(dir, host) })
		return dir, err
	}
	ws, err := e.Workspace(ctx)
	if err != nil {
		return "", err
	}
	return ws.Store, nil
}

// StoreFlag is the directory that --store names, absolute; empty without it.
func (e *Env) StoreFlag() string {
	if e.run.globals.store == "" {
		return ""
	}
	return e.Abs(e.run.globals.store)
}

// StoreOptions are the options to open the store with (verb, lock timeout).
func (e *Env) StoreOptions() packstore.Options {
	timeout := e.lockTimeout()
	if timeout == 0 {
		timeout = -1 // of the options, zero is the default and negative is "not at all"
	}
	return packstore.Options{Verb: e.verb(), LockTimeout: timeout}
}

func (e *Env) verb() string { return e.run.command.name() }

func (e *Env) lockTimeout() time.Duration { return e.run.globals.lockTimeout }

// Store opens the store.
func (e *Env) Store(ctx context.Context) (objects.Store, error) {
	if e.store != nil {
		return e.store, nil
	}
	dir, err := e.StoreDir(ctx)
	if err != nil {
		return nil, err
	}
	open := e.run.std.OpenStore
	if open == nil {
		open = openPacks
	}
	store, err := open(ctx, dir, e.StoreOptions())
	if err != nil {
		return nil, err
	}
	e.store = store
	e.onClose("store", store.Close)
	if packs, ok := store.(PackStore); ok && packs.Degraded() != "" {
		e.Warnf("the catalog was not closed and cannot be put in order here, so the packs alone are read: %s", packs.Degraded())
	}
	return store, nil
}

// DB opens the store and its refs for the workspace and the actor.
func (e *Env) DB(ctx context.Context) (*refs.DB, error) {
	if e.db != nil {
		return e.db, nil
	}
	store, err := e.Store(ctx)
	if err != nil {
		return nil, err
	}
	ws, err := e.Workspace(ctx)
	if err != nil {
		return nil, err
	}
	var origin refs.Origin
	if ws != nil {
		origin.Workspace = ws.ID
	}
	if e.run.command.Mutates {
		origin.Actor = e.Actor(ctx)
	}
	e.db = refs.New(store, refs.AllowAll{}, origin)
	return e.db, nil
}

// Actor is who runs the command, as operations record it: the name and email
// of environment or configuration as far as they are known, the agent and the
// host. It never fails: an operation without a name is still an operation.
func (e *Env) Actor(ctx context.Context) objects.Actor {
	actor := objects.Actor{
		Name:  objects.Bytes(e.Getenv("GENESIS_AUTHOR_NAME")),
		Email: objects.Bytes(e.Getenv("GENESIS_AUTHOR_EMAIL")),
		Agent: e.Getenv("GENESIS_AGENT"),
	}
	if actor.Name == "" || actor.Email == "" {
		config, err := e.Config(ctx)
		if err != nil { // no workspace, or not yet
			config, err = workspace.LoadConfig(ctx, e.Host(), nil)
		}
		if err == nil {
			actor.Name = cmp.Or(actor.Name, objects.Bytes(config.AuthorName))
			actor.Email = cmp.Or(actor.Email, objects.Bytes(config.AuthorEmail))
		}
	}
	actor.Host, _ = os.Hostname()
	return actor
}

// Path makes a path argument relative to the workspace's root, '/'-separated,
// and notes it as a target; one outside of the workspace is the fault
// worktree/outside. The root itself is "", an empty argument a fault.
func (e *Env) Path(ctx context.Context, arg string) (string, error) {
	if arg == "" {
		return "", contract.Failf("usage/bad-argument", contract.Facts{"argument": "PATH", "value": arg}, "A path is empty")
	}
	ws, err := e.Workspace(ctx)
	if err != nil {
		return "", err
	}
	if ws == nil {
		return "", &workspace.NotFoundError{Dir: e.Cwd}
	}
	rel, ok := below(ws.Root, e.Abs(arg))
	if !ok {
		rel, ok = e.physicallyBelow(ws.Root, arg)
	}
	if !ok {
		e.Target(e.Abs(arg), "argv")
		return "", contract.Fail("worktree/outside", contract.Facts{"path": arg})
	}
	e.Target(filepath.Join(ws.Root, rel), "argv")
	return rel, nil
}

// physicallyBelow is below for a current directory, an argument or a root that
// leads through a link. The last component of the argument may be a link that
// is meant itself.
func (e *Env) physicallyBelow(root, arg string) (string, bool) {
	root, err := filepath.EvalSymlinks(root)
	if err != nil {
		return "", false
	}
	var candidates []string
	if cwd, err := filepath.EvalSymlinks(e.Cwd); err == nil && !filepath.IsAbs(arg) {
		candidates = append(candidates, filepath.Join(cwd, arg)) // also for what does not exist
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(e.Abs(arg))); err == nil {
		candidates = append(candidates, filepath.Join(dir, filepath.Base(e.Abs(arg))))
	}
	if path, err := filepath.EvalSymlinks(e.Abs(arg)); err == nil {
		candidates = append(candidates, path) // the root itself by another name
	}
	for _, path := range candidates {
		if rel, ok := below(root, path); ok {
			return rel, true
		}
	}
	return "", false
}

// below returns path relative to root when it is root or below it.
func below(root, path string) (string, bool) {
	rel, err := filepath.Rel(root, path)
	if err != nil || rel == ".." || strings.HasPrefix(rel, "../") {
		return "", false
	}
	if rel == "." {
		return "", true
	}
	return filepath.ToSlash(rel), true
}

// Abs makes a path argument absolute against Cwd.
func (e *Env) Abs(arg string) string {
	if filepath.IsAbs(arg) {
		return filepath.Clean(arg)
	}
	return filepath.Join(e.Cwd, arg)
}

// Progress starts a progress display of the work; it ends with the command.
func (e *Env) Progress(label string) *render.Progress {
	mode := e.run.globals.progress
	if mode == render.ProgressAuto && (e.JSON || e.run.globals.quiet || !isTerminal(e.Stderr)) {
		mode = render.ProgressOff
	}
	for _, earlier := range e.progress {
		earlier.End() // one line at a time
	}
	p := render.StartProgress(e.Stderr, mode, label)
	e.progress = append(e.progress, p)
	return p
}

// Warnf tells the person something on stderr in human mode.
func (e *Env) Warnf(format string, args ...any) {
	if e.JSON || e.run.globals.quiet {
		return
	}
	p := render.NewPrinter(e.Stderr, e.run.look(e.Stderr))
	p.Linef("%s %s", p.Styled(render.Note, "warning:"), contract.CleanText(fmt.Sprintf(format, args...)))
	_ = p.Flush() // a warning that cannot be shown is no reason to fail
}

// closer is work for the end of the command.
type closer struct {
	subsystem string
	close     func() error
}

// onClose registers work for the end of the command; the last comes first.
func (e *Env) onClose(subsystem string, f func() error) {
	e.closers = append(e.closers, closer{subsystem, f})
}

func (e *Env) endProgress() {
	for _, p := range e.progress {
		p.End()
	}
}

// close cleans up after the command, which ended with err, and returns what the
// run ends with. A failure of the command comes before one of the clean-up,
// which is only a warning then.
func (e *Env) close(err error) error {
	for _, c := range slices.Backward(e.closers) {
		failed := c.close()
		switch {
		case failed == nil:
		case err == nil:
			err = contract.FailCleanup(c.subsystem, failed, nil)
		default:
			e.Warnf("cleaning up the %s: %v", c.subsystem, failed)
		}
	}
	e.closers = nil
	return err
}
