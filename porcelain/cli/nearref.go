package cli

import (
	"cmp"
	"context"
	"maps"
	"strings"

	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/refs"
)

// suggestRef adds the one ref that can have been meant by a name that names
// nothing. It looks into the store that the command opened; what fails there is
// not the fault that is reported.
func (e *Env) suggestRef(ctx context.Context, err error) error {
	if err == nil || e.db == nil || !e.JSON {
		return err
	}
	fault := *contract.From(err)
	word := cmp.Or(factText(&fault, "name"), factText(&fault, "revision"))
	switch fault.Code {
	case "history/unknown-revision", "refs/not-found", "refs/invalid-name":
	default:
		return err
	}
	all, listErr := e.db.List(ctx, "")
	if listErr != nil || isExpression(word) {
		return err
	}
	near, ok := nearRef(fault.Code, word, all)
	if !ok {
		return err
	}
	fault.Facts = maps.Clone(fault.Facts)
	fault.Facts["suggestions"] = []string{near}
	fault.Err = err
	return &fault
}

// nearRef is the ref that can have been meant by a word, by the code of a fault.
func nearRef(code, word string, all []refs.Ref) (near string, ok bool) {
	var names []string
	for _, ref := range all {
		switch name := string(ref.Name); code {
		case "history/unknown-revision":
			names = append(names, name, ref.Name.Short())
		case "refs/not-found":
			names = append(names, name)
		case "refs/invalid-name": // it may be a short one
			if ref.Name.Short() == word {
				names = append(names, name)
			}
		}
	}
	if code == "refs/invalid-name" && len(names) == 1 {
		return names[0], true
	}
	return Nearest(word, names)
}

// isExpression reports whether a revision goes on from a name: with another name
// in its place it would ask for something else.
func isExpression(revision string) bool {
	return strings.ContainsAny(revision, "~^") || strings.Contains(revision, "..") || strings.Contains(revision, "@{")
}
