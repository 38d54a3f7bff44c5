package cli

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// The plan of a mistake in the command line reads the help of the command at
// hand, or of the group, and of a field the schema that has the right ones.
func TestPlansNameTheHelpOfTheCommand(t *testing.T) {
	for line, want := range map[string]string{
		"refs list --nothing-like-it":     "help refs list",
		"refs list too-much":              "help refs list",
		"vcs tag":                         "help vcs tag",
		"store":                           "help store",
		"store nothing":                   "help store",
		"nothing-like-it":                 "help",
		"help nothing-like-it":            "help",
		"--nothing-like-it":               "help",
		"refs list --select zzz":          "--print-schema refs-list-v0.1",
		"refs list --limit 0":             "help refs list",
		"-C somewhere refs list too-much": "help refs list",
	} {
		a := frame{args: append([]string{"--json"}, strings.Fields(line)...), family: correctable}.run(t)
		var document struct{ Diagnostics []contract.Diagnostic }
		if err := json.Unmarshal([]byte(a.stdout), &document); err != nil || a.status != contract.Usage {
			t.Fatalf("%s: %v: %s", line, err, a.stdout)
		}
		d := document.Diagnostics[0]
		var command []string
		for _, word := range d.RepairPlan.Action.Command {
			switch word {
			case "{help_of...}":
				for _, part := range d.Parameters["help_of"].([]any) {
					command = append(command, part.(string))
				}
			case "{schema}":
				command = append(command, d.Parameters["schema"].(string))
			default:
				command = append(command, word)
			}
		}
		if !slices.Equal(command, append([]string{"genesis"}, strings.Fields(want)...)) || !d.RepairPlan.Authorization.AutomaticAllowed {
			t.Errorf("%s: the plan is %q, want %q", line, command, want)
		}
	}
}
