package contract

import (
	"context"
	"encoding/hex"
	"errors"
	"io/fs"
	"path/filepath"
	"syscall"

	"github.com/genesis-vcs/genesis/objects"
)

// From turns any error of any layer into an Error of the registry, by errors.As
// over the typed errors of the layers below. What no row knows is internal/error.
// From(nil) is nil.
func From(err error) *Error {
	if err == nil {
		return nil
	}
	var known *Error
	if errors.As(err, &known) {
		return known
	}
	switch {
	case errors.Is(err, context.Canceled):
		return &Error{Code: "interrupted/sigint", Err: err}
	case errors.Is(err, context.DeadlineExceeded):
		return &Error{Code: "timeout/exceeded", Err: err}
	}
	for _, mapping := range mappings {
		if e := mapping(err); e != nil {
			e.Err = err
			return e
		}
	}
	if e := fromSystem(err); e != nil {
		return e
	}
	return &Error{Code: "internal/error", Facts: Facts{"reason": err.Error()}, Err: err}
}

// mapping returns the Error for the typed errors it knows, else nil.
type mapping func(err error) *Error

// mappings is asked in order; the more telling layers come first, because an
// error of theirs may wrap one of a lower layer.
var mappings = [...]mapping{
	fromWorkspace,
	fromWorktree,
	fromGit,
	fromLanguage,
	fromPatch,
	fromMerging,
	fromHistory,
	fromSnapshot,
	fromRefs,
	fromOperations,
	fromPackstore,
	fromChunk,
	fromObjects,
}

// as finds an error of the type T in the chain of err.
func as[T error](err error) (target T, ok bool) {
	ok = errors.As(err, &target)
	return target, ok
}

// fromSystem maps the errors of the operating system.
func fromSystem(err error) *Error {
	code := ""
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		code = "io/no-space"
	case errors.Is(err, syscall.EROFS):
		code = "io/read-only"
	case errors.Is(err, syscall.ENOTDIR):
		code = "io/not-directory"
	case errors.Is(err, syscall.ELOOP):
		code = "io/link-loop"
	case errors.Is(err, syscall.ENAMETOOLONG):
		code = "io/name-too-long"
	case errors.Is(err, syscall.EISDIR):
		code = "io/is-directory"
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		code = "io/too-many-open"
	case errors.Is(err, fs.ErrPermission):
		code = "io/permission"
	case errors.Is(err, fs.ErrNotExist):
		code = "io/not-exist"
	case errors.Is(err, fs.ErrExist):
		code = "io/exists"
	}
	facts := Facts{}
	if e, ok := as[*fs.PathError](err); ok {
		facts["path"], facts["call"], facts["reason"] = e.Path, e.Op, e.Err.Error()
	} else if e, ok := as[syscall.Errno](err); ok {
		facts["reason"] = e.Error()
	} else if code == "" {
		return nil
	}
	if code == "" {
		code = "io/failed"
	}
	return &Error{Code: code, Facts: facts, Err: err}
}

// expectedID is the fact for what a row was expected to hold, or holds: hex, or
// nil for a zero id, which stands for absent. Of an object that is named, the id
// is a fact whatever its digits are.
func expectedID(id objects.ID) any {
	if id.IsZero() {
		return nil
	}
	return id.String()
}

// rowFact is the fact for a row's value: the hex of a ref's target, else the
// text; nil for absent.
func rowFact(space objects.Space, value []byte) any {
	switch {
	case value == nil:
		return nil
	case space == objects.SpaceRef:
		return hex.EncodeToString(value)
	default:
		return string(value)
	}
}

// base shortens a host's directory to its last component.
func base(dir string) string { return filepath.Base(dir) }
