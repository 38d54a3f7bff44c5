package commitindex

import (
	"slices"
	"strings"
)

// filter is a Bloom filter with bitsPerPath bits a path and hashes bits set for
// each: about one answer in a hundred is a false "maybe", and fewer for the many
// commits that change a few paths. An empty one has no paths.
type filter []byte

const (
	bitsPerPath = 10
	leastBytes  = 8
	hashes      = 7
	// maxPaths is how many paths a filter has at most: a commit that changes
	// more gets none.
	maxPaths = 512
)

// makeFilter makes a filter of the hashes of paths, each of them once.
func makeFilter(paths []uint64) filter {
	slices.Sort(paths)
	paths = slices.Compact(paths)
	if len(paths) == 0 {
		return nil
	}
	f := make(filter, max(leastBytes, (len(paths)*bitsPerPath+7)/8))
	for _, h := range paths {
		f.each(h, func(at uint64) bool { f[at/8] |= 1 << (at % 8); return true })
	}
	return f
}

// each calls bit for the bits of a hash until it returns false.
func (f filter) each(h uint64, bit func(at uint64) bool) {
	size := uint64(len(f)) * 8
	step := h>>32 | 1
	for i := range uint64(hashes) {
		if !bit(h % size) {
			return
		}
		h += step
		step += i
	}
}

func (f filter) has(h uint64) bool {
	if len(f) == 0 {
		return false
	}
	found := true
	f.each(h, func(at uint64) bool {
		found = f[at/8]>>(at%8)&1 != 0
		return found
	})
	return found
}

// Path is a path as filters know it: the hashes of it and of the directories
// above it.
type Path []uint64

// PathOf prepares a path, relative to the root and '/'-separated; "" is the root.
func PathOf(path string) Path {
	var p Path
	if path == "" {
		return p
	}
	h := uint64(rootHash)
	for name := range strings.SplitSeq(path, "/") {
		h = hashName(h, name)
		p = append(p, mix(h))
	}
	return p
}

// in reports whether all of the path may be in the filter. The root is in every
// one that has a path.
func (p Path) in(f filter) bool {
	for _, h := range p {
		if !f.has(h) {
			return false
		}
	}
	return len(f) > 0
}

// rootHash is FNV-1a of nothing.
const rootHash = 14695981039346656037

// hashName continues the hash of a directory with a name in it. A "/" after each
// name keeps "a/b" and "ab" apart.
func hashName(dir uint64, name string) uint64 {
	const prime = 1099511628211
	for i := range len(name) {
		dir = (dir ^ uint64(name[i])) * prime
	}
	return (dir ^ '/') * prime
}

// mix spreads the bits of a hash, which in FNV depend little on the last bytes.
func mix(h uint64) uint64 {
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
