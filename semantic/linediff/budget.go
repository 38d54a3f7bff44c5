package linediff

// budget is the effort that is left, in comparisons of two line numbers.
type budget struct{ left int }

// spend takes steps and says whether there were enough.
func (b *budget) spend(steps int) bool {
	b.left -= steps
	return b.left >= 0
}
