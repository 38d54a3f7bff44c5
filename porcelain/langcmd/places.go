package langcmd

import "slices"

// places turns offsets of a text into lines and columns, which count from 1, the
// columns in bytes. It holds where the lines begin.
type places []int

func placesOf(text []byte) places {
	p := places{0}
	for i, c := range text {
		if c == '\n' {
			p = append(p, i+1)
		}
	}
	return p
}

func (p places) at(offset int) (line, column int) {
	i, found := slices.BinarySearch(p, offset)
	if !found {
		i--
	}
	return i + 1, offset - p[i] + 1
}
