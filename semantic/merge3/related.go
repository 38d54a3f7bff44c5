package merge3

import (
	"unicode"
	"unicode/utf8"

	"github.com/genesis-vcs/genesis/semantic/linediff"
)

// A region that both sides changed can be merged by lines or tokens only if the
// two changes are about different things. These bounds tell; they were read off
// what people committed in thousands of real merges (docs/merge.md).
const (
	// leastKept is how much of a region's tokens an edit has to keep. One that
	// keeps less is a rewrite, and nothing of the other side fits into it.
	leastKept = 0.5
	mostKept  = 0.999
	// mostShared is how large a part of the new words of the one side may be new
	// on the other side, too. More is one idea done twice.
	mostShared = 0.25
	// mostTokens bounds the effort for one region.
	mostTokens = 50_000
)

// independent says whether the two changes of a region are about different things.
func independent(s sides) bool {
	base, left, right := cut(s.base), cut(s.left), cut(s.right)
	if len(base)+len(left)+len(right) > mostTokens {
		return false
	}
	if len(base) > 0 {
		l, r := similarity(base, left), similarity(base, right)
		if min(l, r) < leastKept || max(l, r) > mostKept {
			return false
		}
	}
	shared := sharedWords(base, left, right)
	return shared <= 1 || float64(shared) <= mostShared*float64(min(total(newWords(base, left)), total(newWords(base, right))))
}

// sharedWords counts the words that are new on both sides.
func sharedWords(base, left, right [][]byte) int {
	newLeft, newRight := newWords(base, left), newWords(base, right)
	shared := 0
	for word, n := range newLeft {
		shared += min(n, newRight[word])
	}
	return shared
}

// similarity is the share of the tokens of both, blanks aside, that pair.
func similarity(a, b [][]byte) float64 {
	a, b = dense(a), dense(b)
	if len(a)+len(b) == 0 {
		return 1
	}
	removed, added := linediff.Changed(linediff.Diff(a, b))
	return 1 - float64(removed+added)/float64(len(a)+len(b))
}

// dense leaves out the blanks and line ends.
func dense(tokens [][]byte) [][]byte {
	out := make([][]byte, 0, len(tokens))
	for _, t := range tokens {
		if r, _ := utf8.DecodeRune(t); !unicode.IsSpace(r) {
			out = append(out, t)
		}
	}
	return out
}

// newWords counts the words that the one has more often than the other.
func newWords(than, tokens [][]byte) map[string]int {
	count := map[string]int{}
	for _, t := range tokens {
		if r, _ := utf8.DecodeRune(t); classOf(r) == word {
			count[string(t)]++
		}
	}
	for _, t := range than {
		if n := count[string(t)]; n > 0 {
			count[string(t)] = n - 1
		}
	}
	return count
}

func total(count map[string]int) int {
	sum := 0
	for _, n := range count {
		sum += n
	}
	return sum
}
