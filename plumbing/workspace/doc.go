// Package workspace finds, makes and configures workspaces.
//
// Glossary. A workspace is a directory with .genesis/workspace.toml, which
// names the workspace's id and its store. A store holds objects and refs; it is
// .genesis/store unless it was put elsewhere, and several workspaces may share
// one. A bare store has no workspace. The meta directory is .genesis.
//
// Guarantees. A directory is a workspace exactly when workspace.toml is there,
// and that file appears last, in one step: an Init that was killed left no
// workspace, and the next one completes it. Two Inits of the same directory
// make one workspace. A workspace or a store of another user is refused before
// anything in it is read, unless the user's own configuration lists it.
//
// Caveats. Paths are physical: symbolic links on the way to a workspace are
// resolved, so that one directory is one workspace whatever its name. A Git
// repository in the same directory is never touched.
package workspace
