package shape

import (
	"slices"
)

// waterline is the greatest measure, and at least few, that saves as many bytes
// as needed when every size above it comes down to it.
func waterline(sizes []int, needed, few int) int {
	sorted := slices.Sorted(slices.Values(sizes))
	slices.Reverse(sorted)
	saved := 0 // when the first i come down to the next size
	for i, size := range sorted {
		next := 0
		if i+1 < len(sorted) {
			next = sorted[i+1]
		}
		if step := (i + 1) * (size - max(next, few)); saved+step < needed && next > few {
			saved += step
			continue
		}
		return max(few, size-(needed-saved+i)/(i+1))
	}
	return few
}
