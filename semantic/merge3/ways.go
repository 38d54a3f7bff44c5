package merge3

// sides is what a region has on each side, as lines or as tokens.
type sides struct{ base, left, right [][]byte }

// way is how a step settles a region that both sides changed, differently.
type way struct {
	step   Step
	settle func(*merger, sides) ([][]byte, bool)
}

func ways() []way {
	return []way{
		{StepAdded, added},
		{StepTokens, tokens},
	}
}
