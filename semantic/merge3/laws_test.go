package merge3

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/semantic/languages"
)

// drawText gives a short text of few different lines, so that lines repeat.
func drawText(t *rapid.T, name string) []byte {
	lines := rapid.SliceOfN(rapid.SampledFrom([]string{
		"a", "b", "c = 1", "c = 2", "", "}", "import x", "import y", "v1.2.3", "v1.3.0", "\tif a {", "f(a, b)", "f(a, b, c)",
	}), 0, 8).Draw(t, name)
	end := rapid.SampledFrom([]string{"\n", "\n", "\n", "\r\n"}).Draw(t, name+" line end")
	text := strings.Join(lines, end)
	if text != "" && rapid.IntRange(0, 3).Draw(t, name+" ends") > 0 {
		text += end
	}
	return []byte(text)
}

// edit changes a text in a few places.
func edit(t *rapid.T, text []byte, name string) []byte {
	lines := bytes.SplitAfter(text, []byte{'\n'})
	for range rapid.IntRange(0, 2).Draw(t, name+" edits") {
		i := rapid.IntRange(0, len(lines)-1).Draw(t, name+" at")
		switch rapid.IntRange(0, 2).Draw(t, name+" how") {
		case 0:
			lines = slices.Delete(slices.Clone(lines), i, i+1)
		case 1:
			lines = slices.Insert(slices.Clone(lines), i, []byte(rapid.SampledFrom([]string{"new\n", "import z\n", "c = 3\n"}).Draw(t, name+" line")))
		default:
			lines = slices.Clone(lines)
			lines[i] = append([]byte("x "), lines[i]...)
		}
		if len(lines) == 0 {
			break
		}
	}
	return bytes.Join(lines, nil)
}

func TestUnchangedSideGivesTheOther(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		base, other := drawText(t, "base"), drawText(t, "other")
		for _, in := range []Input{
			{Base: base, Left: base, Right: other},
			{Base: base, Left: other, Right: base},
			{Base: base, Left: other, Right: other},
		} {
			if got := Merge(in); !got.Clean() || !bytes.Equal(got.Content, other) || got.Proof != (Proof{true, true, true}) {
				t.Fatalf("%q and %q from %q give %q, %+v", in.Left, in.Right, base, got.Content, got)
			}
		}
	})
}

func TestSidesHaveTheSameRights(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		base := drawText(t, "base")
		left, right := edit(t, base, "left"), edit(t, base, "right")
		one, two := Merge(Input{Base: base, Left: left, Right: right}), Merge(Input{Base: base, Left: right, Right: left})
		if one.Clean() != two.Clean() || len(one.Conflicts) != len(two.Conflicts) {
			t.Fatalf("%q with %q and %q: %d conflicts, swapped %d", base, left, right, len(one.Conflicts), len(two.Conflicts))
		}
		for i, c := range one.Conflicts {
			if d := two.Conflicts[i]; c.Base != d.Base || c.Left != d.Right || c.Right != d.Left {
				t.Fatalf("conflict %d is %+v, swapped %+v", i, c, d)
			}
		}
		if one.Clean() && !slices.Equal(sortedLines(one.Content), sortedLines(two.Content)) {
			t.Fatalf("%q with %q and %q: %q, swapped %q", base, left, right, one.Content, two.Content)
		}
	})
}

func sortedLines(content []byte) []string {
	lines := strings.Split(string(content), "\n")
	slices.Sort(lines)
	return lines
}

func TestConflictsCoverTheContent(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		base, left, right := drawText(t, "base"), drawText(t, "left"), drawText(t, "right")
		got := Merge(Input{Base: base, Left: left, Right: right})
		lines := bytes.SplitAfter(got.Content, []byte{'\n'})
		marked := 0
		for _, c := range got.Conflicts {
			block := bytes.Join(lines[c.Result.First-1:c.Result.First-1+c.Result.Count], nil)
			if bytes.Count(block, []byte("<<<<<<<")) != 1 || bytes.Count(block, []byte(">>>>>>>")) != 1 {
				t.Fatalf("lines %+v of %q are not one conflict", c.Result, got.Content)
			}
			marked++
		}
		if n := bytes.Count(got.Content, []byte("<<<<<<<")); n != marked {
			t.Fatalf("%d markers for %d conflicts in %q", n, marked, got.Content)
		}
	})
}

func FuzzMerge(f *testing.F) {
	f.Add("a.go", []byte("package a\n"), []byte("package a\n\nfunc f() {}\n"), []byte("package a\n\nfunc g() {}\n"))
	f.Add("go.mod", []byte("module m\n"), []byte("module m\n\nrequire a v1.0.0\n"), []byte("module m\n\nrequire b v1.0.0\n"))
	f.Add("x.txt", []byte("a\r\nb"), []byte("a\nb\n"), []byte("<<<<<<< a\r\nc"))
	f.Fuzz(func(t *testing.T, name string, base, left, right []byte) {
		in := Input{Base: base, Left: left, Right: right, Language: languages.For(name, base)}
		got := Merge(in)
		if again := Merge(in); !bytes.Equal(again.Content, got.Content) || len(again.Conflicts) != len(got.Conflicts) {
			t.Fatal("two runs differ")
		}
		if got.Clean() != (got.Proof == Proof{true, true, true}) {
			t.Fatalf("%d conflicts and proof %+v", len(got.Conflicts), got.Proof)
		}
	})
}
