package schema

import "slices"

// All makes every published schema but the given one: those of the results, in
// their order, and those that all commands share.
func All(results []Result) ([]Document, error) {
	var all []Document
	shared := []func() (Document, error){
		func() (Document, error) { return envelope(results) },
		failureContext, repairPlan, diagnosticCatalog, repairUtility,
	}
	for _, r := range results {
		shared = append(shared, r.document)
	}
	for _, makeDocument := range shared {
		d, err := makeDocument()
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, nil
}

// insertAfter puts a name behind another one.
func insertAfter(names []string, before, name string) []string {
	return slices.Insert(slices.Clone(names), slices.Index(names, before)+1, name)
}

// without takes a name out.
func without(names []string, name string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == name })
}
