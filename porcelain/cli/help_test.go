package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

func TestHelp(t *testing.T) {
	for args, wants := range map[string][]string{
		"":                 {"USAGE\n  genesis COMMAND\n", "COMMANDS\n", "  help      Print the help", "  status    Status\n", "  store     ", "EXIT STATUS\n", "  75   busy"},
		"help":             {"COMMANDS\n"},
		"help help":        {"  genesis help [flags] [COMMAND...]\n"},
		"store -h":         {"  genesis store COMMAND\n", "  put    Put\n"},
		"help store put":   {"Put\n\nPuts things.\n", "  genesis store put [flags] FILE...\n", "ARGUMENTS\n  FILE  a file\n", "-n, --note TEXT", "EXAMPLES\n  genesis store put x\n", "  75   busy ", "  70   io "},
		"store put --help": {"Puts things.", "OUTPUT\n", "  kind    genesis/store-put-v0.2\n", "  schema  genesis --print-schema store-put-v0.2\n"},
		"version -h":       {"--json"},
		"commit -h":        {"  genesis commit new [flags] [-- PATH...]\n  genesis commit [flags] [-- PATH...]\n  genesis commit COMMAND\n", "  show  Show\n"},
		"status -h":        {"  genesis status [flags] [WHEN]\n", "  WHEN  (now, then)\n"},
		"store batch -h":   {"  stdout  one JSON object a line\n"},
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

// A word that is no command is named as such also where flags follow it.
func TestHelpOfUnknownWord(t *testing.T) {
	for _, args := range []string{"help nothing", "help nothing -m x", "help store nothing -m", "help store put x"} {
		e := invoke(t, append(strings.Fields(args), "--json")...).envelope(t)
		if e.Code != "usage/unknown-command" {
			t.Errorf("%q: %s", args, e.Code)
		}
	}
}

// A terminal of 80 columns shows every help without breaking a line.
func TestHelpFitsTheTerminal(t *testing.T) {
	long := strings.Repeat("a text that goes on and on ", 9)
	wordy := func() []*Command {
		var value string
		return []*Command{{
			Path: []string{"vcs", "log"}, Short: "List", Long: long + "\n\n  as it is\n\n" + long,
			Args: []Arg{{Name: "REV", Help: long}, {Name: strings.Repeat("LONG-", 9), Optional: true, Help: long}},
			Flags: func(fs *pflag.FlagSet) {
				fs.StringVar(&value, "a-flag-with-a-name-of-some-length", "", "a `VALUE` "+long)
			},
		}}
	}
	help := frame{args: []string{"vcs", "log", "-h"}, family: wordy}.run(t)
	for line := range strings.Lines(help.stdout) {
		if len(line) > helpWidth+1 {
			t.Errorf("%d columns: %q", len(line)-1, line)
		}
	}
	for _, want := range []string{"\n\n  as it is\n\n", "\n  REV  a text", "\n      --a-flag-with-a-name-of-some-length VALUE\n"} {
		if !strings.Contains(help.stdout, want) {
			t.Errorf("no %q in\n%s", want, help.stdout)
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
