package schema

import (
	"reflect"

	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/contract/catalog"
	"github.com/genesis-vcs/genesis/porcelain/contract/utility"
)

// failureContext is the schema of error.context.
func failureContext() (Document, error) {
	return ofType[contract.FailureContext](FailureContext, contract.FailureContextSchema,
		"Where and how a run failed. Route on domain, kind and operation; facts are typed values.")
}

// repairPlan is the schema of a diagnostic's repair_plan.
func repairPlan() (Document, error) {
	return ofType[contract.RepairPlan](RepairPlan, contract.RepairPlanSchema,
		"One safe action bound to a diagnostic. No plan changes a policy or suppresses an obligation.")
}

// diagnosticCatalog is the schema of the published catalog.
func diagnosticCatalog() (Document, error) {
	return ofType[catalog.Catalog](Catalog, catalog.Schema,
		"Every fault that the program can report, sorted by code. identity_sha256 is the SHA-256 of the RFC 8785 form without that field.")
}

// repairUtility is the schema of the report on how useful repair plans are.
func repairUtility() (Document, error) {
	return ofType[utility.Report](RepairUtility, utility.Schema,
		"What became of every case of the corpus of failing commands with every reference agent. Counts and rates follow from the cases.")
}

// ofType is the schema of a document that has a Go type of its own; id is the
// value of its field schema.
func ofType[T any](name, id, description string) (Document, error) {
	m := newMaker()
	delete(m.known, reflect.TypeFor[T]())
	s, err := m.of(reflect.TypeFor[T]())
	if err != nil {
		return Document{}, err
	}
	s.Properties["schema"] = constant(id)
	s.Required = s.PropertyOrder // a published document leaves no field of its own out
	return newDocument(name, id, description, s)
}
