package contract

import (
	"github.com/genesis-vcs/genesis/plumbing/git"
	"github.com/genesis-vcs/genesis/plumbing/git/fastio"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
	"github.com/genesis-vcs/genesis/plumbing/git/gitproc"
	"github.com/genesis-vcs/genesis/plumbing/git/oidmap"
)

func fromGit(err error) *Error {
	if e := fromGitProcess(err); e != nil {
		return e
	}
	if e, ok := as[*git.ObjectError](err); ok {
		return Fail("git/unrepresentable", gitPlace(Facts{"oid": e.OID.String(), "type": e.Type.String(), "reason": e.Reason}, e.Commit, e.Path))
	}
	if e, ok := as[*git.UnsendableError](err); ok {
		return Fail("git/unsendable", unsendable(e))
	}
	if e, ok := as[*git.RefNamesError](err); ok {
		return Fail("git/unrepresentable", refProblems(e.Refs))
	}
	if e, ok := as[*git.DivergedError](err); ok {
		return Fail("git/diverged", divergences(e.Refs))
	}
	if e, ok := as[*git.TargetError](err); ok {
		return Fail("git/target-refused", refProblems(e.Refs))
	}
	if e, ok := as[*git.CheckedOutError](err); ok {
		return Fail("git/checked-out", refProblems(e.Refs))
	}
	if e, ok := as[*git.ClashError](err); ok {
		return Fail("git/ref-clash", refProblems(e.Refs))
	}
	if e, ok := as[*git.NoRefError](err); ok {
		return Fail("git/no-such-ref", Facts{"pattern": e.Pattern})
	}
	if e, ok := as[*git.NothingError](err); ok {
		return nothing(e)
	}
	if e, ok := as[*fastio.StreamError](err); ok {
		return Fail("git/bad-stream", Facts{"line": e.Line, "byte": e.Offset, "reason": Verbatim(e.Error())})
	}
	if e, ok := as[*git.PatternError](err); ok {
		argument := "--ref"
		if e.Exclude {
			argument = "--exclude-ref"
		}
		return Failf("usage/bad-argument", Facts{"argument": argument, "value": e.Pattern},
			"A pattern of refs is a full name that begins with refs/, with * and ** for what may stand there")
	}
	if e, ok := as[*gitobj.MalformedError](err); ok {
		return Fail("git/unrepresentable", Facts{"type": e.Type.String(), "reason": e.Reason})
	}
	if e, ok := as[*gitobj.TreeError](err); ok {
		return Fail("git/unrepresentable", Facts{"type": "tree", "name": e.Name, "reason": e.Reason})
	}
	if e, ok := as[*oidmap.SegmentError](err); ok {
		return Fail("store/corrupt", Facts{"hash": e.ID, "part": "map of Git ids", "reason": e.Reason})
	}
	return nil
}

func fromGitProcess(err error) *Error {
	if _, ok := as[*gitproc.NotInstalledError](err); ok {
		return Fail("git/not-installed", nil)
	}
	if e, ok := as[*gitproc.NotRepositoryError](err); ok {
		return Fail("git/not-a-repository", Facts{"directory": base(e.Dir)})
	}
	if e, ok := as[*gitproc.UnsupportedError](err); ok {
		return Fail("git/unsupported-repository", Facts{"directory": base(e.Dir), "reason": e.Reason})
	}
	if e, ok := as[*gitproc.MissingObjectError](err); ok {
		return Fail("git/missing-object", missingObject(e))
	}
	if e, ok := as[*gitproc.UntrustedError](err); ok {
		return Fail("git/untrusted", Facts{"directory": base(e.Dir)})
	}
	if e, ok := as[*gitproc.ContendedError](err); ok {
		return Fail("git/contended", Facts{"command": e.Command, "reason": e.Words})
	}
	if e, ok := as[*gitproc.FailedError](err); ok {
		return gitFailure(e)
	}
	return nil
}

// gitFailure is what the system did not let git do, or the rest.
func gitFailure(e *gitproc.FailedError) *Error {
	facts := Facts{"command": e.Command, "reason": e.Words}
	if e.Words == "" { // it was killed, or could not be started
		facts["reason"] = e.Err.Error()
	}
	errno := e.Errno()
	if errno == 0 {
		return Fail("git/failed", facts)
	}
	known := fromSystem(errno)
	known.Facts = facts
	return known
}

func nothing(e *git.NothingError) *Error {
	if e.Pattern == "" {
		return Fail("git/nothing-to-export", nil)
	}
	return Failf("git/nothing-to-export", Facts{"pattern": e.Pattern}, "No ref here matches")
}

func missingObject(e *gitproc.MissingObjectError) Facts {
	facts := Facts{"oid": e.OID.String(), "reason": "it has no " + e.OID.String()}
	if e.Damaged {
		facts["reason"] = "its " + e.OID.String() + " is damaged: what is there has another name"
	}
	if e.Ref != "" {
		facts["ref"] = e.Ref
	}
	return gitPlace(facts, e.Commit, e.Path)
}

// gitPlace adds a commit of Git, and the path in its tree.
func gitPlace(facts Facts, commit gitobj.OID, path string) Facts {
	if !commit.IsZero() {
		facts["commit"] = commit.String()
		if path != "" {
			facts["path"] = path
		}
	}
	return facts
}

func unsendable(e *git.UnsendableError) Facts {
	facts := Facts{"ref": e.Ref, "reason": e.Reason}
	if e.Path != "" {
		facts["path"] = e.Path
	}
	if !e.ID.IsZero() {
		facts["hash"] = e.ID
	}
	return facts
}

// listedRefs bounds the refs that facts list.
const listedRefs = 100

func refProblems(list []git.RefProblem) Facts {
	var names []Verbatim
	var reasons []string
	var lines []int
	for _, r := range list[:min(len(list), listedRefs)] {
		names = append(names, Verbatim(r.Name))
		reasons = append(reasons, r.Reason)
		if r.Line > 0 {
			lines = append(lines, r.Line)
		}
	}
	facts := Facts{"refs": names, "reasons": reasons}
	if lines != nil {
		facts["lines"] = lines
	}
	return facts
}

func divergences(list []git.Divergence) Facts {
	var names, olds, news []string
	for _, r := range list[:min(len(list), listedRefs)] {
		names = append(names, string(r.Name))
		olds, news = append(olds, r.Old.String()), append(news, r.New.String())
	}
	return Facts{"refs": names, "here": olds, "in_git": news}
}
