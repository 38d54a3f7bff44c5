package matrix

import (
	"bytes"
	"os"
	"os/exec"
	"testing"
)

// The binary that people get has no hooks: it does not look at the variable and
// does not even hold its name, which the other one does.
func TestOnlyTheBuildForTestsHasHooks(t *testing.T) {
	for _, c := range []struct {
		binary string
		hooks  bool
	}{{plain, false}, {hooked, true}} {
		content, err := os.ReadFile(c.binary)
		if err != nil {
			t.Fatal(err)
		}
		if has := bytes.Contains(content, []byte("GENESIS_HOOKS")); has != c.hooks {
			t.Errorf("%s holds the name: %v", c.binary, has)
		}
		cmd := exec.Command(c.binary, "version", "--json")
		cmd.Env = []string{"GENESIS_HOOKS=run:panic"}
		out, _ := cmd.Output()
		if panics := bytes.Contains(out, []byte("internal/panic")); panics != c.hooks {
			t.Errorf("%s: %s", c.binary, out)
		}
	}
}
