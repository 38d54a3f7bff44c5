package objects

// Strength says whether a reference keeps its target alive.
type Strength uint8

// Strong references must be satisfied in a closure; weak ones may dangle.
const (
	Strong Strength = 1 + iota
	Weak
)

// Edge is a reference from one object to another.
type Edge struct {
	To       ID
	Kind     Kind // the kind that To must have; zero when any kind will do
	Strength Strength
	// Field is the JSON field that holds the reference, for reports.
	Field string
}

// Edges lists what an object refers to, by the one table that gc, verify,
// closure and push share (DESIGN §2). Info.List of a chunked blob is its edge
// to the chunk list; raw kinds have no others.
func Edges(o Object) ([]Edge, error) { panic("todo") }
