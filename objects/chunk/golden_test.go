package chunk

// The sizes of the chunks of the inputs in TestGoldenBoundaries.
var (
	goldenNoise = []int{67322, 25728, 65775, 98019, 30850, 67996, 76735, 90774, 71706, 87047, 84821, 94300, 71401, 85927, 30175}
	goldenZeros = []int{262144, 262144, 90112}
	goldenText  = []int{262144, 262144, 15712}
)
