package linediff

import (
	"testing"
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"
	"pgregory.net/rapid"
)

// shortest gives how many lines the library finds changed, which leaves out nothing
// that is frequent and takes no shortcut.
func shortest(a, b []int32) (changed int) {
	d := diffmatchpatch.New()
	d.DiffTimeout = 0
	for _, part := range d.DiffMainRunes(runes(a), runes(b), false) {
		if part.Type != diffmatchpatch.DiffEqual {
			changed += utf8.RuneCountInString(part.Text)
		}
	}
	return changed
}

func runes(numbers []int32) []rune {
	out := make([]rune, len(numbers))
	for i, n := range numbers {
		out[i] = 'a' + n
	}
	return out
}

// Where no line is frequent, Myers's algorithm changes as few lines as another
// implementation of it, and nothing ever changes fewer.
func TestMyersIsAsShortAsTheLibrary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kinds := rapid.IntRange(1, 40).Draw(t, "kinds")
		a, b := text(kinds).Draw(t, "a"), text(kinds).Draw(t, "b")
		na, nb, _ := intern(a, b)
		least := shortest(na, nb)
		for _, algorithm := range algorithms {
			removed, added := Changed(DiffWith(a, b, Options{Algorithm: algorithm}))
			if removed+added < least {
				t.Fatalf("%d lines are changed, and the library needs %d", removed+added, least)
			}
			if algorithm == Myers && rare(na, len(nb)) && rare(nb, len(na)) && removed+added > least {
				t.Fatalf("%d lines are changed, and the library changes %d", removed+added, least)
			}
		}
	})
}

// rare says whether no line occurs so often that it is frequent for the other side.
func rare(numbers []int32, others int) bool {
	times := map[int32]int32{}
	for _, n := range numbers {
		times[n]++
		if times[n] >= limit(others) {
			return false
		}
	}
	return true
}
