package merge3

import "github.com/genesis-vcs/genesis/semantic"

// Input is one file of three sides.
type Input struct {
	Base, Left, Right []byte
	// Language reads the three contents; nil is lines alone.
	Language semantic.Language
	Options  Options
}

// Options choose how conflicts are shown and how far the merge goes.
type Options struct {
	Style Style
	// Labels stand behind the markers of the base, the left and the right side;
	// an empty one leaves the marker bare.
	Labels Labels
	// MarkerSize is how many characters a marker has at least; 7 if it is less.
	MarkerSize int
	// Without leaves steps out. Clean merges become rarer; the rest is the same.
	Without []Step
}

// Labels name the three sides in markers.
type Labels struct{ Base, Left, Right string }

// Style is what a conflict in the content shows.
type Style int

const (
	// StyleMerge shows both sides, and only the lines in which they differ.
	StyleMerge Style = iota
	// StyleDiff3 shows the base between the sides.
	StyleDiff3
	// StyleZdiff3 shows the base, and of the sides only what differs at their
	// start and end.
	StyleZdiff3
)

// ParseStyle reads "merge", "diff3" or "zdiff3".
func ParseStyle(name string) (Style, bool) {
	switch name {
	case "merge":
		return StyleMerge, true
	case "diff3":
		return StyleDiff3, true
	case "zdiff3":
		return StyleZdiff3, true
	default:
		return 0, false
	}
}
