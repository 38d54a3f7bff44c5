package linediff

// Algorithm is how lines find their partners.
type Algorithm int

const (
	// Histogram pairs the rarest common lines first. It keeps braces and blank
	// lines from pairing across unrelated code and is the default.
	Histogram Algorithm = iota
	// Myers looks for the fewest changed lines, within bounds on the effort for
	// a large difference. It is what git diff and git merge do without options.
	Myers
	// Patience pairs lines that occur once on each side, then what lies between.
	Patience
)

// Options choose how lines are compared; the zero value is what Diff uses.
type Options struct {
	Algorithm Algorithm
	// NoIndent leaves a run of changed lines that could slide at the end of its
	// range, and looks at neither blank lines nor indentation.
	NoIndent bool
	// MaxSteps bounds the effort: how many comparisons of two line numbers, or
	// work of that size, the search may take. What is left unmatched then gets a
	// coarse answer. 0 stands for DefaultMaxSteps.
	MaxSteps int
}

// DefaultMaxSteps keeps any pair within about a second, reading not counted.
const DefaultMaxSteps = 1 << 26

func (o Options) steps() int {
	if o.MaxSteps > 0 {
		return o.MaxSteps
	}
	return DefaultMaxSteps
}
