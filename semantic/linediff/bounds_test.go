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
		r := rand.New(rand.NewSource(seed))
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
		"64 repeats":       {bytes.Repeat(named("a", many/64, 2), 64), bytes.Repeat(append(named("a", many/64, 2), "b\n"...), 64)},
		"reversed":         {numbered(many, func(i int) string { return fmt.Sprint(i) }), numbered(many, func(i int) string { return fmt.Sprint(many - i) })},
		"one long line":    {repeat("a", 10<<20), join(repeat("a", 10<<20), []byte{'\n'})},
	}
}

func TestEffortIsBounded(t *testing.T) {
	for name, pair := range hard() {
		a, b := Split(pair[0]), Split(pair[1])
		checkEffort(t, name, a, b, Histogram, DefaultMaxSteps)
		for _, algorithm := range algorithms {
			checkEffort(t, name, a, b, algorithm, 1<<20)
		}
	}
}

// More distinct lines than there are characters in Unicode.
func TestMoreThanAMillionLinesWithoutACommonOne(t *testing.T) {
	const many = 1_200_000
	a := Split(numbered(many, func(i int) string { return fmt.Sprint("a", i) }))
	b := Split(numbered(many, func(i int) string { return fmt.Sprint("b", i) }))
	checkEffort(t, "nothing common", a, b, Histogram, DefaultMaxSteps)
}

func checkEffort(t *testing.T, name string, a, b [][]byte, algorithm Algorithm, most int) {
	t.Helper()
	s := newSearch(a, b, most)
	s.mark(algorithm)
	// A step that goes along many lines is counted after it.
	if steps := most - s.budget.left; steps > most+8*(len(a)+len(b)) {
		t.Errorf("%s: algorithm %d takes %d steps of %d", name, algorithm, steps, most)
	}
	s.slide(a, b, Options{MaxSteps: most})
	checkScript(t, a, b, s.script())
}

// Where the effort does not last for good paths, shorter ones are followed, so that
// long runs of frequent lines still pair.
func TestScarceEffortStillPairsFrequentLines(t *testing.T) {
	const many = 20_000
	x, y := strings.Repeat("x\n", many), strings.Repeat("y\n", many)
	for _, algorithm := range algorithms {
		script := DiffWith(Split([]byte(x+y)), Split([]byte(y+x)), Options{Algorithm: algorithm, MaxSteps: 1 << 20})
		if removed, _ := Changed(script); removed != many {
			t.Errorf("algorithm %d removes %d lines, and %d are enough", algorithm, removed, many)
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
