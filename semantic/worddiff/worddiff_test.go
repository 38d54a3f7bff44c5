package worddiff

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// marked shows the spans within brackets.
func marked(line string, spans []Span) string {
	var out strings.Builder
	at := 0
	for _, s := range spans {
		out.WriteString(line[at:s.Start] + "[" + line[s.Start:s.End] + "]")
		at = s.End
	}
	return out.String() + line[at:]
}

func TestHighlight(t *testing.T) {
	for _, c := range []struct{ a, b, wantA, wantB string }{
		{"x := old(1)\n", "x := renewed(1)\n", "x := [old](1)\n", "x := [renewed](1)\n"},
		{"f(a, b)\n", "f(a, c, b)\n", "f(a, b)\n", "f(a, [c, ]b)\n"},
		{"the quick brown fox\n", "the slow red fox\n", "the [quick brown] fox\n", "the [slow red] fox\n"},
		{"same\n", "same\r\n", "same\n", "same\r\n"},
		{"  indented\n", "\tindented\n", "[  ]indented\n", "[\t]indented\n"},
		{"größe = 1", "größer = 1", "[größe] = 1", "[größer] = 1"},
		{"a\xffb", "a\xfeb", "a[\xff]b", "a[\xfe]b"},
		{"", "new", "", "[new]"},
	} {
		inA, inB := Highlight([]byte(c.a), []byte(c.b))
		if got := marked(c.a, inA); got != c.wantA {
			t.Errorf("%q against %q: %q, not %q", c.a, c.b, got, c.wantA)
		}
		if got := marked(c.b, inB); got != c.wantB {
			t.Errorf("%q against %q: %q, not %q", c.b, c.a, got, c.wantB)
		}
	}
}

func TestHighlightLeavesLongLinesAlone(t *testing.T) {
	a, b := bytes.Repeat([]byte("a "), longest), bytes.Repeat([]byte("b "), longest)
	if inA, inB := Highlight(a, b); inA != nil || inB != nil {
		t.Errorf("spans %v and %v of lines that are too long", inA, inB)
	}
	if pairs := Lines([][]byte{a}, [][]byte{a}); pairs != nil {
		t.Errorf("lines that are too long pair: %v", pairs)
	}
}

func lines(text string) (out [][]byte) {
	for line := range strings.Lines(text) {
		out = append(out, []byte(line))
	}
	return out
}

func TestLinesPairWithWhatTheyBecame(t *testing.T) {
	a := lines("if err := open(path); err != nil {\nreturn err\n}\n")
	b := lines("// The path may be missing.\nif err := open(path, flags); err != nil {\nlog(err)\nreturn wrap(err)\n}\n")
	want := []Pair{{0, 1}, {1, 3}, {2, 4}}
	if diff := cmp.Diff(want, Lines(a, b)); diff != "" {
		t.Error(diff)
	}
}

func TestManyLinesPairByPosition(t *testing.T) {
	a := lines(strings.Repeat("value one\n", 100))
	b := lines(strings.Repeat("other\nvalue two one\n", 50))
	pairs := Lines(a, b)
	if len(pairs) != 50 || pairs[0] != (Pair{1, 1}) {
		t.Errorf("%d pairs, the first %v", len(pairs), pairs)
	}
	if pairs := Lines(a, b[1:]); pairs != nil {
		t.Errorf("lines pair by position although there are more on one side: %v", pairs)
	}
}

// What is left of both lines without the spans is equal but for white space.
func TestHighlightMarksAllThatDiffers(t *testing.T) {
	line := rapid.StringMatching(`[ab_ .(ä\x00]{0,30}`)
	rapid.Check(t, func(t *rapid.T) {
		a, b := line.Draw(t, "a"), line.Draw(t, "b")
		inA, inB := Highlight([]byte(a), []byte(b))
		if ra, rb := unmarked(t, a, inA), unmarked(t, b, inB); ra != rb {
			t.Fatalf("%q and %q are left of %q and %q", ra, rb, a, b)
		}
	})
}

func unmarked(t *rapid.T, line string, spans []Span) string {
	var out strings.Builder
	at := 0
	for i, s := range spans {
		if s.Start < at || s.End <= s.Start || i > 0 && strings.TrimSpace(line[at:s.Start]) == "" {
			t.Fatalf("span %d of %v of %q is out of order, empty or next to the one before", i, spans, line)
		}
		out.WriteString(line[at:s.Start])
		at = s.End
	}
	return strings.ReplaceAll(out.String()+line[at:], " ", "")
}

func TestPairsAreInOrder(t *testing.T) {
	line := rapid.SampledFrom([]string{"return a\n", "return b\n", "call(a, b)\n", "call(a)\n", "}\n", "\n"})
	rapid.Check(t, func(t *rapid.T) {
		draw := func(label string) [][]byte {
			return lines(strings.Join(rapid.SliceOfN(line, 0, 90).Draw(t, label), ""))
		}
		a, b := draw("a"), draw("b")
		last := Pair{-1, -1}
		for _, p := range Lines(a, b) {
			if p.A <= last.A || p.B <= last.B || p.A >= len(a) || p.B >= len(b) {
				t.Fatalf("%v follows %v", p, last)
			}
			last = p
		}
	})
}

func BenchmarkHighlight(b *testing.B) {
	old := []byte("\tif err := store.Put(ctx, objects.ID(name), content, options.Level); err != nil {\n")
	new := []byte("\tif err := store.Put(ctx, objects.Name(name), content, options.Depth); err != nil {\n")
	b.ReportAllocs()
	for b.Loop() {
		Highlight(old, new)
	}
}
