package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestHelp(t *testing.T) {
	for args, wants := range map[string][]string{
		"":                 {"USAGE\n  genesis COMMAND\n", "COMMANDS\n", "  store ", "EXIT STATUS\n", "  75   busy"},
		"help":             {"COMMANDS\n"},
		"store -h":         {"  genesis store COMMAND\n", "  put            Put\n"},
		"help store put":   {"Put\n\nPuts things.\n", "  genesis store put [flags] FILE...\n", "ARGUMENTS\n  FILE           a file\n", "-n, --note TEXT", "EXAMPLES\n", "  75   busy ", "  70   io "},
		"store put --help": {"Puts things."},
		"version -h":       {"--json"},
		"commit -h":        {"  genesis commit new [flags] [-- PATH...]\n  genesis commit [flags]", "  show           Show\n"},
		"status -h":        {"  WHEN           (now, then)\n"},
	} {
		a := invoke(t, strings.Fields(args)...)
		if a.status != 0 || a.stderr != "" {
			t.Errorf("%q: %+v", args, a)
		}
		for _, want := range wants {
			if !strings.Contains(a.stdout, want) {
				t.Errorf("%q lacks %q:\n%s", args, want, a.stdout)
			}
		}
	}
	// Flags that a command refuses, and statuses that it cannot end with, are not
	// in its help.
	for args, absent := range map[string]string{
		"status -h": "--dry-run", "version -h": "--store", "store batch -h": "--json",
		"help version": "  75 ", "help": "  40 ", "help store put": "  40 ",
	} {
		if a := invoke(t, strings.Fields(args)...); strings.Contains(a.stdout, absent) {
			t.Errorf("%q offers %s", args, absent)
		}
	}
}

func TestVersion(t *testing.T) {
	a := invoke(t, "version")
	if a.status != 0 || !strings.HasPrefix(a.stdout, "genesis ") {
		t.Errorf("%+v", a)
	}
	e := invoke(t, "version", "--json").envelope(t)
	for _, name := range []string{"version", "commit", "platform", "formats"} {
		if e.Data[name] == nil {
			t.Errorf("no %s in %v", name, e.Data)
		}
	}
}

// The version says which format this build's stores have.
func TestVersionNamesTheStoreFormat(t *testing.T) {
	p := newPlace(t)
	record, err := os.ReadFile(filepath.Join(p.root, ".genesis", "store", "format.toml"))
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("\nformat = %d\n", buildVersion().Formats.Store); !strings.Contains(string(record), want) {
		t.Errorf("no %q in\n%s", want, record)
	}
}
