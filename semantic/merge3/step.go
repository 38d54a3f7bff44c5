package merge3

// Step is a way to settle a region that both sides changed.
type Step string

const (
	// StepSame takes what both sides made of it, where that is equal.
	StepSame Step = "same"
	// StepAdjacent takes both edits where they touch but do not overlap.
	StepAdjacent Step = "adjacent"
	// StepContained takes the side whose edit contains the other's.
	StepContained Step = "contained"
	// StepAdded keeps what both sides added at one place, left first.
	StepAdded Step = "added"
	// StepSet merges imports as a set.
	StepSet Step = "set"
	// StepVersions takes the higher of two versions of the same thing.
	StepVersions Step = "versions"
	// StepTokens merges within lines.
	StepTokens Step = "tokens"
	// StepUnits merges unit by unit where lines leave a conflict.
	StepUnits Step = "units"
)

// Steps lists all steps in the order in which they are tried.
func Steps() []Step {
	return []Step{StepSame, StepContained, StepSet, StepAdjacent, StepAdded, StepVersions, StepTokens, StepUnits}
}
