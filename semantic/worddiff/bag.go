package worddiff

import (
	"cmp"
	"slices"
)

// bag is the words of a line without the white space: which, and how often.
type bag struct {
	words []amount // sorted by word
	bytes int      // in all
}

type amount struct{ word, times, length int }

// bagsOf gives the bags of two groups of lines, with the same numbers for the same
// words.
func bagsOf(a, b [][]byte) (ba, bb []bag) {
	numbers := map[string]int{}
	return bagsWith(numbers, a), bagsWith(numbers, b)
}

func bagsWith(numbers map[string]int, lines [][]byte) []bag {
	out := make([]bag, len(lines))
	for i, line := range lines {
		if len(line) <= longest {
			out[i] = bagOf(numbers, line)
		}
	}
	return out
}

func bagOf(numbers map[string]int, line []byte) (b bag) {
	for _, word := range Split(line) {
		if isSpace(word) {
			continue
		}
		n, known := numbers[string(word)]
		if !known {
			n = len(numbers)
			numbers[string(word)] = n
		}
		b.words = append(b.words, amount{n, 1, len(word)})
		b.bytes += len(word)
	}
	slices.SortFunc(b.words, func(x, y amount) int { return cmp.Compare(x.word, y.word) })
	kept := b.words[:0]
	for _, w := range b.words {
		if last := len(kept) - 1; last >= 0 && kept[last].word == w.word {
			kept[last].times++
		} else {
			kept = append(kept, w)
		}
	}
	b.words = kept
	return b
}

// common is how many bytes of words two lines have in common, or 0 if that is less
// than half of the longer one.
func (b bag) common(o bag) int {
	if 2*min(b.bytes, o.bytes) < max(b.bytes, o.bytes) {
		return 0
	}
	total := 0
	for i, j := 0, 0; i < len(b.words) && j < len(o.words); {
		x, y := b.words[i], o.words[j]
		if x.word == y.word {
			total += min(x.times, y.times) * x.length
		}
		if x.word <= y.word {
			i++
		}
		if y.word <= x.word {
			j++
		}
	}
	if 2*total < max(b.bytes, o.bytes) {
		return 0
	}
	return total
}
