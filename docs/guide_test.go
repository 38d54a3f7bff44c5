package docs_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/genesis-vcs/genesis/porcelain/contract/contracttest"
)

// TestGuide runs every example of the guide and of the README through the built
// binary, each document in a directory of its own, and compares what it prints.
func TestGuide(t *testing.T) {
	bin := binaryDir(t)
	pages, err := filepath.Glob("guide/*.md")
	if err != nil || len(pages) < 7 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	examples := 0
	for _, page := range append(pages, "../README.md") {
		steps, err := consoleSteps(readText(t, page))
		if err != nil {
			t.Fatalf("%s: %v", page, err)
		}
		examples += len(steps)
		t.Run(strings.TrimSuffix(filepath.Base(page), ".md"), func(t *testing.T) {
			t.Parallel()
			runSteps(t, page, steps, bin)
		})
	}
	if examples < 30 {
		t.Errorf("only %d examples were found in the guide", examples)
	}
}

// runSteps runs the steps of one page in a shell and compares each output.
func runSteps(t *testing.T, page string, steps []step, bin string) {
	if len(steps) == 0 {
		return
	}
	home := t.TempDir()
	work := filepath.Join(home, "work")
	if err := os.Mkdir(work, 0o777); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	shell := exec.CommandContext(ctx, "sh")
	shell.Dir = work
	shell.Stdin = strings.NewReader(script(steps))
	shell.Env = []string{
		"PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH"),
		"HOME=" + home, "LC_ALL=C", "TZ=UTC", "COLUMNS=96", "TERM=dumb",
	}
	all, err := shell.Output()
	if ctx.Err() != nil {
		t.Fatal(ctx.Err())
	}
	got := outputs(string(all))
	for i, s := range steps[:min(len(steps), len(got))] {
		if !fits(s.want, got[i]) {
			t.Errorf("%s:%d: $ %s\nprints\n%s\nand should print\n%s", page, s.line, s.command, got[i], s.want)
		}
		for line := range strings.Lines(got[i]) {
			if err := checkAnswer(line); err != nil {
				t.Errorf("%s:%d: $ %s\nbreaks the contract: %v", page, s.line, s.command, err)
			}
		}
	}
	if len(got) != len(steps) {
		t.Errorf("%s: the shell ended after %d of %d commands: %v", page, len(got), len(steps), err)
	}
}

// envelope is how an envelope begins.
var envelope = regexp.MustCompile(`^\{"ok":(true|false),"kind":`)

// checkAnswer holds a whole line that is an envelope, or the surface manifest,
// against its schema.
func checkAnswer(line string) error {
	switch {
	case !json.Valid([]byte(line)):
		return nil // text, or what an example cut off
	case envelope.MatchString(line):
		return contracttest.CheckEnvelope([]byte(line))
	case strings.HasPrefix(line, `{"type":"agent_surface"`):
		return contracttest.CheckSurface([]byte(line))
	default:
		return nil
	}
}

// TestConsoleSteps keeps the reader of the examples honest.
func TestConsoleSteps(t *testing.T) {
	page := strings.Join([]string{
		"text", "```console", "$ one", "$ cat <<X", "> a", "> X", "a", "```", "```sh", "$ not run", "```",
		"```console", "$ two", "", "> quoted", "```", "",
	}, "\n")
	steps, err := consoleSteps(page)
	want := []step{{3, "one", ""}, {4, "cat <<X\na\nX", "a\n"}, {13, "two", "\n> quoted\n"}}
	if err != nil || !slices.Equal(steps, want) {
		t.Errorf("%+v, %v", steps, err)
	}
	for _, broken := range []string{"```console\n$ one\n", "```console\noutput\n```\n"} {
		if _, err := consoleSteps(broken); err == nil {
			t.Errorf("%q passes", broken)
		}
	}
}

func TestFits(t *testing.T) {
	for _, test := range []struct {
		want, got string
		fits      bool
	}{
		{"same\n", "same\n", true},
		{"same\n", "same", false},
		{"same\n", "other\n", false},
		{"a.c\n", "abc\n", false},
		{"id … of x\n", "id 12ab of x\n", true},
		{"id … of x\n", "id 12\nab of x\n", false},
		{"first\n…\nlast\n", "first\nlast\n", true},
		{"first\n…\nlast\n", "first\n1\n2\nlast\n", true},
		{"first\n…\nlast\n", "first\n1\n2\n", false},
		{"", "unexpected\n", false},
		{"id 0123456789ab\n", "id ba9876543210\n", true},
		{"id 0123456789ab\n", "id ba98765432\n", false},
		{"id " + strings.Repeat("a", 64) + "\n", "id " + strings.Repeat("b", 64) + "\n", true},
		{"id " + strings.Repeat("a", 64) + "\n", "id 0123456789ab\n", false},
		{"at 2026-11-30 20:06 +0000\n", "at 2027-01-02 03:04 +0000\n", true},
	} {
		if fits := fits(test.want, test.got); fits != test.fits {
			t.Errorf("%q against %q: %v", test.got, test.want, fits)
		}
	}
}

func TestScriptAndOutputs(t *testing.T) {
	steps := []step{{command: "x=1; mkdir d; cd d"}, {command: "printf $x"}, {command: "sh -c 'echo no >&2; exit 7'"}, {command: "basename \"$(pwd)\""}}
	shell := exec.CommandContext(t.Context(), "sh")
	shell.Dir = t.TempDir()
	shell.Stdin = strings.NewReader(script(steps))
	all, err := shell.Output()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"", "1\n", "no\n(exit status 7)\n", "d\n"}
	if got := outputs(string(all)); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
