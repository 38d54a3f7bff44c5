package shape

// CutContent shortens each text at one of the paths to at most n bytes of
// content. A path goes on in each entry of a list. A text whose sibling field
// (its name with "_encoding", or "encoding" for "content") says base64 is
// shortened to n decoded bytes, and one that says percent is never cut inside
// an escape; others are cut between characters. cut reports that something was
// shortened.
func CutContent(object []byte, paths [][]string, n int) (out []byte, cut bool, err error) {
	panic("shape: not built")
}
