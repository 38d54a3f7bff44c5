package contract

import "github.com/genesis-vcs/genesis/plumbing/merging"

func fromMerging(err error) *Error {
	if e, ok := as[*merging.UnitError](err); ok {
		code := "merge/unknown-unit"
		if e.Decided {
			code = "merge/decided-unit"
		}
		return Fail(code, Facts{"unit": e.Unit, "units": e.Open})
	}
	if e, ok := as[*merging.UnionError](err); ok {
		return Fail("merge/no-union", Facts{"unit": e.Unit})
	}
	return nil
}
