package snapshot

import "strings"

// Filter says which paths below one directory are asked for. The zero Filter
// asks for none; NewFilter(nil) for all.
type Filter struct {
	all   bool
	paths []string // relative to the directory, not empty
}

// NewFilter returns the filter for these paths and what is below them, as seen
// from the root. No paths, or the path "", ask for everything.
func NewFilter(paths []string) Filter {
	f := Filter{all: len(paths) == 0}
	for _, p := range paths {
		if p = strings.TrimRight(p, "/"); p == "" {
			return Filter{all: true}
		}
		f.paths = append(f.paths, p)
	}
	return f
}

// None reports whether nothing is asked for.
func (f Filter) None() bool { return !f.all && len(f.paths) == 0 }

// Below returns the filter for what is inside the child with the name, and
// whether the child itself is asked for.
func (f Filter) Below(name string) (below Filter, whole bool) {
	if f.all {
		return f, true
	}
	for _, p := range f.paths {
		rest, ok := strings.CutPrefix(p, name)
		switch {
		case !ok:
		case rest == "":
			return Filter{all: true}, true
		case rest[0] == '/':
			below.paths = append(below.paths, rest[1:])
		}
	}
	return below, false
}

// Match reports whether a path, as seen from the filter's directory, is asked
// for.
func (f Filter) Match(path string) bool {
	if f.all {
		return true
	}
	for _, p := range f.paths {
		if rest, ok := strings.CutPrefix(path, p); ok && (rest == "" || rest[0] == '/') {
			return true
		}
	}
	return false
}
