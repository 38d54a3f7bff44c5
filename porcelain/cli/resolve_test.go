package cli

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/contract/contracttest"
)

// The words of a command may have global flags before and between them.
func TestResolution(t *testing.T) {
	for _, args := range []string{
		"store put x --note=n", "--json store put x -n n", "store --json put -nn x", "-C . store -C. put -n n x",
		"--workspace=. --progress off store --timeout 1h put -n=n x", "store put -n n -- x",
	} {
		words := append(strings.Fields(args), "--json")
		if strings.Contains(args, "--") && strings.HasSuffix(args, "-- x") {
			words = append([]string{"--json"}, strings.Fields(args)...)
		}
		e := invoke(t, words...).envelope(t)
		if !e.OK || e.Kind != "genesis/store-put-v0.2" || e.Data["note"] != "n" || fmt.Sprint(e.Data["args"]) != "[x]" {
			t.Errorf("%s: %+v", args, e)
		}
	}
	for args, kind := range map[string]contract.Kind{
		"commit --json -n x":             "genesis/commit-new-v0.1",
		"commit --json":                  "genesis/commit-new-v0.1",
		"commit new --json -- a":         "genesis/commit-new-v0.1",
		"commit --json -- show":          "genesis/commit-new-v0.1",
		"commit show --json":             "genesis/commit-show-v0.1",
		"checkout main --json":           "genesis/vcs-checkout-v0.1",
		"vcs checkout main --json -- -x": "genesis/vcs-checkout-v0.1",
		"version --json":                 "genesis/version-v0.1",
		"--version --json":               "genesis/version-v0.1",
		"status --version --json":        "genesis/version-v0.1",
		"--json":                         "genesis/help-v0.1",
		"--json help":                    "genesis/help-v0.1",
		"--json -C . help store put":     "genesis/help-v0.1",
		"help help --json":               "genesis/help-v0.1",
		"help --json":                    "genesis/help-v0.1",
		"help store put --json":          "genesis/help-v0.1",
		"store --help --json":            "genesis/help-v0.1",
		"store put -h --json":            "genesis/help-v0.1",
		"store batch -h":                 "",
	} {
		a := invoke(t, strings.Fields(args)...)
		if kind == "" {
			if a.status != 0 || !strings.HasPrefix(a.stdout, "Batch\n") {
				t.Errorf("%s: %+v", args, a)
			}
			continue
		}
		if e := a.envelope(t); !e.OK || e.Kind != kind {
			t.Errorf("%s: %+v", args, e)
		}
	}
}

// Bad command lines: each its own code, in both modes, and nothing runs.
func TestBadCommandLines(t *testing.T) {
	for args, code := range map[string]string{
		"frobnicate":                     "usage/unknown-command",
		"store frobnicate":               "usage/unknown-command",
		"help frobnicate":                "usage/unknown-command",
		"frobnicate -m x":                "usage/unknown-command",
		"--timeout 1s frobnicate -m x":   "usage/unknown-command",
		"store frobnicate --all":         "usage/unknown-command",
		"--frob frobnicate":              "usage/unknown-flag",
		"store -- --frob":                "usage/unknown-command",
		"store":                          "usage/missing-argument",
		"-":                              "usage/unknown-command",
		"--dry-run":                      "usage/flag-conflict",
		"help --dry-run":                 "usage/flag-conflict",
		"help store --store x":           "usage/flag-conflict",
		"--frob":                         "usage/unknown-flag",
		"store --frob put x":             "usage/unknown-flag",
		"store put x --frob":             "usage/unknown-flag",
		"store put x -Z":                 "usage/unknown-flag",
		"help --frob":                    "usage/unknown-flag",
		"store put x --note":             "usage/missing-argument",
		"-C":                             "usage/missing-argument",
		"store put":                      "usage/missing-argument",
		"checkout":                       "usage/missing-argument",
		"checkout -- path":               "usage/missing-argument",
		"checkout a b":                   "usage/bad-argument",
		"commit path":                    "usage/bad-argument",
		"commit show a b":                "usage/bad-argument",
		"status tomorrow":                "usage/bad-argument",
		"--version --dry-run":            "usage/flag-conflict",
		"store put x --version":          "usage/bad-argument",
		"version extra":                  "usage/bad-argument",
		"store put x --timeout soon":     "usage/bad-argument",
		"store put x --timeout 0s":       "usage/bad-argument",
		"store put x --lock-timeout -1s": "usage/bad-argument",
		"store put x --progress loud":    "usage/bad-argument",
		"store put x --dry-run=maybe":    "usage/bad-argument",
		"store put x --store=":           "usage/bad-argument",
		"store put x --workspace=":       "usage/bad-argument",
		"store put x -C frame_test.go":   "usage/bad-argument",
		"store put x --=":                "usage/bad-argument",
		"store put x -C no-such":         "workspace/no-such-directory",
		"status --dry-run":               "usage/flag-conflict",
		"status --store x":               "usage/flag-conflict",
		"status --lock-timeout 1s":       "usage/flag-conflict",
	} {
		words := strings.Fields(args)
		a := invoke(t, words...)
		want := contract.Lookup(code).Exit
		if a.status != want || a.stdout != "" || !strings.HasPrefix(a.stderr, code+": ") {
			t.Errorf("%s: %+v, want %s", args, a, code)
		}
		a = invoke(t, append([]string{"--json"}, words...)...)
		if e := a.envelope(t); a.status != want || e.Code != code || e.Kind != contract.KindError {
			t.Errorf("%s: %+v, want %s", args, e, code)
		}
	}
	a := invoke(t, "store", "batch", "--json")
	if e := a.envelope(t); e.Code != "usage/flag-conflict" || a.status != contract.Usage {
		t.Errorf("a raw command took --json: %+v", a)
	}
}

// A command that is not there names those that are near.
func TestSuggestions(t *testing.T) {
	e := invoke(t, "--json", "statsu").envelope(t)
	if got := fmt.Sprint(e.Error.Context.Facts["suggestions"]); got != "[status]" {
		t.Errorf("suggestions %s", got)
	}
}

func TestDashSeparatesArguments(t *testing.T) {
	for args, want := range map[string]string{
		"checkout main":             "[main] 1",
		"checkout main -- a -b":     "[main a -b] 1",
		"commit -- a":               "[a] 0",
		"store put -- -a --json":    "[-a --json] 0",
		"commit --note --json -- a": "[a] 0",
	} {
		words := strings.Fields(args)
		var got string
		family := func() []*Command {
			commands := testCommands()
			for _, c := range commands {
				c.Run = func(_ context.Context, env *Env, args []string) (Result, error) {
					got = fmt.Sprint(args, env.Dash)
					return &echo{}, nil
				}
			}
			return commands
		}
		if a := (frame{args: words, family: family}).run(t); a.status != 0 {
			t.Errorf("%s: %+v", args, a)
		}
		if got = strings.Replace(got, "]", "] ", 1); strings.Join(strings.Fields(got), " ") != want {
			t.Errorf("%s: %s, want %s", args, got, want)
		}
	}
}

func TestWantsJSON(t *testing.T) {
	for args, want := range map[string]bool{
		"": false, "--json": true, "a --json b": true, "--json=false": false, "--json --json=0": false,
		"--json=nonsense": true, "--json=": true, "-- --json": false, "--jsonx": false,
		"--json --ndjson=0": true, "--ndjson --json=0": true, "--ndjson --ndjson=false": false,
	} {
		if got := wantsJSON(strings.Fields(args)); got != want {
			t.Errorf("%q: %v", args, got)
		}
	}
}

func TestTwoCommandsOfOneNameAreABug(t *testing.T) {
	twice := func() []*Command { return append(testCommands(), testCommands()...) }
	if a := (frame{args: []string{"--json"}, family: twice}).run(t); a.envelope(t).Code != "internal/panic" {
		t.Errorf("%+v", a)
	}
}

// Whatever the arguments are, the answer is one document of the contract and
// the status that it names.
func FuzzCommandLine(f *testing.F) {
	for _, seed := range []string{
		"store\x00put\x00x", "-C\x00..\x00store\x00put\x00--\x00-x", "commit\x00-nx\x00--\x00\xff", "--\x00help", "-qq\x00-",
		"help\x00store\x00--version", "--store=\x00vcs\x00checkout", "--json=\x00", "-\x00", "\x00", "--progress\x00json\x00-h",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		a := invoke(t, append([]string{"--json"}, strings.Split(line, "\x00")...)...)
		if err := contracttest.CheckFrame([]byte(a.stdout)); err != nil && wantsJSON(append([]string{"--json"}, strings.Split(line, "\x00")...)) {
			t.Errorf("%q: %v\n%s", line, err, a.stdout)
		}
	})
}
