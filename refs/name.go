package refs

import "github.com/genesis-vcs/genesis/objects"

// Name is a valid full ref name: refs/heads/…, refs/tags/…,
// refs/remotes/<name>/…, refs/sessions/… or refs/attestations.
// The zero Name is not valid; ParseName and Branch make valid ones.
type Name string

// The prefixes of the families of names.
const (
	Heads    = "refs/heads/"
	Tags     = "refs/tags/"
	Remotes  = "refs/remotes/"
	Sessions = "refs/sessions/"
)

// InvalidNameError reports a ref name that the rules refuse. Rule is a short
// phrase such as "contains \"..\"".
type InvalidNameError struct {
	Name string
	Rule string
}

func (e *InvalidNameError) Error() string { return "invalid ref name: " + e.Rule }

// ParseName checks a full ref name by Git's rules and ours (DESIGN §4).
func ParseName(s string) (Name, error) { panic("todo") }

// Branch returns refs/heads/<short>, checked.
func Branch(short string) (Name, error) { return ParseName(Heads + short) }

// Tag returns refs/tags/<short>, checked.
func Tag(short string) (Name, error) { return ParseName(Tags + short) }

// Short is the name without its family's prefix: "main" for refs/heads/main.
func (n Name) Short() string { panic("todo") }

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
