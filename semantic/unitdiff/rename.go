package unitdiff

import (
	"cmp"
	"slices"

	"github.com/genesis-vcs/genesis/semantic"
	"github.com/genesis-vcs/genesis/semantic/worddiff"
)

const (
	// leastAlike is how much of the larger unit has to be in the other one, in
	// percent of bytes of words, for the one to be the other under a new name.
	leastAlike = 60
	// mostSteps is how many words are compared in the search for new names, and
	// longest the size of the units that are compared.
	mostSteps = 1 << 22
	longest   = 64 << 10
)

// candidate is a pair of units that may be one.
type candidate struct{ a, b, percent int }

// renames finds partners for units that have none, and says which units of the new
// side have another name now.
func (c *comparison) renames(as, bs []semantic.Unit, partner []int) []bool {
	renamed := make([]bool, len(bs))
	alone := aloneOf(len(as), partner)
	if len(alone) == 0 {
		return renamed
	}
	bags := make([]bag, len(as))
	for _, i := range alone {
		bags[i] = c.bag(as[i].Body.In(c.old.content))
	}
	var found []candidate
	for j := range bs {
		if partner[j] >= 0 || bs[j].Name == "" || c.left <= 0 {
			continue
		}
		bagB := c.bag(bs[j].Body.In(c.new.content))
		for _, i := range alone {
			if c.left--; as[i].Kind != bs[j].Kind || as[i].Name == "" || c.left <= 0 {
				continue
			}
			c.left -= min(len(bags[i].times), len(bagB.times))
			if percent := bags[i].alike(bagB); percent >= leastAlike {
				found = append(found, candidate{i, j, percent})
			}
		}
	}
	slices.SortFunc(found, func(x, y candidate) int {
		return cmp.Or(cmp.Compare(y.percent, x.percent), cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
	})
	taken := make([]bool, len(as))
	for _, f := range found {
		if !taken[f.a] && partner[f.b] < 0 {
			taken[f.a], partner[f.b], renamed[f.b] = true, f.a, true
		}
	}
	return renamed
}

// aloneOf gives the units of the old side without a partner.
func aloneOf(n int, partner []int) []int {
	has := make([]bool, n)
	for _, i := range partner {
		if i >= 0 {
			has[i] = true
		}
	}
	var alone []int
	for i := range has {
		if !has[i] {
			alone = append(alone, i)
		}
	}
	return alone
}

// bag is the words of a text without white space: how often each occurs.
type bag struct {
	times map[string]int
	bytes int
}

func (c *comparison) bag(text []byte) bag {
	if len(text) > longest || c.left <= 0 {
		return bag{}
	}
	b := bag{times: map[string]int{}}
	for _, word := range worddiff.Split(text) {
		c.left--
		if word[0] > ' ' {
			b.times[string(word)]++
			b.bytes += len(word)
		}
	}
	return b
}

// alike is how much of the larger of two texts is in the other one, in percent.
func (b bag) alike(o bag) int {
	larger := max(b.bytes, o.bytes)
	if larger == 0 || 100*min(b.bytes, o.bytes) < leastAlike*larger {
		return 0
	}
	if len(o.times) < len(b.times) {
		b, o = o, b
	}
	common := 0
	for word, n := range b.times {
		common += len(word) * min(n, o.times[word])
	}
	return 100 * common / larger
}
