package objects

import (
	"context"
	"io"
)

// Derived is an optional part of a Store: a place beside the objects for what
// can be computed from them, an index for example.
//
// It promises nothing. What was saved may be gone, old or damaged, and a save
// may be lost with the power: a format that is kept here carries checksums, and
// its readers do without when they do not hold. Nothing here is an object, is
// sent to another store or is told apart by Verify.
type Derived interface {
	// OpenDerived opens what was saved under a name, as it was when it was
	// opened. Where there is nothing, the file is nil.
	OpenDerived(ctx context.Context, name string) (DerivedFile, error)
	// SaveDerived replaces what is under a name, as a whole. A store that cannot
	// be written to, or has little space left, returns an error and is as it was.
	SaveDerived(ctx context.Context, name string, data []byte) error
}

// DerivedFile reads what was saved. ReadAt may be called from several
// goroutines at once.
type DerivedFile interface {
	io.ReaderAt
	io.Closer
	Size() int64
}
