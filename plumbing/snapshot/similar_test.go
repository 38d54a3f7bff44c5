package snapshot

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"pgregory.net/rapid"
)

// texts keeps the contents of the changes that it makes.
type texts struct{ shelf *shelf }

func newTexts() texts { return texts{newShelf()} }

func (x texts) keep(c Change, content string) Change {
	if _, _, err := x.shelf.Put(context.Background(), objects.KindBlob, []byte(content)); err != nil {
		panic(err)
	}
	return c
}

func (x texts) gone(path, content string) Change { return x.keep(gone(path, content), content) }

func (x texts) come(path, content string) Change { return x.keep(come(path, content, Added), content) }

// numbered is a text of the lines from to to.
func numbered(from, to int) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		fmt.Fprintf(&b, "line %05d\n", i)
	}
	return b.String()
}

func TestSimilar(t *testing.T) {
	x := newTexts()
	exec := x.come("exec", numbered(0, 10))
	exec.New.Mode = objects.ModeExec
	for _, c := range []struct {
		name string
		in   []Change
		want string
	}{
		{"half", []Change{x.gone("a", numbered(0, 10)), x.come("b", numbered(5, 15))}, "renamed b <- a 50%"},
		{"less than half", []Change{x.gone("a", numbered(0, 10)), x.come("b", numbered(6, 16))}, "deleted a\nadded b"},
		{"order", []Change{x.gone("a", numbered(0, 10)), x.come("b", numbered(5, 10)+numbered(0, 5))}, "renamed b <- a 99%"},
		{"mode only", []Change{x.gone("a", numbered(0, 10)), exec}, "renamed exec <- a 100%"},
		{"exact before similar", []Change{x.gone("a", numbered(0, 10)), x.come("b", numbered(0, 11)), x.come("c", numbered(0, 10))},
			"added b\nrenamed c <- a 100%"},
		{"most similar", []Change{x.gone("a", numbered(0, 10)), x.gone("z", numbered(0, 9)), x.come("b", numbered(0, 8))},
			"deleted a\nrenamed b <- z 88%"},
		{"base name first", []Change{x.gone("d/a", numbered(0, 10)), x.gone("d/m", numbered(0, 10)), x.come("e/m", numbered(0, 9))},
			"deleted d/a\nrenamed e/m <- d/m 90%"},
		{"repeated lines", []Change{x.gone("a", "x\n"), x.come("b", strings.Repeat("x\n", 3))}, "deleted a\nadded b"},
		{"empty", []Change{x.gone("a", ""), x.come("b", "b\n")}, "deleted a\nadded b"},
	} {
		got, err := Similar(t.Context(), x.shelf, c.in, SimilarOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if text := showSimilar(got); text != c.want {
			t.Errorf("%s:\n%s\nwant:\n%s", c.name, text, c.want)
		}
	}
}

func showSimilar(changes []Change) string {
	lines := strings.Split(show(changes), "\n")
	for i, c := range changes {
		if c.Status == Renamed {
			lines[i] += fmt.Sprintf(" %d%%", c.Similarity)
		}
	}
	return strings.Join(lines, "\n")
}

// Files of one content read nothing, and a bound leaves the later files as they are.
func TestSimilarEffort(t *testing.T) {
	x := newTexts()
	same := []Change{x.gone("a", numbered(0, 10)), x.come("b", numbered(0, 10))}
	if _, err := Similar(t.Context(), x.shelf, same, SimilarOptions{}); err != nil || len(x.shelf.reads) != 0 {
		t.Errorf("equal files: %v, reads %v", err, x.shelf.reads)
	}
	in := []Change{x.gone("a", numbered(0, 10)), x.gone("b", numbered(20, 30)), x.come("c", numbered(0, 9)), x.come("d", numbered(20, 29))}
	got, err := Similar(t.Context(), x.shelf, in, SimilarOptions{MaxSteps: 30})
	if want := "deleted b\nrenamed c <- a 90%\nadded d"; err != nil || showSimilar(got) != want {
		t.Errorf("%v\n%s\nwant:\n%s", err, showSimilar(got), want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Similar(ctx, x.shelf, in, SimilarOptions{}); err == nil {
		t.Error("a canceled search went on")
	}
}

// No half is lost or used twice, what is joined is as similar as it says, and
// neither the order of the changes nor their number of equal lines matters.
func TestSimilarKeepsEveryHalf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := newTexts()
		var in []Change
		for i := range rapid.IntRange(0, 8).Draw(t, "changes") {
			start := rapid.IntRange(0, 8).Draw(t, "start")
			content := numbered(start, start+rapid.IntRange(0, 8).Draw(t, "length"))
			path := fmt.Sprintf("%d/%d", i, i%3)
			if rapid.Bool().Draw(t, "gone") {
				in = append(in, x.gone(path, content))
			} else {
				in = append(in, x.come(path, content))
			}
		}
		out, err := Similar(context.Background(), x.shelf, in, SimilarOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var back []Change
		for _, c := range out {
			if c.Status != Renamed {
				back = append(back, c)
				continue
			}
			if c.Similarity < DefaultSimilarity || (c.Similarity == 100) != (c.Old.ID == c.New.ID) {
				t.Fatalf("%s: %d%%", c.Path, c.Similarity)
			}
			back = append(back, Change{Path: c.OldPath, Status: Deleted, Old: c.Old}, Change{Path: c.Path, Status: Added, New: c.New})
		}
		byPath := func(a, b Change) int { return strings.Compare(a.Path, b.Path) }
		slices.SortFunc(back, byPath)
		if want := show(slices.SortedFunc(slices.Values(in), byPath)); show(back) != want {
			t.Fatalf("halves:\n%s\nwant:\n%s", show(back), want)
		}
		slices.Reverse(in)
		again, err := Similar(context.Background(), x.shelf, in, SimilarOptions{})
		if err != nil || showSimilar(again) != showSimilar(out) {
			t.Fatalf("%v; the result depends on the order of the input", err)
		}
	})
}
