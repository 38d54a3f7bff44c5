package unitdiff

import (
	"slices"

	"github.com/genesis-vcs/genesis/semantic"
)

// label is what units of one parent are known by.
type label struct{ kind, name string }

func labelOf(u *semantic.Unit) label { return label{u.Kind, u.Name} }

// match gives for each unit of bs the unit of as that it is, or -1.
func match(as, bs []semantic.Unit) []int {
	partner := make([]int, len(bs))
	for j := range partner {
		partner[j] = -1
	}
	left := map[label][]int{} // units of as that are still alone, in order
	for i := range as {
		left[labelOf(&as[i])] = append(left[labelOf(&as[i])], i)
	}
	times := map[label]int{}
	for j := range bs {
		times[labelOf(&bs[j])]++
	}
	pairEqual(as, bs, partner, left, times)
	for j := range bs {
		if l := labelOf(&bs[j]); partner[j] < 0 && len(left[l]) > 0 {
			partner[j], left[l] = left[l][0], left[l][1:]
		}
	}
	return partner
}

// pairEqual pairs units of equal hash where a label alone does not tell.
func pairEqual(as, bs []semantic.Unit, partner []int, left map[label][]int, times map[label]int) {
	type exact struct {
		label
		hash semantic.Hash
	}
	equal := map[exact][]int{}
	for l, list := range left {
		if len(list) > 1 || times[l] > 1 {
			for _, i := range list {
				key := exact{l, as[i].Hash}
				equal[key] = append(equal[key], i)
			}
		}
	}
	taken := make([]bool, len(as))
	for j := range bs {
		key := exact{labelOf(&bs[j]), bs[j].Hash}
		if list := equal[key]; len(list) > 0 {
			partner[j], equal[key] = list[0], list[1:]
			taken[list[0]] = true
		}
	}
	for l := range left {
		left[l] = slices.DeleteFunc(left[l], func(i int) bool { return taken[i] })
	}
}

// inOrder says which units of the new side stand in the order of the old one: as
// many as possible, which is the longest rising run among their partners.
func inOrder(partner []int) []bool {
	ends := []int{}                     // ends[n] ends the best run of n+1 units
	before := make([]int, len(partner)) // the unit before each one in its run
	for j, i := range partner {
		if i < 0 {
			continue
		}
		n, _ := slices.BinarySearchFunc(ends, i, func(end, i int) int { return partner[end] - i })
		before[j] = -1
		if n > 0 {
			before[j] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, j)
		} else {
			ends[n] = j
		}
	}
	stays := make([]bool, len(partner))
	if len(ends) == 0 {
		return stays
	}
	for j := ends[len(ends)-1]; j >= 0; j = before[j] {
		stays[j] = true
	}
	return stays
}
