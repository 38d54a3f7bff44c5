package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// noted is what a command tells about itself for the stamp. The frame reads it
// while a command that does not stop may still be writing.
type noted struct {
	mu      sync.Mutex
	targets []string
	source  string
	root    string // of the workspace, once it was found
	planned int
	result  Result         // of what is published
	tree    *worktree.Tree // whose lock the run took
}

func (n *noted) moves(tree *worktree.Tree) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.tree = tree
}

func (n *noted) workspace(root string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.root = root
}

// Target notes what the run worked on, for target_resolved (absolute, or "-").
// source is argv, workspace or stdin; the first one stays. Paths that go through
// Path are noted there.
func (e *Env) Target(resolved, source string) {
	n := &e.noted
	n.mu.Lock()
	defer n.mu.Unlock()
	n.targets = append(n.targets, resolved)
	if n.source == "" {
		n.source = source
	}
}

// TargetInTree notes a path in a stored tree: it is where the path is in the
// workspace. Of a store without one the store stays the target.
func (e *Env) TargetInTree(ctx context.Context, path string) error {
	ws, err := e.Workspace(ctx)
	if err != nil || ws == nil {
		return err
	}
	e.Target(filepath.Join(ws.Root, path), "argv")
	return nil
}

// Planned notes how many files a dry run would have written, stored or removed
// (files_planned).
func (e *Env) Planned(files int) {
	e.noted.mu.Lock()
	defer e.noted.mu.Unlock()
	e.noted.planned = files
}

// stamp says what the run worked on.
func (r *run) stamp() contract.Stamp {
	targets, source := r.targets()
	s := contract.Stamp{TargetSource: source, WorkspaceSource: "cwd"}
	s.TargetResolved, s.TargetEncoding = joinTargets(targets)
	if r.globals.workspace != "" {
		s.WorkspaceSource = "argv"
	}
	if r.env.DryRun {
		r.env.noted.mu.Lock()
		defer r.env.noted.mu.Unlock()
		planned := r.env.noted.planned
		s.FilesPlanned = &planned
	}
	return s
}

// targets are what the run worked on, and where they came from: the noted ones,
// else the store that --store names, else the workspace, else the directory that
// the run started in.
func (r *run) targets() (targets []string, source string) {
	n := &r.env.noted
	n.mu.Lock()
	defer n.mu.Unlock()
	switch {
	case len(n.targets) > 0:
		return n.targets, n.source
	case r.globals.store != "":
		return []string{r.env.StoreFlag()}, "argv"
	case n.root != "":
		return []string{n.root}, "workspace"
	}
	return []string{r.startedIn()}, "workspace"
}

// joinTargets is target_resolved, and its encoding. Where a target holds a comma
// or bytes that are not UTF-8, all are percent-escaped, so that every comma that
// is left stands between two of them.
func joinTargets(targets []string) (joined, encoding string) {
	joined = strings.Join(targets, ",")
	if utf8.ValidString(joined) && strings.Count(joined, ",") == len(targets)-1 {
		return joined, ""
	}
	var b strings.Builder
	for i, target := range targets {
		if i > 0 {
			b.WriteByte(',')
		}
		for len(target) > 0 {
			c, size := utf8.DecodeRuneInString(target)
			if c == utf8.RuneError && size == 1 || c == ',' || c == '%' {
				fmt.Fprintf(&b, "%%%02X", target[0])
			} else {
				b.WriteString(target[:size])
			}
			target = target[size:]
		}
	}
	return b.String(), "percent"
}

// startedIn is the directory that the run works from. One that was removed has
// no path any more; then what the environment calls it has to do.
func (r *run) startedIn() string {
	if r.env.Cwd != "" {
		return r.env.Cwd
	}
	if dir := r.environ.get("PWD"); filepath.IsAbs(dir) {
		return dir
	}
	return "."
}
