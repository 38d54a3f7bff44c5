package contract

import (
	"slices"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/chunk"
	"github.com/genesis-vcs/genesis/objects/packstore"
	"github.com/genesis-vcs/genesis/refs"
)

func fromRefs(err error) *Error {
	if e, ok := as[*refs.ConflictError](err); ok {
		return Fail("refs/conflict", Facts{"name": string(e.Name), "expected": expectedID(e.Expected), "actual": expectedID(e.Actual)})
	}
	if e, ok := as[*refs.ContendedError](err); ok {
		return Fail("refs/contended", Facts{"attempts": e.Attempts})
	}
	if e, ok := as[*refs.NotFoundError](err); ok {
		return Fail("refs/not-found", Facts{"name": e.Name})
	}
	if e, ok := as[*refs.MissingObjectError](err); ok {
		return Fail("refs/missing-object", Facts{"name": string(e.Name), "hash": e.ID.String()})
	}
	if e, ok := as[*refs.KindError](err); ok {
		if e.Want != objects.KindCommit { // refs/attestations
			return Fail("store/wrong-kind", Facts{"hash": e.ID.String(), "kind": e.Kind.String(), "wanted_kind": e.Want.String()})
		}
		return Fail("refs/not-commit", Facts{"name": string(e.Name), "hash": e.ID.String(), "kind": e.Kind.String()})
	}
	if e, ok := as[*refs.NameClashError](err); ok {
		return Fail("refs/name-clash", Facts{"name": string(e.Name), "other": string(e.Other)})
	}
	if e, ok := as[*refs.InvalidNameError](err); ok {
		return Fail("refs/invalid-name", Facts{"name": e.Name, "rule": e.Rule})
	}
	if _, ok := as[*refs.NoWorkspaceError](err); ok {
		return Fail("refs/no-workspace", nil)
	}
	return nil
}

func fromOperations(err error) *Error {
	if e, ok := as[*refs.NothingToUndoError](err); ok {
		return Fail("op/nothing-to-undo", Facts{"redo": e.Redo})
	}
	if e, ok := as[*refs.UndoConflictError](err); ok {
		return Fail("op/undo-conflict", Facts{
			"hash": e.Operation.String(), "space": string(e.Space), "name": e.Name,
			"expected": rowFact(e.Space, e.Expected), "actual": rowFact(e.Space, e.Actual),
		})
	}
	if e, ok := as[*refs.OpNotFoundError](err); ok {
		return Fail("op/not-found", withHint(Facts{"id": e.ID}, e.ID))
	}
	if e, ok := as[*refs.AmbiguousOpError](err); ok {
		return Fail("op/ambiguous-id", Facts{"id": e.ID, "candidates": e.Candidates})
	}
	return nil
}

func fromPackstore(err error) *Error {
	if e, ok := as[*packstore.NotStoreError](err); ok {
		return Fail("store/no-store", Facts{"directory": base(e.Dir)})
	}
	if e, ok := as[*packstore.NotEmptyError](err); ok {
		return Fail("store/not-empty", Facts{"directory": base(e.Dir)})
	}
	if _, ok := as[*packstore.OptimizingError](err); ok {
		return Failf("store/busy", nil, "Another process optimizes the store")
	}
	if e, ok := as[*packstore.FormatError](err); ok {
		return Fail("store/format-newer", Facts{"found_format": e.Found, "supported_format": e.Supported})
	}
	if e, ok := as[*packstore.UnreadableError](err); ok {
		fault := fromSystem(e.Err)
		fault.Facts["part"], fault.Facts["path"] = e.Part, base(e.Path)
		return fault
	}
	return nil
}

func fromChunk(err error) *Error {
	if e, ok := as[*chunk.TooLargeError](err); ok {
		return Fail("store/blob-too-large", Facts{"size": e.Size})
	}
	if e, ok := as[*chunk.NotBlobError](err); ok {
		return Fail("store/not-blob", Facts{"hash": e.ID.String(), "kind": e.Kind.String()})
	}
	return nil
}

func fromObjects(err error) *Error {
	if e, ok := as[*objects.NotFoundError](err); ok {
		return Fail("store/not-found", Facts{"hash": e.ID.String()})
	}
	if e, ok := as[*objects.DanglingError](err); ok {
		return Fail("store/dangling", Facts{"hash": e.ID.String(), "field": e.Field, "missing": e.To.String()})
	}
	if e, ok := as[*objects.CorruptError](err); ok {
		return Fail(corruptCode(e), corruptFacts(e))
	}
	if e, ok := as[*objects.ConflictError](err); ok {
		return fromRowConflict(e)
	}
	if e, ok := as[*objects.BusyError](err); ok {
		return Fail("store/busy", holder(e.PID, e.Verb))
	}
	if e, ok := as[*objects.NoSpaceError](err); ok {
		return Fail("store/no-space", Facts{"need_bytes": e.Need, "free_bytes": e.Free})
	}
	if e, ok := as[*objects.EncodingError](err); ok {
		return Fail("store/invalid-object", Facts{"kind": e.Kind.String(), "reason": e.Reason})
	}
	if e, ok := as[*objects.BadIDError](err); ok {
		return Fail("store/bad-hash", withHint(Facts{"value": e.Text}, e.Text))
	}
	return nil
}

// corruptCode tells damage that a rebuild of the catalog repairs from damage
// of objects.
func corruptCode(e *objects.CorruptError) string {
	if e.ID.IsZero() && slices.Contains([]string{"catalog", "slots", "format"}, e.What) {
		return "store/catalog-damaged"
	}
	return "store/corrupt"
}

func corruptFacts(e *objects.CorruptError) Facts {
	facts := Facts{"part": e.What, "reason": e.Reason}
	if !e.ID.IsZero() {
		facts["hash"] = e.ID.String()
	}
	if e.Path != "" {
		facts["file"] = e.Path
	}
	return facts
}

// fromRowConflict maps a lost expectation or guard on a row that no typed error
// of package refs explains.
func fromRowConflict(e *objects.ConflictError) *Error {
	facts := Facts{"space": string(e.Space), "name": e.Name}
	if e.Guard {
		return Fail("refs/name-clash", facts)
	}
	facts["expected"] = rowFact(e.Space, e.Expected)
	facts["actual"] = rowFact(e.Space, e.Actual)
	return Fail("refs/conflict", facts)
}
