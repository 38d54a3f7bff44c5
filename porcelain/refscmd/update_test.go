package refscmd

import (
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/objects/memstore"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/refs"
)

const hash = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

func begin() *refs.Tx {
	return refs.New(memstore.New(), refs.AllowAll{}, refs.Origin{}).Begin("test")
}

func TestUpdateLines(t *testing.T) {
	good := []string{
		"", "set refs/heads/a " + hash, "set refs/heads/a " + hash + " absent\n", "set refs/heads/a " + hash + " nil\n", "set refs/tags/a " + hash + " " + hash + "\n",
		"delete refs/heads/a\ndelete refs/heads/b " + hash,
	}
	for _, in := range good {
		if err := readUpdates(strings.NewReader(in), begin()); err != nil {
			t.Errorf("%q: %v", in, err)
		}
	}
	for in, line := range map[string]int{
		"\n":                    1,
		"set refs/heads/a":      1,
		"set refs/heads/a 0123": 1,
		"set refs/heads/a " + hash + " absent more":              1,
		"set refs/heads/a  " + hash:                              1,
		"delete refs/heads/a absent":                             1,
		"delete refs/heads/a nil":                                1,
		"delete refs/heads/a\ndelete refs/heads/a":               2,
		"delete refs/heads/a\n\n":                                2,
		"delete main":                                            1,
		"delete refs/heads/a\n" + strings.Repeat("x", maxLine+1): 2,
		"move refs/heads/a " + hash:                              1,
		"SET refs/heads/a " + hash:                               1,
		"delete refs/heads/a " + strings.ToUpper(hash):           1,
	} {
		err := readUpdates(strings.NewReader(in), begin())
		if err == nil {
			t.Errorf("%.60q was accepted", in)
			continue
		}
		if e := contract.From(err); e.Code != "refs/bad-update" || e.Facts["line"] != line {
			t.Errorf("%.60q: %s, line %v, want %d", in, e.Code, e.Facts["line"], line)
		}
	}
}

// The place of a fault is the word that it is about.
func TestUpdateLineNamesThePlace(t *testing.T) {
	for in, want := range map[string][3]int{ // line, first column, column behind the end
		"delete refs/heads/a\ndelete main":                  {2, 8, 12},
		"set refs/heads/a 0123":                             {1, 18, 22},
		"set refs/heads/a " + hash + " x":                   {1, 83, 84},
		"delete refs/heads/a nil":                           {1, 21, 24},
		"delete refs/heads/a\ndelete refs/heads/a":          {2, 8, 20},
		"move refs/heads/a":                                 {1, 1, 18},
		"\n":                                                {1, 1, 1},
		"delete refs/heads/a\n" + strings.Repeat("x", 9000): {2, 1, maxLine + 1},
	} {
		span := contract.From(readUpdates(strings.NewReader(in), begin())).Span
		if span == nil {
			t.Errorf("%.60q: no place", in)
			continue
		}
		if got := [3]int{span.StartLine, span.StartColumn, span.EndColumn}; got != want || span.Source != contract.Stdin || span.EndLine != span.StartLine {
			t.Errorf("%.60q: %+v, want %v", in, span, want)
		}
	}
}

func FuzzUpdateLines(f *testing.F) {
	f.Add("set refs/heads/a " + hash + " absent\ndelete refs/tags/b\n")
	f.Add("delete  \r\n")
	f.Fuzz(func(t *testing.T, in string) {
		if err := readUpdates(strings.NewReader(in), begin()); err != nil && contract.From(err).Code != "refs/bad-update" {
			t.Errorf("%q: %v", in, err)
		}
	})
}
