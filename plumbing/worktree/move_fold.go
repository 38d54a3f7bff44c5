package worktree

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"golang.org/x/sys/unix"
)

// foldProbe asks the file system which names it cannot tell apart.
type foldProbe interface {
	// folds reports whether there can be such names at all.
	folds() (bool, error)
	// groups returns the names of one directory, sorted, that are the same
	// file to the file system; names that stand alone are not returned.
	groups(names []string) ([][]string, error)
	close()
}

// newFoldProbe returns the probe for the file system of a directory. Its scratch
// directory there has a name with the prefix. Tests replace it to have a file
// system that folds.
var newFoldProbe = func(meta, prefix string) foldProbe { return &fileProbe{meta: meta, prefix: prefix} }

const (
	// probePrefix begins the names of the scratch directories of moves.
	probePrefix = "probe-"
	// dryProbePrefix is that of dry runs, which hold no lock.
	dryProbePrefix = "dryprobe-"
)

// removeProbes removes the scratch directories that killed commands left behind.
// The caller holds the lock of the workspace, so that no move is at work; a dry run
// may be, and what is its own goes only when it is older than any dry run. What
// cannot be removed is in nobody's way, and the next one tries again.
func removeProbes(meta string, now time.Time) {
	entries, _ := os.ReadDir(meta)
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		left := strings.HasPrefix(e.Name(), probePrefix)
		if strings.HasPrefix(e.Name(), dryProbePrefix) {
			info, err := e.Info()
			left = err == nil && info.ModTime().Before(now.Add(-draftAge))
		}
		if left {
			_ = os.RemoveAll(filepath.Join(meta, e.Name()))
		}
	}
}

// fileProbe tries names out in a scratch directory.
type fileProbe struct {
	meta, prefix string
	scratch      string
}

func (p *fileProbe) close() {
	if p.scratch != "" {
		_ = os.RemoveAll(p.scratch)
	}
}

func (p *fileProbe) folds() (bool, error) {
	// Case, and the two ways to write a letter with an accent.
	for _, pair := range [][]string{{"a", "A"}, {"\u00e9", "e\u0301"}} {
		groups, err := p.try(pair)
		if err != nil || len(groups) > 0 {
			return len(groups) > 0, err
		}
	}
	return false, nil
}

func (p *fileProbe) groups(names []string) ([][]string, error) {
	if !suspicious(names) {
		return nil, nil
	}
	return p.try(names)
}

// suspicious reports whether some file system might take two of the names for
// one: they differ in the case of ASCII letters only, or one is not ASCII.
func suspicious(names []string) bool {
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		for i := 0; i < len(name); i++ {
			if name[i] >= utf8.RuneSelf {
				return true
			}
		}
		key := strings.ToLower(name)
		if seen[key] {
			return true
		}
		seen[key] = true
	}
	return false
}

// try creates a file of each name in an empty directory and sees which of them
// were there already.
func (p *fileProbe) try(names []string) ([][]string, error) {
	if p.scratch == "" {
		scratch, err := os.MkdirTemp(p.meta, p.prefix)
		if err != nil {
			return nil, err
		}
		p.scratch = scratch
	}
	dir, err := os.MkdirTemp(p.scratch, "")
	if err != nil {
		return nil, err
	}
	byFile := make(map[uint64][]string)
	for _, name := range names {
		ino, err := touch(filepath.Join(dir, name))
		if errors.Is(err, unix.EILSEQ) || errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENAMETOOLONG) {
			continue // the file system does not take the name: writing it says so
		}
		if err != nil {
			return nil, err
		}
		byFile[ino] = append(byFile[ino], name)
	}
	var groups [][]string
	for _, group := range byFile {
		if len(group) > 1 {
			slices.Sort(group)
			groups = append(groups, group)
		}
	}
	slices.SortFunc(groups, slices.Compare)
	return groups, os.RemoveAll(dir)
}

// touch makes sure that a file exists and returns its inode.
func touch(path string) (uint64, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return 0, err
	}
	st, err := fstat(int(f.Fd()))
	return st.ino, errors.Join(err, f.Close())
}

// foldedGroups returns the paths of the tree that the file system cannot tell
// apart, in the directories that get new names.
func foldedGroups(ctx context.Context, r snapshot.Reader, root objects.ID, wants []want, probe foldProbe) ([][]string, error) {
	dirs := make(map[string]bool)
	for _, w := range wants {
		if w.to != nil && w.base == nil {
			addAbove(dirs, w.path)
			dirs[""] = true
		}
	}
	f := folder{ctx: ctx, r: r, dirs: dirs, probe: probe}
	err := f.dir("", root)
	return f.out, err
}

type folder struct {
	ctx   context.Context
	r     snapshot.Reader
	dirs  map[string]bool // to look at
	probe foldProbe
	out   [][]string
}

func (f *folder) dir(dir string, id objects.ID) error {
	if !f.dirs[dir] {
		return nil
	}
	tree, err := snapshot.Tree(f.ctx, f.r, id)
	if err != nil {
		return err
	}
	names := make([]string, len(tree.Entries))
	for i, e := range tree.Entries {
		names[i] = string(e.Name)
	}
	groups, err := f.probe.groups(names)
	if err != nil {
		return err
	}
	for _, group := range groups {
		for i := range group {
			group[i] = joinPath(dir, group[i])
		}
		f.out = append(f.out, group)
	}
	for _, e := range tree.Entries {
		if e.Mode == objects.ModeDir {
			if err := f.dir(joinPath(dir, string(e.Name)), e.ID); err != nil {
				return err
			}
		}
	}
	return nil
}

// removedFiles are the files that a move removes, so that another spelling of
// one of their names is not taken for somebody's file. Nil has none.
type removedFiles map[[2]uint64]bool

func findRemoved(d *disk, wants []want) removedFiles {
	found := make(removedFiles)
	for _, w := range wants {
		if w.to != nil {
			continue
		}
		if st, err := d.stat(w.path); err == nil {
			found[[2]uint64{st.dev, st.ino}] = true
		}
	}
	return found
}

func (r removedFiles) has(st fileStat) bool { return r[[2]uint64{st.dev, st.ino}] }
