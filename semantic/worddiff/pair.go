package worddiff

// Pair is a removed line and the added line that it became, by index.
type Pair struct{ A, B int }

// most is how many combinations of lines of one edit are compared.
const most = 1 << 12

// Lines pairs the removed lines a of an edit with the added lines b, each with at
// most one, in order, so that the pairs have most in common. Lines of which less
// than half is common do not pair. In an edit of very many lines, lines pair only
// by position, and only if there are as many on both sides.
func Lines(a, b [][]byte) []Pair {
	if len(a)*len(b) > most {
		return byPosition(a, b)
	}
	ba, bb := bagsOf(a, b)
	// best[i][j] is the most that lines from i of a and from j of b have in common.
	width := len(b) + 1
	best := make([]int, (len(a)+1)*width)
	common := make([]int, len(a)*len(b))
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			c := ba[i].common(bb[j])
			common[i*len(b)+j] = c
			best[i*width+j] = max(best[(i+1)*width+j], best[i*width+j+1])
			if c > 0 {
				best[i*width+j] = max(best[i*width+j], c+best[(i+1)*width+j+1])
			}
		}
	}
	var pairs []Pair
	for i, j := 0, 0; i < len(a) && j < len(b); {
		c := common[i*len(b)+j]
		switch here := best[i*width+j]; {
		case c > 0 && here == c+best[(i+1)*width+j+1]:
			pairs = append(pairs, Pair{i, j})
			i++
			j++
		case here == best[(i+1)*width+j]:
			i++
		default:
			j++
		}
	}
	return pairs
}

func byPosition(a, b [][]byte) (pairs []Pair) {
	if len(a) != len(b) {
		return nil
	}
	for i := range a {
		ba, bb := bagsOf(a[i:i+1], b[i:i+1])
		if ba[0].common(bb[0]) > 0 {
			pairs = append(pairs, Pair{i, i})
		}
	}
	return pairs
}
