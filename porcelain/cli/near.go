package cli

import (
	"cmp"
	"context"
	"maps"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// nearDistance is how many edits may lie between a value and what was meant.
const nearDistance = 2

// Nearest is the one allowed value that is near to a value; ok is false when
// none is, or several are.
func Nearest(value string, allowed []string) (near string, ok bool) {
	for _, a := range allowed {
		if editDistance(value, a) > nearDistance {
			continue
		}
		if ok {
			return "", false
		}
		near, ok = a, true
	}
	return near, ok
}

// editDistance is the least number of characters to insert, delete or replace
// that turns a into b.
func editDistance(a, b string) int {
	from, to := []rune(a), []rune(b)
	row := make([]int, len(to)+1) // distances of the part of a so far to the beginnings of b
	for j := range row {
		row[j] = j
	}
	for i, r := range from {
		diagonal := row[0]
		row[0] = i + 1
		for j, s := range to {
			replaced := diagonal
			if r != s {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(to)]
}

// meant is the one word that is near to a word, unless half of its letters are
// others: that is another word, but for two neighbors that changed places.
func meant(word string, words []string) (near string, ok bool) {
	near, ok = Nearest(word, words)
	return near, ok && (editDistance(word, near) <= (len(word)-1)/2 || swapped(word, near))
}

// swapped reports that two words differ in the order of two neighbors alone.
func swapped(a, b string) bool {
	for i := range len(a) - 1 {
		if a[:i]+a[i+1:i+2]+a[i:i+1]+a[i+2:] == b {
			return len(a) > 3
		}
	}
	return false
}

// suggestRef adds the one ref whose name is near to a name that names nothing.
// It looks into the store that the command opened; what fails there is not the
// fault that is reported.
func (e *Env) suggestRef(ctx context.Context, err error) error {
	if e.db == nil || !e.JSON || !contract.Is(err, "history/unknown-revision") && !contract.Is(err, "refs/not-found") {
		return err
	}
	all, listErr := e.db.List(ctx, "")
	if listErr != nil {
		return err
	}
	fault := *contract.From(err)
	full := fault.Code == "refs/not-found"
	var names []string
	for _, ref := range all {
		if name := string(ref.Name); full {
			names = append(names, name)
		} else {
			names = append(names, name, ref.Name.Short())
		}
	}
	if near, ok := meant(cmp.Or(factText(&fault, "name"), factText(&fault, "revision")), names); ok {
		fault.Facts = maps.Clone(fault.Facts)
		fault.Facts["suggestions"] = []string{near}
		fault.Err = err
		return &fault
	}
	return err
}
