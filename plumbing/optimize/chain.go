package optimize

import "github.com/genesis-vcs/genesis/objects"

// stride is the base of the numbers that say how far a delta reaches. Of the
// versions of a path, counted from the newest, one reaches back over a whole power
// of stride wherever its number is a multiple of that: so most are stored against
// the next newer one, and the oldest of a thousand still needs no more than
// fifteen. Trees are small and quickly unfolded: their greater stride saves a sixth
// of them, and none of thirty thousand needs more than thirty-five.
const (
	stride     = 4
	treeStride = 8
)

// bases turns the lines of versions into deltas of small depth, and says which
// line each object belongs to.
func (p *planner) bases() (bases, families []int32) {
	bases = make([]int32, len(p.newer))
	families = make([]int32, len(p.newer))
	ages := make([]int32, len(p.newer)) // how many newer versions there are
	for n, newer := range p.newer {
		if newer == none {
			bases[n], families[n] = none, int32(n)
			continue
		}
		families[n] = families[newer]
		ages[n] = ages[newer] + 1
		step, by := int32(1), int32(stride)
		if p.kinds[n] == objects.KindTree {
			by = treeStride
		}
		for ages[n]%(step*by) == 0 {
			step *= by
		}
		base := newer
		for ages[base] > ages[n]-step {
			base = bases[base]
		}
		bases[n] = base
	}
	return bases, families
}
