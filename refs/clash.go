package refs

import (
	"context"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
)

// checkClashes finds refs that would be a directory of one another once the
// changes are made (*NameClashError), and returns the guards that keep another
// writer from creating such a ref before these changes are published.
//
// Only a ref that is created can clash: those that exist were checked when they
// were made.
func checkClashes(ctx context.Context, store objects.Store, changes []objects.OpChange) ([]objects.Guard, error) {
	var created, tops []string
	deleted := map[string]bool{}
	for _, c := range changes {
		switch {
		case c.Space != objects.SpaceRef:
		case c.New == nil:
			deleted[string(c.Name)] = true
		case c.Old == nil:
			created = append(created, string(c.Name))
			tops = append(tops, topOf(string(c.Name)))
		}
	}
	if len(created) == 0 {
		return nil, nil
	}
	rows, err := readSpace(ctx, store, objects.SpaceRef, commonPrefix(tops))
	if err != nil {
		return nil, err
	}
	names := slices.Clone(created)
	for _, row := range rows {
		if !deleted[row.Name] {
			names = append(names, row.Name)
		}
	}
	slices.Sort(names)
	var guards []objects.Guard
	guarded := map[string]bool{}
	for _, name := range created {
		if other := clashWith(names, name); other != "" {
			return nil, &NameClashError{Name: Name(name), Other: Name(other)}
		}
		guards = append(guards, objects.Guard{Space: objects.SpaceRef, Prefix: name + "/"})
		for above := range directories(name) {
			if !guarded[above] {
				guarded[above] = true
				guards = append(guards, objects.Guard{Space: objects.SpaceRef, Prefix: above, Exact: true})
			}
		}
	}
	return guards, nil
}

// clashWith returns the first of the sorted names that is above or below name,
// or "".
func clashWith(names []string, name string) string {
	for above := range directories(name) {
		if _, ok := slices.BinarySearch(names, above); ok {
			return above
		}
	}
	at, _ := slices.BinarySearch(names, name+"/")
	if at < len(names) && strings.HasPrefix(names[at], name+"/") {
		return names[at]
	}
	return ""
}

// directories yields the names above name that could be refs: refs/heads/a and
// refs/heads/a/b for refs/heads/a/b/c.
func directories(name string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for at := len(topOf(name)); at < len(name); at++ {
			if name[at] == '/' && !yield(name[:at]) {
				return
			}
		}
	}
}

// topOf is the name up to its third component, the shortest that can be a ref.
func topOf(name string) string {
	slashes := 0
	for i := 0; i < len(name); i++ {
		if name[i] == '/' {
			if slashes++; slashes == 3 {
				return name[:i]
			}
		}
	}
	return name
}
