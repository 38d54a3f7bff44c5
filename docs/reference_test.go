package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	helpCommand  = regexp.MustCompile(`(?m)^  ([a-z][a-z0-9-]*) {2,}\S`)
	helpFlag     = regexp.MustCompile(`(?m)^ +(?:-(\w), )?--([a-z][a-z-]*)`)
	usageWords   = regexp.MustCompile(`(?m)^  genesis((?: [a-z][a-z0-9-]*)+)`)
	longFlag     = regexp.MustCompile(`--([a-z][a-z-]*)`)
	referenceFor = regexp.MustCompile("(?m)^### `([a-z0-9 -]+)`\n\n`genesis (.*?)`")
)

// TestReferenceHasEveryCommand compares the sections of CLI.md with the help of
// the built binary: the same commands, and in each the same flags.
func TestReferenceHasEveryCommand(t *testing.T) {
	binary := filepath.Join(binaryDir(t), "genesis")
	real := map[string][]string{}
	collectCommands(t, binary, nil, real)
	if len(real) < 20 {
		t.Fatalf("only %d commands were found in the help", len(real))
	}
	documented := map[string]string{}
	for _, match := range referenceFor.FindAllStringSubmatch(readText(t, reference), -1) {
		documented[match[1]] = match[2]
	}
	for name, flags := range real {
		usage, ok := documented[name]
		if !ok {
			t.Errorf("%s has no section", name)
			continue
		}
		compareFlags(t, name, usage, flags)
	}
	for name := range documented {
		if _, ok := real[name]; !ok {
			t.Errorf("there is a section for %s, which is no command", name)
		}
	}
}

// compareFlags wants each flag of the help, in its long or short form, in the
// usage line, and no other there. Each flag is "long" or "long short".
func compareFlags(t *testing.T, name, usage string, flags []string) {
	t.Helper()
	var known []string
	for _, flag := range flags {
		long, short, _ := strings.Cut(flag, " ")
		known = append(known, long)
		if !strings.Contains(usage, "--"+long) && (short == "" || !strings.Contains(usage, "-"+short)) {
			t.Errorf("%s: --%s is not in %q", name, long, usage)
		}
	}
	for _, match := range longFlag.FindAllStringSubmatch(usage, -1) {
		if !slices.Contains(known, match[1]) {
			t.Errorf("%s: --%s is documented and does not exist", name, match[1])
		}
	}
}

// collectCommands walks the help below a path and notes the flags of each
// command under its own name; an alias leads to the same name.
func collectCommands(t *testing.T, binary string, path []string, into map[string][]string) {
	t.Helper()
	help := helpText(t, binary, path)
	_, commands, group := strings.Cut(help, "\nCOMMANDS\n")
	if group {
		commands, _, _ = strings.Cut(commands, "\n\n")
		for _, match := range helpCommand.FindAllStringSubmatch(commands, -1) {
			collectCommands(t, binary, append(slices.Clone(path), match[1]), into)
		}
		if !strings.Contains(help, "\nFLAGS\n") && len(path) < 2 {
			return
		}
	}
	_, usage, _ := strings.Cut(help, "\nUSAGE\n")
	name := strings.TrimSpace(usageWords.FindStringSubmatch(usage)[1])
	flags := []string{}
	if _, text, ok := strings.Cut(help, "\nFLAGS\n"); ok {
		text, _, _ = strings.Cut(text, "\n\n")
		for _, match := range helpFlag.FindAllStringSubmatch(text, -1) {
			flags = append(flags, strings.TrimSpace(match[2]+" "+match[1]))
		}
	}
	into[name] = flags
}

func helpText(t *testing.T, binary string, path []string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), binary, append([]string{"help"}, path...)...)
	cmd.Env = append(os.Environ(), "NO_COLOR=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("genesis help %s: %v\n%s", strings.Join(path, " "), err, out)
	}
	return string(out)
}
