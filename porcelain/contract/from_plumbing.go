package contract

import (
	"errors"
	"syscall"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/plumbing/workspace"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
)

func fromWorkspace(err error) *Error {
	if e, ok := as[*workspace.DamagedError](err); ok {
		return Fail("workspace/damaged", Facts{"directory": base(e.Dir), "reason": e.Reason})
	}
	if e, ok := as[*workspace.NotFoundError](err); ok {
		return Fail("workspace/not-found", Facts{"directory": base(e.Dir)})
	}
	if e, ok := as[*workspace.RefusedError](err); ok {
		return Fail(refusedCode(e.Reason), Facts{"directory": base(e.Dir)})
	}
	if e, ok := as[*workspace.ForeignOwnerError](err); ok {
		return Fail("workspace/foreign-owner", Facts{"directory": base(e.Dir), "uid": e.UID})
	}
	if e, ok := as[*workspace.ConfigError](err); ok {
		return configFault(e)
	}
	if e, ok := as[*workspace.NoIdentityError](err); ok {
		return Fail("commit/no-identity", Facts{"missing": e.Missing})
	}
	if e, ok := as[*workspace.BadIdentityError](err); ok {
		return Fail("commit/bad-author", Facts{"value": e.Text, "rule": e.Reason})
	}
	return nil
}

func configFault(e *workspace.ConfigError) *Error {
	facts := Facts{"file": base(e.File), "reason": e.Reason}
	if e.Key != "" {
		facts["key"] = e.Key
	}
	fault := Fail("workspace/config", facts)
	if e.Line == 0 {
		return fault
	}
	facts["line"], facts["column"] = e.Line, e.Column
	return fault.At(Span{
		Source: e.File, StartLine: e.Line, StartColumn: e.Column, EndLine: e.Line, EndColumn: e.EndColumn,
	})
}

// refusedCode is the code for the reason of a workspace.RefusedError.
func refusedCode(reason string) string {
	switch reason {
	case "home":
		return "workspace/refused-home"
	case "root":
		return "workspace/refused-root"
	default:
		return "workspace/nested"
	}
}

func fromWorktree(err error) *Error {
	if e, ok := as[*worktree.UnsavedError](err); ok {
		return Fail("worktree/unsaved", withPaths(Facts{"paths": e.Paths}, "ignored", e.Ignored))
	}
	if e, ok := as[*worktree.InTheWayError](err); ok {
		return Fail("worktree/in-the-way", withPaths(Facts{"paths": inTheWay(e.Paths)}, "unsaved", e.Unsaved))
	}
	if e, ok := as[*worktree.ChangedError](err); ok {
		return Fail("worktree/changed-during-read", Facts{"path": e.Path})
	}
	if e, ok := as[*worktree.UnreadableError](err); ok {
		code := "worktree/unreadable"
		if errors.Is(e.Err, syscall.ENAMETOOLONG) {
			code = "io/name-too-long" // no permission would help
		}
		return Fail(code, Facts{"path": e.Path, "reason": cause(e.Err)})
	}
	if e, ok := as[*worktree.TooLargeError](err); ok {
		return Fail("worktree/too-large", Facts{"paths": e.Paths, "limit_bytes": e.Limit})
	}
	if e, ok := as[*worktree.TooManyError](err); ok {
		return Fail("worktree/too-many-files", Facts{"limit_files": e.Limit})
	}
	if e, ok := as[*worktree.LockedError](err); ok {
		return Fail("worktree/busy", holder(e.PID, e.Verb))
	}
	if e, ok := as[*worktree.FoldingError](err); ok {
		return Fail("worktree/folding", Facts{"groups": e.Groups})
	}
	if e, ok := as[*worktree.SwappedError](err); ok {
		return Fail("worktree/swapped", Facts{"path": e.Path})
	}
	if e, ok := as[*worktree.JournalError](err); ok {
		return Fail("worktree/journal-damaged", Facts{"reason": e.Reason})
	}
	if _, ok := as[*worktree.InterruptedError](err); ok {
		return Fail("worktree/interrupted", nil)
	}
	return nil
}

// withPaths adds a list of paths that is not empty.
func withPaths(facts Facts, key string, paths []string) Facts {
	if len(paths) > 0 {
		facts[key] = paths
	}
	return facts
}

// inTheWay says of each path what it is.
func inTheWay(list []worktree.Skipped) []Facts {
	out := make([]Facts, len(list))
	for i, s := range list {
		out[i] = Facts{"path": s.Path, "kind": s.Reason}
	}
	return out
}

// holder are the facts about the process that holds a lock, as far as known.
func holder(pid int, verb string) Facts {
	facts := Facts{}
	if pid != 0 {
		facts["holder_pid"] = pid
	}
	if verb != "" {
		facts["holder_verb"] = verb
	}
	return facts
}

func fromHistory(err error) *Error {
	if e, ok := as[*history.UnknownRevError](err); ok {
		return Fail("history/unknown-revision", withHint(Facts{"revision": e.Rev}, e.Rev))
	}
	if e, ok := as[*history.UnbornError](err); ok {
		return Fail("commit/unborn", Facts{"branch": string(e.Branch)})
	}
	if e, ok := as[*history.AmbiguousError](err); ok {
		return Fail(ambiguousCode(e.Candidates), Facts{"revision": e.Rev, "candidates": e.Candidates})
	}
	if e, ok := as[*history.NotCommitError](err); ok {
		return Fail("history/not-commit", Facts{"hash": e.ID.String(), "kind": e.Kind.String()})
	}
	if e, ok := as[*history.NotFileError](err); ok {
		return Fail("history/not-file", Facts{"path": e.Path, "mode": string(e.Mode)})
	}
	if e, ok := as[*history.LineRangeError](err); ok {
		return Fail("history/no-such-lines", Facts{"path": e.Path, "first": e.First, "last": e.Last, "lines": e.Lines})
	}
	if e, ok := as[*history.UnitError](err); ok {
		if len(e.Found) == 0 {
			return Fail("history/unknown-unit", Facts{"path": e.Path, "unit": e.Unit})
		}
		return Fail("history/ambiguous-unit", Facts{"path": e.Path, "unit": e.Unit, "candidates": e.Found})
	}
	if e, ok := as[*history.RevSyntaxError](err); ok {
		return Fail("history/bad-revision", Facts{"revision": e.Rev, "reason": "the revision " + e.Reason})
	}
	return nil
}

// ambiguousCode tells a short id that fits several objects from a name.
func ambiguousCode(candidates []string) string {
	for _, c := range candidates {
		if _, err := objects.ParseID(c); err != nil {
			return "history/ambiguous-revision"
		}
	}
	return "store/ambiguous-id"
}

func fromSnapshot(err error) *Error {
	if e, ok := as[*snapshot.NotInTreeError](err); ok {
		return Fail("worktree/not-in-tree", Facts{"path": e.Path})
	}
	if e, ok := as[*snapshot.PathError](err); ok {
		return Fail("worktree/path-refused", Facts{"path": e.Path, "rule": e.Rule})
	}
	if e, ok := as[*snapshot.KindError](err); ok {
		return Fail("store/wrong-kind", Facts{"hash": e.ID.String(), "kind": e.Got.String(), "wanted_kind": e.Want.String()})
	}
	return nil
}

// cause is the text of an error that a typed error carries, which may be nil.
func cause(err error) any {
	if err == nil {
		return nil
	}
	return err.Error()
}
