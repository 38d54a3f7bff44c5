package git

import (
	"path"
	"strings"

	"github.com/genesis-vcs/genesis/refs"
)

// shared are the families of refs that Git and we have under the same names.
var shared = [...]string{refs.Heads, refs.Tags, refs.Remotes}

// RefName is the name here of a ref of Git: the same in the families that both
// have, else refs/git/… . A name that no ref may have is a *refs.InvalidNameError.
func RefName(name string) (refs.Name, error) {
	for _, family := range shared {
		if strings.HasPrefix(name, family) {
			return refs.ParseName(name)
		}
	}
	return refs.ParseName(refs.Git + strings.TrimPrefix(name, "refs/"))
}

// GitRefName is the name in Git of a ref here; ok is false for those that never
// go there.
func GitRefName(name refs.Name) (git string, ok bool) {
	for _, family := range shared {
		if strings.HasPrefix(string(name), family) {
			return string(name), true
		}
	}
	rest, ok := strings.CutPrefix(string(name), refs.Git)
	git = "refs/" + rest
	for _, family := range shared { // these have other names here
		ok = ok && !strings.HasPrefix(git+"/", family)
	}
	return git, ok
}

// RefFilter selects refs by their full names in Git.
type RefFilter struct {
	// Include and Exclude are patterns: a full name, in which * stands for
	// anything within a component and ** at the end for everything below. Without
	// Include all are selected.
	Include, Exclude []string
}

// Check refuses patterns that are none: *PatternError.
func (f RefFilter) Check() error {
	for i, list := range [...][]string{f.Include, f.Exclude} {
		for _, p := range list {
			if _, err := path.Match(p, ""); err != nil || !strings.HasPrefix(p, "refs/") {
				return &PatternError{Pattern: p, Exclude: i == 1}
			}
		}
	}
	return nil
}

// Match reports whether the name is selected.
func (f RefFilter) Match(name string) bool {
	return (len(f.Include) == 0 || matchAny(f.Include, name)) && !matchAny(f.Exclude, name)
}

func matchAny(patterns []string, name string) bool {
	for _, p := range patterns {
		if matchRef(p, name) {
			return true
		}
	}
	return false
}

// matchRef matches a pattern component by component.
func matchRef(pattern, name string) bool {
	if above, ok := strings.CutSuffix(pattern, "/**"); ok {
		parts := strings.Split(name, "/")
		n := strings.Count(above, "/") + 1
		return len(parts) > n && matchRef(above, strings.Join(parts[:n], "/"))
	}
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}
