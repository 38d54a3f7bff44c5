package refs

import (
	"strings"

	"github.com/genesis-vcs/genesis/objects"
)

// Ref is a name with its value.
type Ref struct {
	Name Name
	ID   objects.ID
}

// Head says where a workspace stands: on a branch (Branch is set, which need
// not exist yet) or on a commit (Detached is set). The zero Head is unset.
type Head struct {
	Branch   Name
	Detached objects.ID
}

// IsZero reports whether the HEAD is unset.
func (h Head) IsZero() bool { return h == Head{} }

// encode returns the value of the row (objects.SpaceHead); nil when unset.
func (h Head) encode() []byte {
	switch {
	case h.Branch != "":
		return []byte(h.Branch)
	case !h.Detached.IsZero():
		return []byte(h.Detached.String())
	default:
		return nil
	}
}

// check refuses a HEAD that cannot be: on a ref that is no branch, or on a
// branch and a commit at once.
func (h Head) check() error {
	if h.Branch == "" {
		return nil
	}
	if !h.Detached.IsZero() {
		return &InvalidNameError{Name: string(h.Branch), Rule: "is given together with a detached commit"}
	}
	if !h.Branch.IsBranch() {
		return &InvalidNameError{Name: string(h.Branch), Rule: "is not a branch"}
	}
	_, err := ParseName(string(h.Branch))
	return err
}

// decodeHead reads the value of a HEAD's row. A row that holds neither a
// branch nor an id was not written by us: *objects.CorruptError.
func decodeHead(workspace string, value []byte) (Head, error) {
	s := string(value)
	if strings.HasPrefix(s, Heads) {
		if name, err := ParseName(s); err == nil {
			return Head{Branch: name}, nil
		}
	} else if id, err := objects.ParseID(s); err == nil && !id.IsZero() {
		return Head{Detached: id}, nil
	}
	return Head{}, damagedRow(objects.SpaceHead, workspace)
}

// decodeRef reads the value of a ref's row.
func decodeRef(name string, value []byte) (objects.ID, error) {
	if len(value) != objects.IDSize || objects.ID(value).IsZero() {
		return objects.ID{}, damagedRow(objects.SpaceRef, name)
	}
	return objects.ID(value), nil
}

func damagedRow(space objects.Space, name string) error {
	return &objects.CorruptError{What: "catalog", Reason: "the row " + string(space) + " " + name + " holds no value of its kind"}
}
