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

func FuzzUpdateLines(f *testing.F) {
	f.Add("set refs/heads/a " + hash + " absent\ndelete refs/tags/b\n")
	f.Add("delete  \r\n")
	f.Fuzz(func(t *testing.T, in string) {
		if err := readUpdates(strings.NewReader(in), begin()); err != nil && contract.From(err).Code != "refs/bad-update" {
			t.Errorf("%q: %v", in, err)
		}
	})
}
