package fields

import (
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/refs"
)

// NewBranch is the name of a branch that someone makes: refs.Branch, and no short
// name that a revision reads as something else. A branch that has such a name
// already, from elsewhere, is used by its full name.
func NewBranch(short string) (refs.Name, error) {
	return newName(refs.Branch, short)
}

// NewTag is NewBranch for tags.
func NewTag(short string) (refs.Name, error) {
	return newName(refs.Tag, short)
}

func newName(parse func(string) (refs.Name, error), short string) (refs.Name, error) {
	name, err := parse(short)
	if err != nil {
		return "", err
	}
	if rule := readOtherwise(short); rule != "" {
		return "", &refs.InvalidNameError{Name: string(name), Rule: rule}
	}
	return name, nil
}

// readOtherwise says why a short name would be read as something else, or "". The
// names of HEAD are no names of branches and tags anyway.
func readOtherwise(short string) string {
	switch {
	case strings.HasPrefix(short, "refs/"):
		return `has a short name that begins with "refs/", as full names do`
	case len(short) == 2*objects.IDSize && objects.IsHex(strings.ToLower(short)):
		return "has a short name that is a hash"
	}
	return ""
}
