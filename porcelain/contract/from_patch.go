package contract

import (
	"github.com/genesis-vcs/genesis/plumbing/patching"
	"github.com/genesis-vcs/genesis/semantic/patch"
)

func fromPatch(err error) *Error {
	if e, ok := as[*patch.DecodeError](err); ok {
		facts := Facts{"reason": e.Reason}
		if e.Ordinal >= 0 {
			facts["ordinal"] = e.Ordinal
		}
		if e.Field != "" {
			facts["field"] = e.Field
		}
		return Fail("patch/malformed", facts)
	}
	if e, ok := as[*patch.ApplyError](err); ok {
		facts := Facts{"ordinal": e.Ordinal, "op": e.Op, "path": e.Path, "reason": e.Reason}
		if e.Expected == "" && e.Actual == "" {
			return Fail("patch/not-applicable", facts)
		}
		facts["expected"], facts["actual"] = e.Expected, e.Actual
		return Fail("patch/stale", facts)
	}
	if e, ok := as[*patching.ClashError](err); ok {
		return Fail("patch/path-state-conflict", Facts{"path": e.Path})
	}
	return nil
}
