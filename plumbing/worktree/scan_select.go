package worktree

import "strings"

// selection says which paths below one directory a scan is asked for. Nil asks
// for all of them.
type selection struct {
	below map[string]*selection
}

// newSelection returns the selection of these root-relative paths and what is
// below them. No paths, or the root itself, select everything.
func newSelection(paths []string) *selection {
	if len(paths) == 0 {
		return nil
	}
	root := &selection{below: map[string]*selection{}}
	for _, path := range paths {
		path = strings.TrimRight(path, "/")
		if path == "" || path == "." {
			return nil
		}
		root.add(path)
	}
	return root
}

func (s *selection) add(path string) {
	for {
		name, rest, more := strings.Cut(path, "/")
		next, ok := s.below[name]
		switch {
		case ok && next == nil: // a path above this one is selected
			return
		case !more:
			s.below[name] = nil
			return
		case !ok:
			next = &selection{below: map[string]*selection{}}
			s.below[name] = next
		}
		s, path = next, rest
	}
}

// at returns the selection inside the name, whether the name itself is
// selected, and whether anything of it is.
func (s *selection) at(name string) (inside *selection, whole, any bool) {
	if s == nil {
		return nil, true, true
	}
	inside, any = s.below[name]
	return inside, any && inside == nil, any
}
