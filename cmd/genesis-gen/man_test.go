package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/families"
)

var (
	manMacro  = regexp.MustCompile(`^\.(TH|SH|PP|TP|B|BR|nf|fi)( "(?:[^"\\]|\\.)*")*$`)
	manEscape = regexp.MustCompile(`\\(?:[e&-]|\((?:aq|dq|ga|ha|ti)|\[u[0-9A-F]{4,6}\])`)
)

// Every page has the sections that readers look for, in their order, and only
// macros and escapes that every man knows. What is text is never read as one.
func TestManPagesAreWellFormed(t *testing.T) {
	pages, err := manPages()
	if err != nil || len(pages) < 30 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	for _, page := range pages {
		text := string(page.content)
		at := 0
		for _, title := range []string{`.TH "GENESIS`, `.SH "NAME"`, `.SH "SYNOPSIS"`, `.SH "GLOBAL OPTIONS"`, `.SH "EXIT STATUS"`, `.SH "SEE ALSO"`} {
			i := strings.Index(text[at:], title)
			if i < 0 {
				t.Errorf("%s: no %s behind the section before", page.path, title)
				break
			}
			at += i
		}
		filled := true
		for n, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
			switch {
			case line == "" && filled:
				t.Errorf("%s:%d: an empty line", page.path, n+1)
			case strings.HasPrefix(line, "'"), strings.HasPrefix(line, ".") && !manMacro.MatchString(line):
				t.Errorf("%s:%d: %q", page.path, n+1, line)
			case strings.Contains(manEscape.ReplaceAllString(line, ""), `\`), strings.Contains(manEscape.ReplaceAllString(line, ""), "-"):
				t.Errorf("%s:%d: %q", page.path, n+1, line)
			}
			filled = line != ".nf" && (filled || line == ".fi")
		}
	}
}

// The pages of the reference have every command once.
func TestReferenceHasEveryCommandOnce(t *testing.T) {
	files, err := reference()
	if err != nil {
		t.Fatal(err)
	}
	heading := regexp.MustCompile(`(?m)^## ([a-z0-9 -]+)$`)
	var found []string
	for _, f := range files {
		for _, match := range heading.FindAllStringSubmatch(string(f.content), -1) {
			found = append(found, match[1])
		}
	}
	var want []string
	for _, c := range cli.Commands(families.All...) {
		want = append(want, strings.Join(c.Path, " "))
	}
	slices.Sort(found)
	slices.Sort(want)
	if !slices.Equal(found, want) {
		t.Errorf("%q, want %q", found, want)
	}
}
