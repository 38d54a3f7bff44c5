package optimize

import "hash/fnv"

// recentNames remembers the files of each name that were placed last and had no
// later version: one of the same name elsewhere, or that was there before a path
// was removed or renamed, is often much like them.
type recentNames struct {
	rows [nameRows][nameDepth]namedFile
}

const (
	nameRows  = 1 << 12 // names that share a row are taken for one; no harm
	nameDepth = 8
)

type namedFile struct {
	number int32
	size   uint64 // 0: nothing
}

func rowOf(name string) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(name))
	return int(h.Sum32() % nameRows)
}

// find returns the file of the name whose size is nearest, or none.
func (r *recentNames) find(name string, size uint64) int32 {
	best, least := none, uint64(0)
	for _, f := range r.rows[rowOf(name)] {
		if f.size == 0 {
			continue
		}
		if d := max(f.size, size) - min(f.size, size); best == none || d < least {
			best, least = f.number, d
		}
	}
	return best
}

func (r *recentNames) note(name string, size uint64, number int32) {
	row := &r.rows[rowOf(name)]
	copy(row[1:], row[:nameDepth-1])
	row[0] = namedFile{number, size}
}
