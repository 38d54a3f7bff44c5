package gomod_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/semantic"
	"github.com/genesis-vcs/genesis/semantic/gomod"
	"github.com/genesis-vcs/genesis/semantic/semantictest"
)

var all = []semantic.Language{gomod.Language{}, gomod.Work{}, gomod.Sum{}}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "module a\n\nrequire (\n\tb v1 // x\n)\n", "// a\n\n\ufeffgo 1.26\r\nuse (\r\n\t./a\r\n)\r\n", "retract [\"v1\",v2]//x", "tool ()\nreplace a => `b`\n",
		"a v1 h1:a//=\n\nb v1/go.mod h1:=", "require (\n(\n", "\"a\\", "\x00\xff\u2028 x",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		for _, l := range all {
			if err := semantictest.CheckTokens(l.(semantic.Tokenizer), content); err != nil {
				t.Fatalf("%s: %v", l.Name(), err)
			}
			doc, err := l.Parse(content)
			if err != nil {
				continue
			}
			if err := semantictest.Check(doc); err != nil {
				t.Fatalf("%s: %v", l.Name(), err)
			}
			if err := semantictest.CheckLines(doc); err != nil {
				t.Fatalf("%s: %v", l.Name(), err)
			}
		}
	})
}

// In whatever order and however grouped, the same requires are the same file.
func TestOrderAndBlocksKeepHash(t *testing.T) {
	requires := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string {
		comment := rapid.SampledFrom([]string{"", " // indirect", "//  x"}).Draw(t, "comment")
		return fmt.Sprintf("m%d v1.%d.0%s", rapid.IntRange(0, 9).Draw(t, "module"), rapid.IntRange(0, 3).Draw(t, "version"), comment)
	}), 1, 8)
	rapid.Check(t, func(t *rapid.T) {
		lines := requires.Draw(t, "requires")
		one := "module a\nrequire (\n\t" + strings.Join(lines, "\n\t") + "\n)\n"
		shuffled := append([]string{}, lines...)
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		cut := rapid.IntRange(0, len(lines)).Draw(t, "cut")
		other := "require (\n" + strings.Join(shuffled[:cut], "\n") + "\n)\nmodule a\n"
		for _, l := range shuffled[cut:] {
			other += "require " + l + "\n"
		}
		a, errA := gomod.Language{}.Parse([]byte(one))
		b, errB := gomod.Language{}.Parse([]byte(other))
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		if a.Root.Hash != b.Root.Hash {
			t.Fatalf("the hashes differ of:\n%s\n%s", one, other)
		}
	})
}

func TestLargeFilesTakeLinearTime(t *testing.T) {
	const n = 50_000
	for _, test := range []struct{ name, content string }{
		{"requires", "require (\n" + strings.Repeat("a v1 // x\n", n) + ")\n"},
		{"directives", strings.Repeat("tool a\n", n)},
		{"blocks", strings.Repeat("tool (\n)\n", n)},
		{"open block", "tool (\n" + strings.Repeat("a\n", n)},
		{"comments", strings.Repeat("// a\n", n) + "go 1.26\n"},
		{"blank lines and comments", strings.Repeat("// a\n\n", n)},
		{"words", strings.Repeat("a ", n)},
		{"word", strings.Repeat("a", n)},
		{"slashes", strings.Repeat("a/b", n)},
		{"brackets", strings.Repeat("(", n)},
		{"open strings", strings.Repeat("\"", n) + "a\\"},
		{"escapes", strings.Repeat("\"\\\"", n)},
		{"sums", strings.Repeat("a v1 h1:a=\n", n)},
		{"spaces", strings.Repeat(" ", n)},
	} {
		t.Run(test.name, func(t *testing.T) {
			began := time.Now()
			for _, l := range all {
				_, _ = l.Parse([]byte(test.content))
				if err := semantictest.CheckTokens(l.(semantic.Tokenizer), []byte(test.content)); err != nil {
					t.Error(err)
				}
			}
			if took := time.Since(began); took > time.Minute {
				t.Errorf("%d bytes took %v", len(test.content), took)
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	content := []byte("module a\n\nrequire (\n" + strings.Repeat("\tgithub.com/some/module v1.2.3 // indirect\n", 200) + ")\n")
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		if _, err := (gomod.Language{}).Parse(content); err != nil {
			b.Fatal(err)
		}
	}
}
