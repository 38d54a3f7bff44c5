package cli

import (
	"path/filepath"
	"strings"
	"sync"

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
}

func (n *noted) workspace(root string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.root = root
}

// Target notes what the run worked on, for target_resolved (absolute, or "-").
// source is argv, workspace or stdin; the first one stays.
func (e *Env) Target(resolved, source string) {
	n := &e.noted
	n.mu.Lock()
	defer n.mu.Unlock()
	n.targets = append(n.targets, resolved)
	if n.source == "" {
		n.source = source
	}
}

// Planned notes how many files a dry run would have changed (files_planned).
func (e *Env) Planned(files int) {
	e.noted.mu.Lock()
	defer e.noted.mu.Unlock()
	e.noted.planned = files
}

// stamp says what the run worked on: the noted targets, else the store that
// --store names, else the workspace, else the directory that the run started in.
func (r *run) stamp() contract.Stamp {
	n := &r.env.noted
	n.mu.Lock()
	defer n.mu.Unlock()
	s := contract.Stamp{TargetResolved: r.startedIn(), TargetSource: "workspace", WorkspaceSource: "cwd"}
	switch {
	case len(n.targets) > 0:
		s.TargetResolved, s.TargetSource = strings.Join(n.targets, ","), n.source
	case r.globals.store != "":
		s.TargetResolved, s.TargetSource = r.env.StoreFlag(), "argv"
	case n.root != "":
		s.TargetResolved = n.root
	}
	if r.globals.workspace != "" {
		s.WorkspaceSource = "argv"
	}
	if r.env.DryRun {
		planned := n.planned
		s.FilesPlanned = &planned
	}
	return s
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
