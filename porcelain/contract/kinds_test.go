package contract_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// testdata/kinds.txt is the command contract's table, one "command -> kind" a
// line. Kinds are immutable, so the rows agree letter by letter.
func TestKindsAreTheCommandContracts(t *testing.T) {
	text, err := os.ReadFile("testdata/kinds.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(contract.Kinds) < len(lines) {
		t.Fatalf("%d kinds, the command contract alone has %d", len(contract.Kinds), len(lines))
	}
	for i, line := range lines {
		row := contract.Kinds[i]
		if got := row.Command + " -> " + string(row.Kind); got != line {
			t.Errorf("row %d is %q, want %q", i, got, line)
		}
	}
}

func TestOtherKindsFollowTheRule(t *testing.T) {
	text, err := os.ReadFile("testdata/kinds.txt")
	if err != nil {
		t.Fatal(err)
	}
	listed := strings.Count(string(text), "\n")
	for _, row := range contract.Kinds[listed:] {
		want := "genesis/" + strings.ReplaceAll(row.Command, " ", "-") + "-v0.1"
		if string(row.Kind) != want {
			t.Errorf("%s has the kind %s, want %s", row.Command, row.Kind, want)
		}
	}
}

func TestKindsAreUnique(t *testing.T) {
	form := regexp.MustCompile(`^genesis/[a-z0-9-]+-v0\.[0-9]+$`)
	commands, kinds := map[string]bool{}, map[contract.Kind]bool{contract.KindError: true}
	for _, row := range contract.Kinds {
		if commands[row.Command] || kinds[row.Kind] || !form.MatchString(string(row.Kind)) {
			t.Errorf("%s -> %s is twice in the table or malformed", row.Command, row.Kind)
		}
		commands[row.Command], kinds[row.Kind] = true, true
	}
}

func TestKindOf(t *testing.T) {
	if got := contract.KindOf("store", "put"); got != "genesis/store-put-v0.2" {
		t.Errorf("store put has the kind %s", got)
	}
	defer func() {
		if recover() == nil {
			t.Error("a command without a kind did not panic")
		}
	}()
	contract.KindOf("no", "such")
}
