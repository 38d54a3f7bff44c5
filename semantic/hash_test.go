package semantic_test

import (
	"testing"

	"github.com/genesis-vcs/genesis/semantic"
)

func TestSumDependsOnEachPart(t *testing.T) {
	seen := map[semantic.Hash]string{}
	for range 2 { // the second time with hashers that were used
		for _, of := range [][3]string{{"go", "func", "a"}, {"go", "func", "b"}, {"go", "type", "a"}, {"json", "func", "a"}} {
			what := of[0] + " " + of[1] + " " + of[2]
			h := semantic.Sum(of[0], of[1], []byte(of[2]))
			if was, ok := seen[h]; ok && was != what {
				t.Errorf("%s hashes as %s does", what, was)
			}
			seen[h] = what
		}
	}
	if len(seen) != 4 {
		t.Errorf("4 inputs have %d hashes", len(seen))
	}
	const golden = "2a36d3c1b7568571e765036c78b0d838d4e2372e55539e6c3c14a966cf43a4a0"
	if got := semantic.Sum("go", "func", []byte("a")).String(); got != golden {
		t.Errorf("got %s, want %s", got, golden)
	}
}

func BenchmarkSum(b *testing.B) {
	content := []byte("a short definition of some words")
	b.ReportAllocs()
	for b.Loop() {
		semantic.Sum("go", "func", content)
	}
}
