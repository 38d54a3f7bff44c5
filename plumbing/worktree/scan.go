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
	// Stage receives new blobs and trees. Nil compares only: Root stays zero.
	Stage objects.Stage
}

// Scan is the state of the working tree.
type Scan struct {
	Root    objects.ID // root tree; zero without a stage
	Files   uint64     // files and symlinks
	Bytes   uint64
	Changes []snapshot.Change // against Base, sorted by path; renames joined
	Ignored int
	Skipped []Skipped
}

// Skipped is a path that is not taken: a socket, FIFO or device, a nested
// repository, or (TooLarge) a file that commit refuses.
type Skipped struct {
	Path   string
	Reason string // "socket", "fifo", "device", "nested-repository", "too-large", "unreadable"
}

// Scan reads the working tree: parallel, never following links, with the stat
// cache. Errors: *ChangedError, *UnreadableError, with a Stage also
// *TooLargeError and *TooManyError.
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
