package worktree

import "context"

// ChangedError reports a file that kept changing while it was read.
type ChangedError struct{ Path string }

func (e *ChangedError) Error() string { return "the file changed while it was read" }

// UnreadableError reports a file or directory that could not be read.
type UnreadableError struct {
	Path string
	Err  error
}

func (e *UnreadableError) Error() string { return "cannot read: " + e.Err.Error() }
func (e *UnreadableError) Unwrap() error { return e.Err }

// unreadableError makes an *UnreadableError of what the file system said, but
// leaves the end of the context what it is.
func unreadableError(ctx context.Context, path string, err error) error {
	if err == nil || ctx.Err() != nil {
		return err
	}
	return &UnreadableError{Path: path, Err: err}
}

// TooLargeError reports files over the size limit.
type TooLargeError struct {
	Paths []string
	Limit uint64
}

func (e *TooLargeError) Error() string { return "files over the size limit" }

// TooManyError reports a tree with more files than the limit.
type TooManyError struct{ Limit int }

func (e *TooManyError) Error() string { return "more files than the limit" }
