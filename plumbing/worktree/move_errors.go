package worktree

// InterruptedError reports that an earlier move did not end; Recover finishes
// it or rolls it back.
type InterruptedError struct{}

func (e *InterruptedError) Error() string { return "an interrupted move has to be recovered first" }

// UnsavedError lists changes that are stored nowhere and would be overwritten.
// MoveRequest.Discard overwrites them, after they were saved.
type UnsavedError struct {
	Paths []string // all of them, sorted
	// Ignored are those of Paths that no snapshot takes, because the rules
	// ignore them or they lie in a repository of their own.
	Ignored []string
}

func (e *UnsavedError) Error() string { return "unsaved changes would be overwritten" }

// InTheWayError lists what would be overwritten and cannot be stored: sockets,
// FIFOs, devices, nested repositories and reserved names. Nothing overwrites
// them, MoveRequest.Discard neither.
type InTheWayError struct {
	Paths []Skipped // sorted by path; Reason says what each is
	// Unsaved are what a *UnsavedError would list besides.
	Unsaved []string
}

func (e *InTheWayError) Error() string { return "what cannot be stored is in the way" }

// FoldingError lists groups of names that the target directory's file system
// cannot tell apart.
type FoldingError struct{ Groups [][]string }

func (e *FoldingError) Error() string { return "names that the file system cannot tell apart" }

// SwappedError reports a path that turned into a link while it was written.
type SwappedError struct{ Path string }

func (e *SwappedError) Error() string { return "a component became a link" }
