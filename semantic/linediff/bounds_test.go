package linediff

import (
	"bytes"
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

// hard is pairs on which a line diff without bounds takes time or memory that grows
// faster than the texts.
func hard() map[string][2][]byte {
	repeat := func(s string, n int) []byte { return []byte(strings.Repeat(s, n)) }
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	random := func(seed int64, n, kinds int) []byte {
		r := rand.New(rand.NewSource(seed)) //nolint:gosec // the same lines in every run
		return numbered(n, func(int) string { return fmt.Sprint(r.Intn(kinds)) })
	}
	named := func(name string, n, every int) []byte {
		return numbered(n, func(i int) string {
			if i%every == 0 {
				return fmt.Sprint("both ", i)
			}
			return fmt.Sprint(name, i)
		})
	}
	const many = 100_000
	return map[string][2][]byte{
		"equal lines":      {join([]byte("a\n"), repeat("x\n", many)), join([]byte("b\n"), repeat("x\n", many/2), []byte("c\n"))},
		"two blocks":       {join(repeat("x\n", many), repeat("y\n", many)), join(repeat("y\n", many), repeat("x\n", many))},
		"two kinds":        {random(1, many, 2), random(2, many, 2)},
		"ten kinds":        {random(1, many, 10), random(2, many, 10)},
		"rare kinds":       {random(1, many, many/30), random(2, many, many/30)},
		"two periods":      {repeat("1\n2\n3\n", many/3), repeat("1\n2\n", many/2)},
		"every other line": {named("a", many, 2), named("b", many, 2)},
		"nothing common":   {numbered(1_200_000, func(i int) string { return fmt.Sprint("a", i) }), numbered(1_200_000, func(i int) string { return fmt.Sprint("b", i) })},
		"reversed":         {numbered(many, func(i int) string { return fmt.Sprint(i) }), numbered(many, func(i int) string { return fmt.Sprint(many - i) })},
		"one long line":    {repeat("a", 10<<20), join(repeat("a", 10<<20), []byte{'\n'})},
	}
}

func TestEffortIsBounded(t *testing.T) {
	for name, pair := range hard() {
		a, b := Split(pair[0]), Split(pair[1])
		for _, algorithm := range algorithms {
			for _, most := range []int{DefaultMaxSteps, 1 << 20} {
				if len(a) > 1_000_000 && (algorithm != Histogram || most < DefaultMaxSteps) {
					continue // they have nothing in common: one algorithm is like the other
				}
				s := newSearch(a, b, most)
				s.mark(algorithm)
				// A step that goes along many lines is counted after it.
				if steps := most - s.budget.left; steps > most+8*(len(a)+len(b)) {
					t.Errorf("%s: algorithm %d takes %d steps of %d", name, algorithm, steps, most)
				}
				s.slide(a, b, Options{MaxSteps: most})
				checkScript(t, a, b, s.script())
			}
		}
	}
}

// When a step bound is hit, lines that occur once still pair.
func TestCoarseScriptPairsUniqueLines(t *testing.T) {
	a, b := source(10_000, 97)
	for _, algorithm := range algorithms {
		script := DiffWith(Split(a), Split(b), Options{Algorithm: algorithm, MaxSteps: 1})
		checkScript(t, Split(a), Split(b), script)
		if removed, added := Changed(script); removed > 2_000 || added > 2_000 {
			t.Errorf("algorithm %d removes %d lines and adds %d for 104 that differ", algorithm, removed, added)
		}
	}
}

// The bound on steps is far from what texts need that people write.
func TestUsualTextsAreFarFromTheBound(t *testing.T) {
	a, b := source(3_000, 13)
	for _, algorithm := range algorithms {
		s := newSearch(Split(a), Split(b), DefaultMaxSteps)
		s.mark(algorithm)
		if steps := DefaultMaxSteps - s.budget.left; steps > DefaultMaxSteps/20 {
			t.Errorf("algorithm %d takes %d steps", algorithm, steps)
		}
	}
}

func FuzzDiff(f *testing.F) {
	f.Add([]byte("a\nb\nc\n"), []byte("a\nc\nb"), uint16(0))
	f.Add([]byte("a\n\na\n\na\n"), []byte("\na\n\n"), uint16(7))
	f.Add([]byte("\x00\r\n\r"), []byte(""), uint16(100))
	f.Fuzz(func(t *testing.T, a, b []byte, steps uint16) {
		for _, algorithm := range algorithms {
			la, lb := Split(a), Split(b)
			checkScript(t, la, lb, DiffWith(la, lb, Options{Algorithm: algorithm, MaxSteps: int(steps)}))
		}
	})
}
