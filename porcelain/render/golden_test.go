package render

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

// typical are facts like those that commands give: a path of the machine, a
// reason with characters that do not belong into a line, a list.
func typical() contract.Facts {
	return contract.Facts{
		"path": "/home/ada/project/src/main.go", "name": "refs/heads/main", "hash": strings.Repeat("8f3a61c0", 8),
		"reason": "open /home/ada/project/src/main.go:\tpermission denied\x1b[31m", "paths": []string{"src/a", "src/b\n"},
	}
}

// widths are the least, the default and the greatest.
var widths = []int{minWidth, DefaultWidth, maxWidth}

// TestFailureGolden renders every fault of the registry. Whoever changes what
// people see sees it in the golden file; go test -update writes it.
func TestFailureGolden(t *testing.T) {
	var b strings.Builder
	for _, f := range contract.Faults() {
		for _, facts := range []contract.Facts{typical(), nil} {
			for _, width := range widths {
				plain := failure(Look{Width: width}, contract.Fail(f.Code, facts), "store/put", "")
				fmt.Fprintf(&b, "== %s, %d columns, %d facts\n%s", f.Code, width, len(facts), plain)
				colored := failure(Look{Width: width, Color: true}, contract.Fail(f.Code, facts), "store/put", "")
				if got := ansi.ReplaceAllString(colored, ""); got != plain || colored == plain {
					t.Errorf("%s at %d columns: colored %q, plain %q", f.Code, width, colored, plain)
				}
				if width == DefaultWidth {
					b.WriteString(strings.ReplaceAll(colored, "\x1b", "␛"))
				}
			}
		}
	}
	golden(t, "failures.golden", b.String())
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got == string(want) {
		return
	}
	gotLines, wantLines := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range gotLines {
		if i >= len(wantLines) || gotLines[i] != wantLines[i] {
			t.Fatalf("line %d is %q and was %q (go test -update, if that is right)", i+1, gotLines[i], wantLines[min(i, len(wantLines)-1)])
		}
	}
	t.Fatal("the golden file has more lines")
}

// anyText is text with everything that does not belong into a line.
func anyText() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.String(),
		rapid.StringMatching(`(/[a-z.]{1,8}){1,4}`),
		rapid.StringMatching(`[a-z ]{0,300}`),
		rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 40), func(b []byte) string { return string(b) }),
		rapid.SampledFrom([]string{"", "\x1b[31mred\x1b[0m", "\x1b]0;title\a", "a\r\nb", "\u202eabc", "cannot open /etc/passwd: no", "(/root/.ssh/id)", "a=/var/x", "C:\\x"}),
	)
}

// anyFacts are facts of any shape under the keys that rendering looks at.
func anyFacts(depth int) *rapid.Generator[contract.Facts] {
	return rapid.Custom(func(t *rapid.T) contract.Facts {
		facts := contract.Facts{}
		keys := []string{"path", "paths", "name", "reason", "cause", "legacy_context", "candidates", "groups", "value", "other", "suggestions"}
		for _, key := range rapid.SliceOfDistinct(rapid.SampledFrom(keys), rapid.ID).Draw(t, "keys") {
			switch kind := rapid.IntRange(0, 6).Draw(t, "kind"); {
			case kind == 0 && depth > 0:
				facts[key] = map[string]any(anyFacts(depth-1).Draw(t, "inner"))
			case kind == 1:
				facts[key] = rapid.SliceOfN(anyText(), 0, 25).Draw(t, "list")
			case kind == 2:
				facts[key] = rapid.Int().Draw(t, "number")
			case kind == 3:
				facts[key] = [][]string{{anyText().Draw(t, "first"), "x"}}
			case kind == 4:
				facts[key] = nil
			default:
				facts[key] = anyText().Draw(t, "text")
			}
		}
		return facts
	})
}

// causeAndNext finds the two labels, each with its text: behind it, or where the
// first word is too long for a narrow terminal, below it.
var causeAndNext = regexp.MustCompile(`(?s)\ncause:\s+\S.*\nnext:\s+\S`)

// Whatever the facts hold, a failure is lines of visible characters: the code
// first, then a cause and a next action, colored or not the same, and no path
// of the machine.
func TestFailureOfAnyFacts(t *testing.T) {
	faults := contract.Faults()
	rapid.Check(t, func(t *rapid.T) {
		code := rapid.SampledFrom(faults).Draw(t, "fault").Code
		facts := anyFacts(2).Draw(t, "facts")
		message := anyText().Draw(t, "message")
		target := anyText().Draw(t, "target")
		look := Look{Width: rapid.IntRange(minWidth, maxWidth).Draw(t, "width")}
		render := func(look Look) string {
			return failure(look, &contract.Error{Code: code, Message: message, Facts: facts}, "op/undo", target)
		}
		plain := render(look)
		if again := render(look); again != plain {
			t.Fatalf("not the same twice:\n%s\n%s", plain, again)
		}
		if colored := render(Look{Width: look.Width, Color: true}); ansi.ReplaceAllString(colored, "") != plain {
			t.Fatalf("colored %q, plain %q", colored, plain)
		}
		for _, r := range plain {
			if r != '\n' && !unicode.IsPrint(r) && !unicode.Is(unicode.Zs, r) && !unicode.In(r, unicode.Cn, unicode.Co, unicode.Cf) {
				t.Fatalf("%q holds %q", plain, r)
			}
		}
		lines := strings.Split(plain, "\n")
		if !strings.HasPrefix(lines[0], code+":") || !causeAndNext.MatchString(plain) {
			t.Fatalf("incomplete: %q", plain)
		}
		if strings.Contains(plain, "/etc/passwd") || strings.Contains(plain, "/root/") || strings.Contains(plain, "/var/") {
			t.Fatalf("a path of the machine: %q", plain)
		}
	})
}

// What is missing has a placeholder.
func TestFailureOfNothing(t *testing.T) {
	got := printed(Look{}, func(p *Printer) { p.Failure(&contract.ErrorObject{Code: "a/b"}, &contract.Diagnostic{}, "") })
	want := "a/b: <unknown operation>: <unknown subject>\ncause: <unknown cause>\nnext: <no action known>\n"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
