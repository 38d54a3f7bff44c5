package docs_test

import (
	"fmt"
	"regexp"
	"strings"
)

// step is one command of a document's console blocks and what it prints.
type step struct {
	line    int // of the command, in the document
	command string
	want    string
}

// anything stands in expected output for text that differs from run to run:
// within a line for a part of it, alone on a line for any number of lines.
const anything = "…"

// consoleSteps reads the ```console blocks of a Markdown document: a line that
// begins with "$ " is a command, "> " continues it, the rest is its output.
func consoleSteps(markdown string) (steps []step, err error) {
	inside := false
	for i, line := range strings.Split(markdown, "\n") {
		switch {
		case !inside:
			inside = line == "```console"
		case line == "```":
			inside = false
		case strings.HasPrefix(line, "$ "):
			steps = append(steps, step{line: i + 1, command: line[2:]})
		case len(steps) == 0:
			return nil, fmt.Errorf("line %d: output before the first command", i+1)
		case strings.HasPrefix(line, "> ") && steps[len(steps)-1].want == "":
			steps[len(steps)-1].command += "\n" + line[2:]
		default:
			steps[len(steps)-1].want += line + "\n"
		}
	}
	if inside {
		return nil, fmt.Errorf("a console block does not end")
	}
	return steps, nil
}

// What differs from run to run and has a form of its own: full and short ids, and
// times. A document shows real ones, and any other of the same form fits.
var volatile = []struct {
	form *regexp.Regexp
	name string
}{
	{regexp.MustCompile(`\b[0-9a-f]{64}\b`), "<hash>"},
	{regexp.MustCompile(`\b[0-9a-f]{12}\b`), "<id>"},
	{regexp.MustCompile(`\b\d{4}-\d\d-\d\d[ T]\d\d:\d\d`), "<time>"},
}

// settle replaces what differs from run to run by the name of its form.
func settle(text string) string {
	for _, v := range volatile {
		text = v.form.ReplaceAllString(text, v.name)
	}
	return text
}

// fits reports whether a command printed what the document shows.
func fits(want, got string) bool { return pattern(settle(want)).MatchString(settle(got)) }

// pattern turns expected output into a regular expression of the whole output.
func pattern(want string) *regexp.Regexp {
	var b strings.Builder
	b.WriteString(`\A`)
	for _, line := range strings.SplitAfter(want, "\n") {
		if strings.TrimSuffix(line, "\n") == anything {
			b.WriteString(`(?:.*\n)*`)
			continue
		}
		for i, part := range strings.Split(line, anything) {
			if i > 0 {
				b.WriteString(`.*`)
			}
			b.WriteString(regexp.QuoteMeta(part))
		}
	}
	b.WriteString(`\z`)
	return regexp.MustCompile(b.String())
}

// mark ends the output of a step in the script's output: mark, status, newline.
const mark = "\x01step "

// script makes one shell script of the steps, so that directories and variables
// last from one to the next. Standard error goes the way of standard output, as
// on a terminal.
func script(steps []step) string {
	var b strings.Builder
	b.WriteString("exec 2>&1\n")
	for _, s := range steps {
		// A file without a final newline does not run into the mark.
		fmt.Fprintf(&b, "%s\nprintf '%s%%d\\n' $?\n", s.command, strings.ReplaceAll(mark, "\x01", `\001`))
	}
	return b.String()
}

// outputs splits the script's output into that of its steps; a command that
// failed says so in its last line, since a document shows no status.
func outputs(all string) (list []string) {
	for {
		text, rest, ok := strings.Cut(all, mark)
		if !ok {
			return list
		}
		status, after, _ := strings.Cut(rest, "\n")
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		if status != "0" {
			text += "(exit status " + status + ")\n"
		}
		list, all = append(list, text), after
	}
}
