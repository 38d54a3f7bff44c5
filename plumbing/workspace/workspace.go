// Package workspace finds, makes and configures workspaces.
package workspace

import "context"

// MetaDir is the directory of a workspace's own files, below its root.
const MetaDir = ".genesis"

// Workspace is a directory with .genesis/workspace.toml. Paths are absolute.
type Workspace struct {
	Root  string
	ID    string
	Store string // the store's directory
}

// Host is what the surroundings say; porcelain fills it in from the
// environment, which nothing below porcelain reads.
type Host struct {
	Home       string   // may be empty
	UserConfig string   // $XDG_CONFIG_HOME/genesis/config.toml; may not exist
	UID        int      // effective user id
	Safe       []string // directories of other users that the user's configuration allows
}

// InitOptions are those of `genesis init`.
type InitOptions struct {
	Store       string // absolute; empty: .genesis/store
	Bare        bool
	ForceNested bool
}

// Find looks for the workspace that dir is in, upwards. Errors: *NotFoundError,
// *ForeignOwnerError, *ConfigError.
func Find(ctx context.Context, dir string, host Host) (*Workspace, error) { panic("todo") }

// Init makes dir a workspace (Bare: dir itself becomes a store) and creates its
// store; created is false when it already was one. Errors: *RefusedError,
// *ForeignOwnerError.
func Init(ctx context.Context, dir string, host Host, opts InitOptions) (ws *Workspace, created bool, err error) {
	panic("todo")
}

// Config is the merged configuration: user file below workspace file.
type Config struct {
	AuthorName, AuthorEmail string
	Safe                    []string // only from the user file
	Excludes                string   // ignore file of the user
}

// LoadConfig reads the user's file and, if ws is not nil, the workspace's
// config.toml. *ConfigError names file and line of what does not parse.
func LoadConfig(ctx context.Context, host Host, ws *Workspace) (Config, error) { panic("todo") }

// NotFoundError reports that neither dir nor a parent is a workspace.
type NotFoundError struct{ Dir string }

func (e *NotFoundError) Error() string { return "not in a workspace" }

// RefusedError reports a directory that may not become a workspace: "root",
// "home" or "nested".
type RefusedError struct{ Dir, Reason string }

func (e *RefusedError) Error() string { return "refused as a workspace: " + e.Reason }

// ForeignOwnerError reports a workspace or a store that another user owns.
type ForeignOwnerError struct {
	Dir string
	UID int
}

func (e *ForeignOwnerError) Error() string { return "owned by another user" }

// ConfigError reports a configuration file that cannot be used.
type ConfigError struct {
	File   string
	Line   int
	Reason string
}

func (e *ConfigError) Error() string { return e.File + ": " + e.Reason }
