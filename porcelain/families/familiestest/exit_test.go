package familiestest

import (
	"strings"
	"testing"
)

func TestCheckExit(t *testing.T) {
	for _, c := range []struct {
		line   string
		status int
		ok     bool
	}{
		{"refs set refs/heads/main 00", 3, true},
		{"-C w --json refs set refs/heads/main 00", 3, true},
		{"refs get refs/heads/main", 3, false},
		{"refs get refs/heads/main", 75, true},
		{"status", 3, false},
		{"checkout side", 3, true},
		{"commit", 10, true},
		{"commit show", 3, false},
		{"version", 75, false},
		{"version", 1, true},
		{"help refs set", 3, false},
		{"help refs set", 0, true},
		{"refs", 2, true},
		{"refs", 3, false},
		{"no-such-command", 2, true},
		{"no-such-command", 3, false},
		{"agent-index --diagnostic x", 44, true},
		{"version", -1, true},
	} {
		if err := CheckExit(strings.Fields(c.line), c.status); (err == nil) != c.ok {
			t.Errorf("%s with %d: %v", c.line, c.status, err)
		}
	}
}
