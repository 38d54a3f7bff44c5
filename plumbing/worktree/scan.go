package worktree

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// ScanRequest says what to scan and against what.
type ScanRequest struct {
	Store objects.Store
	// Base is the root tree that the working tree is compared with (HEAD's);
	// zero is the empty tree. Its paths are tracked even when ignored.
	Base objects.ID
	// Paths restrict the scan to these root-relative paths and what is below
	// them; everything else counts as it is in Base. Empty scans all. A path
	// that is neither in the working tree nor in Base is a
	// *snapshot.NotInTreeError.
	Paths []string
	// Stage receives new blobs and trees. Nil compares only: Root stays zero,
	// and an untracked file whose content decides nothing is not read.
	Stage objects.Stage
}

// Scan is the state of the working tree.
type Scan struct {
	Root objects.ID // root tree; zero without a stage
	// Files counts files and symlinks, Bytes sums the sizes of files: the totals
	// of a snapshot of the tree.
	Files uint64
	Bytes uint64
	// Changes are those against Base, sorted by path, renames joined. What is
	// not in Base is untracked, never added. Without a stage the New.ID of an
	// untracked file is zero if it was not read.
	Changes []snapshot.Change
	// Ignored counts the names that the rules ignore; a directory counts once.
	Ignored int
	Skipped []Skipped // sorted by path
	// TooMany is the number of files when it is over Options.MaxFiles, which a scan
	// with a stage refuses; else 0.
	TooMany int
}

// Skipped is a path that is not taken.
//
// "socket", "fifo" and "device" are kinds of files that no tree holds;
// "reserved-name" is an alias of .git or .genesis; a "nested-repository" is a
// directory with a .git or .genesis of its own, of which only tracked paths
// count. "too-large" and "unreadable" are files (or directories) that a
// comparison takes for unchanged and a scan with a stage refuses.
type Skipped struct {
	Path   string
	Reason string
}

// Unknown reports whether the path was not compared with the base, so that it
// may have changed.
func (s Skipped) Unknown() bool { return s.Reason == tooLarge || s.Reason == unreadable }

// Reasons; those of special files are in specials.
const (
	tooLarge         = "too-large"
	unreadable       = "unreadable"
	nestedRepository = "nested-repository"
	reservedName     = "reserved-name"
)

// Scan reads the working tree: in parallel, never following links, with the
// stat cache. Errors: *UnreadableError (Path is empty for the root, absolute
// for a file of Options.Excludes), *ChangedError, *snapshot.NotInTreeError,
// with a Stage also *TooLargeError and *TooManyError, and those of the store
// and the stage. After an error the stage may hold some of the objects.
//
// A path that vanishes or becomes something else during the scan counts as
// absent or as what it became, whichever was seen.
func (t *Tree) Scan(ctx context.Context, req ScanRequest) (*Scan, error) {
	s := newScanner(ctx, &t.opts, req)
	if err := s.checkPaths(); err != nil {
		return nil, err
	}
	defer s.discardCache()
	root, err := s.walk()
	if err != nil {
		return nil, err
	}
	changes, err := s.joinChanges(root)
	if err != nil {
		return nil, err
	}
	s.writeCache(root)
	return s.report(root, changes), nil
}
