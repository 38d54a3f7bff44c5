package merge3

import (
	"bytes"
	"fmt"
	"testing"
	"time"
)

// patience is far more than any of the merges below takes, and far less than one
// whose effort grows with the square of its input.
const patience = 30 * time.Second

func TestEffortIsBounded(t *testing.T) {
	t.Parallel()
	numbered := func(n int, format string) []byte {
		var b bytes.Buffer
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.Bytes()
	}
	equal := bytes.Repeat([]byte("equal\n"), 100_000)
	for name, in := range map[string]Input{
		"equal lines":       {Base: equal, Left: append([]byte("left\n"), equal[6:]...), Right: append(equal[:len(equal)-12:len(equal)-12], "right\n"...)},
		"nothing in common": {Base: numbered(200_000, "base %d\n"), Left: numbered(200_000, "left %d\n"), Right: numbered(200_000, "right %d\n")},
		"one long line":     {Base: numbered(500_000, "%d "), Left: numbered(500_000, "%d, "), Right: numbered(500_000, "%d; ")},
		"many additions":    {Base: nil, Left: numbered(100_000, "import a%d\n"), Right: numbered(100_000, "import b%d\n")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			begun := time.Now()
			Merge(in)
			if took := time.Since(begun); took > patience {
				t.Errorf("took %v", took)
			}
		})
	}
}
