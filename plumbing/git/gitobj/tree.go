package gitobj

import "github.com/genesis-vcs/genesis/objects"

// Entry is an entry of a Git tree.
type Entry struct {
	Name string
	Mode objects.Mode
	OID  OID
}

// ParseTree reads the body of a tree. The entries come sorted by the bytes of
// their names, as in our trees, and each name once. Regular is false when
// EncodeTree would not give the same bytes (modes with leading zeros, an odd
// order). An error is what a tree of ours cannot hold: a name that is there
// twice or is no path component, an unknown mode, a body that is cut off.
func ParseTree(body []byte) (entries []Entry, regular bool, err error) { panic("not built") }

// EncodeTree returns the body of the tree with the entries, whatever their order.
func EncodeTree(entries []Entry) []byte { panic("not built") }
