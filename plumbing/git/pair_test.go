package git

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/plumbing/git/oidmap"
)

// TestGrowing imports random histories as they grow, and each as a whole into
// another store: all refs are the same objects, so nothing that was paired is wrong.
func TestGrowing(t *testing.T) {
	for seed := range uint64(8) {
		r, step := newRepository(t), newDB()
		g := &growing{rand: rand.New(rand.NewPCG(seed, 3))}
		for range 4 {
			r.git(g.commits(1+g.rand.IntN(5)), "fast-import", "--quiet", "--force")
			take(t, step, r, ImportOptions{})
		}
		whole := newDB()
		take(t, whole, r, ImportOptions{})
		ours, err := step.List(t.Context(), "refs/")
		if err != nil {
			t.Fatal(err)
		}
		for _, ref := range ours {
			id, _, err := whole.Get(t.Context(), ref.Name)
			if ref.Name != oidmap.Ref && (err != nil || id != ref.ID) {
				t.Errorf("seed %d: %s is %s, at once %s, %v", seed, ref.Name, ref.ID, id, err)
			}
		}
		checkTrees(t, step, r)
	}
}

// growing writes streams for git fast-import.
type growing struct {
	rand  *rand.Rand
	tips  []string // of branches, by number: a mark or a ref
	count int
}

func (g *growing) path() string {
	parts := make([]string, 1+g.rand.IntN(3))
	for i := range parts {
		parts[i] = string(rune('a' + g.rand.IntN(4)))
	}
	return "d" + strings.Join(parts, "/d") + "/f" + string(rune('0'+g.rand.IntN(3)))
}

func (g *growing) commits(n int) string {
	var b strings.Builder
	for i := range g.tips {
		g.tips[i] = fmt.Sprintf("refs/heads/b%d^0", i)
	}
	for range n {
		g.count++
		branch := g.rand.IntN(min(len(g.tips)+1, 3))
		fmt.Fprintf(&b, "commit refs/heads/b%d\nmark :%d\ncommitter A <a@b> %d +0000\ndata 0\n", branch, g.count, g.count)
		if branch == len(g.tips) {
			g.tips = append(g.tips, "")
			if branch > 0 && g.rand.IntN(3) > 0 {
				fmt.Fprintf(&b, "from %s\n", g.tips[0])
			}
		} else {
			fmt.Fprintf(&b, "from %s\n", g.tips[branch])
			if other := g.rand.IntN(len(g.tips)); other != branch && g.rand.IntN(2) == 0 {
				fmt.Fprintf(&b, "merge %s\n", g.tips[other])
			}
		}
		g.tips[branch] = fmt.Sprintf(":%d", g.count)
		g.changes(&b)
	}
	return b.String()
}

func (g *growing) changes(b *strings.Builder) {
	for range 1 + g.rand.IntN(4) {
		// Few contents, so that one that was gone comes again.
		fmt.Fprintf(b, "M %s inline %s\ndata 1\n%d\n", []string{"100644", "100755", "120000"}[g.rand.IntN(3)], g.path(), g.rand.IntN(6))
	}
	dirs := []string{"da", "db", "dc", "dd"}
	switch g.rand.IntN(4) {
	case 0:
		// A directory of the commit before, if it is there, under another name.
		fmt.Fprintf(b, "M 100644 inline %s/f\ndata 1\nx\nC %s e%d\n", dirs[0], dirs[0], g.rand.IntN(3))
	case 1:
		fmt.Fprintf(b, "D %s\n", dirs[g.rand.IntN(4)])
	}
	b.WriteString("\n")
}

// TestPairedWhereItDiffers reads, for a change of one file in a tree of many
// directories, only those on the way to it.
func TestPairedWhereItDiffers(t *testing.T) {
	r, db := newRepository(t), newDB()
	var b strings.Builder
	b.WriteString("commit refs/heads/main\ncommitter A <a@b> 1 +0000\ndata 0\n")
	for i := range 1000 {
		fmt.Fprintf(&b, "M 100644 inline d%d/d%d/f%d\ndata 3\n%03d\n", i/100, i/10%10, i%10, i)
	}
	r.git(b.String(), "fast-import", "--quiet")
	take(t, db, r, ImportOptions{})
	r.git("commit refs/heads/main\ncommitter A <a@b> 2 +0000\ndata 0\nfrom refs/heads/main^0\nM 100644 inline d5/d5/f5\ndata 3\nnew\n", "fast-import", "--quiet")
	imp := newImporter(db, r.open(), ImportOptions{})
	if err := imp.begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer imp.end()
	if err := imp.read(t.Context()); err != nil {
		t.Fatal(err)
	}
	// Two commits, three new trees and the three before, a new file, and what is
	// beside them.
	if n := imp.table.count; imp.done.Commits != 1 || n > 2+3+3+1+9+9+9+1 {
		t.Errorf("%+v with %d objects in the table", imp.done, n)
	}
}
