package worktree

// InterruptedError reports that an earlier move did not end; Recover finishes
// it or rolls it back.
type InterruptedError struct{}

func (e *InterruptedError) Error() string { return "an interrupted move has to be recovered first" }

// UnsavedError lists changes that are stored nowhere and would be overwritten.
// With MoveRequest.Discard it lists what cannot be saved either: sockets,
// FIFOs, devices and nested repositories.
type UnsavedError struct{ Paths []string }

func (e *UnsavedError) Error() string { return "unsaved changes would be overwritten" }

// FoldingError lists groups of names that the target directory's file system
// cannot tell apart.
type FoldingError struct{ Groups [][]string }

func (e *FoldingError) Error() string { return "names that the file system cannot tell apart" }

// SwappedError reports a path that turned into a link while it was written.
type SwappedError struct{ Path string }

func (e *SwappedError) Error() string { return "a component became a link" }
