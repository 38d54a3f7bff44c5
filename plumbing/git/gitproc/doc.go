// Package gitproc runs the program git on a repository: it lists refs, walks
// commits, reads objects and installs packs.
//
// Guarantees: git gets an argument vector, never a shell string; no hook, filter,
// pager, editor, credential helper or network is used; replaced objects and
// grafts are seen as they are. When the context is cancelled, the processes end
// before the call returns. What git says on its standard error is part of the
// error.
package gitproc
