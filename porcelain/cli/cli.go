// Package cli is the frame of a command: flags, output modes, signals, time
// limits and the one place where results and faults become output.
package cli

import (
	"context"
	"io"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/objects/packstore"
	"github.com/genesis-vcs/genesis/plumbing/workspace"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/refs"
)

// Command is one runnable leaf of the command tree. A family package returns
// its commands; it never prints, exits or builds an envelope.
type Command struct {
	// Path is the words after "genesis", for example {"store", "put"}.
	Path []string
	// Alias is a top-level word for the same command, for example "status".
	Alias   string
	Kind    contract.Kind
	Short   string
	Long    string
	Example string
	Args    []Arg
	Flags   func(fs *pflag.FlagSet)
	// Mutates: the command changes something, and takes --dry-run.
	Mutates bool
	// Raw: the result is a raw stream to Env.Stdout; --json is refused.
	Raw bool
	// NoStore: the command never opens a store or a workspace.
	NoStore bool
	// Run does the work. A nil Result with a nil error is a bug. A Result with
	// an error is a refusal that still has a result: it keeps the kind.
	Run func(ctx context.Context, env *Env, args []string) (Result, error)
}

// Arg is a positional argument; the parser enforces the declaration.
type Arg struct {
	Name     string // as the usage line shows it: "HASH"
	Optional bool
	Repeat   bool     // only the last one may repeat
	Values   []string // allowed values; empty: any
	Help     string
	// AfterDash: the arguments after "--" (paths); only the last one.
	AfterDash bool
}

// Result is the data of a command; its JSON encoding is the envelope's data,
// field order as declared. Human renders the same values for a person.
type Result interface {
	Human(p *render.Printer)
}

// Env is what a command works with. It opens things when first asked for them
// and the frame closes them.
type Env struct {
	Stdin  io.Reader
	Stdout io.Writer // only for Raw commands
	Stderr io.Writer
	Cwd    string // after -C
	DryRun bool
	// Dash is the index in args of the first argument after "--", or len(args)
	// when there was no "--".
	Dash int
}

// Getenv reads the environment as it was at the start.
func (e *Env) Getenv(name string) string { panic("todo") }

// Host describes the surroundings for package workspace.
func (e *Env) Host() workspace.Host { panic("todo") }

// Workspace finds the workspace of the command; with --store alone it may be nil
// without an error (a bare store).
func (e *Env) Workspace(ctx context.Context) (*workspace.Workspace, error) { panic("todo") }

// Config is the merged configuration.
func (e *Env) Config(ctx context.Context) (workspace.Config, error) { panic("todo") }

// StoreDir is the directory of the store the command works on.
func (e *Env) StoreDir(ctx context.Context) (string, error) { panic("todo") }

// StoreOptions are the options to open the store with (verb, lock timeout).
func (e *Env) StoreOptions() packstore.Options { panic("todo") }

// Store opens the store.
func (e *Env) Store(ctx context.Context) (*packstore.Store, error) { panic("todo") }

// DB opens the store and its refs for the workspace and the actor.
func (e *Env) DB(ctx context.Context) (*refs.DB, error) { panic("todo") }

// Worktree is the working tree of the workspace. In a command that mutates it
// takes the workspace's lock and recovers an interrupted move first; otherwise
// an interrupted move is only reported as a warning.
func (e *Env) Worktree(ctx context.Context) (*worktree.Tree, error) { panic("todo") }

// Path makes a path argument relative to the workspace's root, '/'-separated;
// one outside of it is the fault worktree/outside.
func (e *Env) Path(ctx context.Context, arg string) (string, error) { panic("todo") }

// Abs makes a path argument absolute against Cwd.
func (e *Env) Abs(arg string) string { panic("todo") }

// Target notes what the run worked on, for target_resolved (absolute, or "-").
func (e *Env) Target(resolved, source string) { panic("todo") }

// Planned notes how many files a dry run would have changed (files_planned).
func (e *Env) Planned(n int) { panic("todo") }

// Progress starts a progress display of the work; it ends with the command.
func (e *Env) Progress(label string) *render.Progress { panic("todo") }

// Warnf tells the person something on stderr in human mode.
func (e *Env) Warnf(format string, args ...any) { panic("todo") }
