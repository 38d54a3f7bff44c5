package docs_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

var update = flag.Bool("update", false, "write the generated parts of the documents again")

const reference = "spec/CLI.md"

// TestGeneratedPartsAreFresh holds the tables of CLI.md against the registry of
// faults. `make generate` writes them.
func TestGeneratedPartsAreFresh(t *testing.T) {
	text := readText(t, reference)
	fresh := replacePart(t, text, "exit statuses", exitTable())
	fresh = replacePart(t, fresh, "faults", faultSections())
	if text == fresh {
		return
	}
	if !*update {
		t.Fatalf("%s is stale: run make generate", reference)
	}
	if err := os.WriteFile(reference, []byte(fresh), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestEveryFaultIsDocumented follows the links that diagnostics carry.
func TestEveryFaultIsDocumented(t *testing.T) {
	text := readText(t, reference)
	for _, fault := range contract.Faults() {
		for _, link := range fault.Documentation() {
			file, anchor, ok := strings.Cut(link, "#")
			if !ok || file != "docs/"+reference || strings.Count(text, `<a id="`+anchor+`">`) != 1 {
				t.Errorf("%s: no single place for %s", fault.Code, link)
			}
		}
	}
}

// replacePart puts new content between the two markers of a generated part.
func replacePart(t *testing.T, text, name, content string) string {
	t.Helper()
	begin, end := "<!-- generated: "+name+" -->\n", "<!-- end: "+name+" -->\n"
	before, rest, ok := strings.Cut(text, begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("no part %q", name)
	}
	return before + begin + "\n" + content + "\n" + end + after
}

func exitTable() string {
	var b strings.Builder
	b.WriteString("| exit | name | class | when |\n|---|---|---|---|\n")
	for _, row := range contract.Exits {
		fmt.Fprintf(&b, "| %d | %s | %s | %s |\n", row.Status, row.Name, row.Class, row.When)
	}
	return b.String()
}

func faultSections() string {
	faults := contract.Faults()
	slices.SortFunc(faults, func(a, b contract.Fault) int { return strings.Compare(a.Code, b.Code) })
	var b strings.Builder
	for i, fault := range faults {
		if i > 0 {
			b.WriteString("\n")
		}
		_, anchor, _ := strings.Cut(fault.Documentation()[0], "#")
		fmt.Fprintf(&b, "<a id=%q></a>\n\n### `%s`\n\n", anchor, fault.Code)
		fmt.Fprintf(&b, "%s. Exit %d, %s", fault.Message, fault.Exit, fault.Class())
		if fault.Retryable {
			b.WriteString(", may succeed by itself later")
		}
		b.WriteString(".\n\n")
		fmt.Fprintf(&b, "- likely: %s\n", strings.Join(fault.LikelyCauses, "; "))
		fmt.Fprintf(&b, "- helps: %s\n", strings.Join(fault.SafeRepairActions, "; "))
		fmt.Fprintf(&b, "- next: %s\n", fault.NextSafeAction)
		fmt.Fprintf(&b, "- plan: %s\n", planLine(fault.RepairAction(), fault.CorrectionAction() != nil))
	}
	return b.String()
}

// planLine says what the repair plan of a fault does, and who may do it.
func planLine(action contract.RepairAction, corrects bool) string {
	line := string(action.Kind) + ", by decision"
	if action.AutomaticEligible {
		line = string(action.Kind) + ", automatic"
	}
	line += ": " + action.Description
	if len(action.Command) > 0 {
		line += " (`" + strings.Join(action.Command, " ") + "`)"
	}
	if corrects {
		line += "; or the corrected command line"
	}
	return line
}
