//go:build !windows

package main

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/contract/contracttest"
	"github.com/genesis-vcs/genesis/porcelain/families"
)

func commands() []*cli.Command {
	var all []*cli.Command
	for _, family := range families.All {
		all = append(all, family()...)
	}
	return all
}

// run runs a command line in this process.
func run(args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	status = cli.Run(args, cli.IO{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs}, nil, families.All...)
	return status, out.String(), errs.String()
}

// An unknown flag is found only after the command's own flags were registered
// beside the global ones, so this shows that no two of them clash.
func TestFlagsDoNotClash(t *testing.T) {
	for _, c := range commands() {
		status, stdout, stderr := run(slices.Concat(c.Path, []string{"--json", "--no-such-flag"})...)
		if err := contracttest.CheckRun([]string{"--json"}, status, []byte(stdout), []byte(stderr)); err != nil {
			t.Errorf("%v: %v\n%s%s", c.Path, err, stdout, stderr)
			continue
		}
		var e contract.Envelope
		if err := json.Unmarshal([]byte(stdout), &e); err != nil {
			t.Fatal(err)
		}
		if status != int(contract.Usage) || e.Code != "usage/unknown-flag" {
			t.Errorf("%v: %d %s", c.Path, status, stdout)
		}
	}
}

// The help of every command and of its alias says what it may end with.
func TestHelpOfEveryCommand(t *testing.T) {
	for _, c := range commands() {
		paths := [][]string{c.Path}
		if c.Alias != "" {
			paths = append(paths, []string{c.Alias})
		}
		for _, path := range paths {
			status, stdout, stderr := run(append(path, "--help")...)
			if status != 0 || stderr != "" || !strings.HasPrefix(stdout, c.Short+"\n") || !strings.Contains(stdout, "\nEXIT STATUS\n") {
				t.Errorf("%v: %d\n%s%s", path, status, stdout, stderr)
			}
		}
	}
}

// The kinds that the table reserves for commands that exist are theirs; the
// words of the table beyond the command contract's all exist.
func TestEveryKindOfOursHasACommand(t *testing.T) {
	built := map[string]bool{"help": true, "version": true}
	for _, c := range commands() {
		built[strings.Join(c.Path, " ")] = true
	}
	ours := false
	for _, row := range contract.Kinds {
		if ours = ours || row.Command == "help"; ours && !built[row.Command] {
			t.Errorf("%s has a kind but no command", row.Command)
		}
	}
}

// Building the whole tree is part of every start; it has to stay cheap.
func BenchmarkVersion(b *testing.B) {
	for b.Loop() {
		if status, _, _ := run("version", "--json"); status != 0 {
			b.Fatal(status)
		}
	}
}
