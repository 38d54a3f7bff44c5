package golang_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/semantic/golang"
	"github.com/genesis-vcs/genesis/semantic/semantictest"
)

const varied = `// License.

// Package p is p.
package p

import (
	"fmt"
	. "os" // dot
)

// T is a type.
type T[K comparable] struct {
	// a counts.
	a, b int ` + "`x`" + `
	inner struct {
		c func(x int) (y string)
	} // in

	*fmt.Stringer
}

const (
	A = iota /* a */
	B
)

var m = map[string][]int{
	"x": {1, 2},
	"y": nil, // why
}

//go:noinline
func (t *T[K]) Do(xs ...int) error {
	for i := 0; i < 10; i++ {
		switch {
		case i > 1 && !done():
			return fmt.Errorf("%d", i)
		}
	}
	/* several
	   lines */
	return nil
}
`

// However the white space of a file is, its hash is the same, and its units tile
// it in lines.
func TestWhiteSpaceKeepsHash(t *testing.T) {
	want := parse(t, varied).Root.Hash
	tokens := golang.Language{}.Tokens([]byte(varied))
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		for _, token := range tokens {
			s := varied[token.Start:token.End]
			switch {
			case strings.TrimSpace(s) != "":
				b.WriteString(s)
			case strings.HasSuffix(s, "\n"):
				b.WriteString(rapid.SampledFrom([]string{"\n", "\r\n", " \n\n", "\n\t\n\n "}).Draw(t, "line feed"))
			default:
				b.WriteString(rapid.SampledFrom([]string{" ", "\t", "  \t", " \r"}).Draw(t, "space"))
			}
		}
		doc, err := golang.Language{}.Parse([]byte(b.String()))
		if err != nil {
			t.Fatalf("%v in:\n%s", err, b.String())
		}
		if doc.Root.Hash != want {
			t.Fatalf("the hash is another one in:\n%s", b.String())
		}
		if err := semantictest.Check(doc); err != nil {
			t.Fatal(err)
		}
		if err := semantictest.CheckLines(doc); err != nil {
			t.Fatal(err)
		}
	})
}
