package cli

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// choiceFlags are flags with one choice, --fruit.
func choiceFlags(value *string) *pflag.FlagSet {
	fs := pflag.NewFlagSet("test", pflag.ContinueOnError)
	Choice(fs, value, "fruit", []string{"apple", "apply", "pear"}, "", "a `FRUIT`")
	return fs
}

func TestChoiceTakesOnlyWhatIsAllowed(t *testing.T) {
	var fruit string
	fs := choiceFlags(&fruit)
	if err := fs.Parse([]string{"--fruit=pear"}); err != nil || fruit != "pear" {
		t.Fatalf("pear: %q, %v", fruit, err)
	}
	if usage := fs.FlagUsages(); !strings.Contains(usage, "--fruit FRUIT") || !strings.Contains(usage, "a FRUIT: apple, apply or pear\n") {
		t.Errorf("usage %q", usage)
	}
	allowed := fs.Lookup("fruit").Value.(interface{ Allowed() []string }).Allowed()
	if !slices.Equal(allowed, []string{"apple", "apply", "pear"}) {
		t.Errorf("allowed %v", allowed)
	}
}

func TestChoiceRefusesAndSuggests(t *testing.T) {
	for value, near := range map[string][]string{
		"peer":  {"pear"},
		"appl":  nil, // two are near
		"plum":  nil,
		"":      nil,
		"PEAR":  nil,
		"pear ": {"pear"},
	} {
		var fruit string
		fault := flagError(choiceFlags(&fruit).Parse([]string{"--fruit=" + value}), "eat")
		if fault.Code != "usage/bad-argument" || fault.Facts["flag"] != "--fruit" || fault.Facts["value"] != value {
			t.Errorf("%q: %s %v", value, fault.Code, fault.Facts)
		}
		if got, _ := fault.Facts["suggestions"].([]string); !slices.Equal(got, near) {
			t.Errorf("%q: suggestions %v, want %v", value, got, near)
		}
		if got := fault.Facts["allowed"]; !slices.Equal(got.([]string), []string{"apple", "apply", "pear"}) {
			t.Errorf("%q: allowed %v", value, got)
		}
		if fruit != "" {
			t.Errorf("%q was taken as %q", value, fruit)
		}
	}
}

// Positional arguments with allowed values suggest in the same way.
func TestArgumentsSuggest(t *testing.T) {
	c := &Command{Path: []string{"eat"}, Args: []Arg{{Name: "FRUIT", Values: []string{"apple", "pear"}}}}
	_, got := checkArgs(c, []string{"peer"}, 1)
	want := contract.Facts{
		"argument": "FRUIT", "value": "peer", "command": "eat",
		"allowed": []string{"apple", "pear"}, "suggestions": []string{"pear"},
	}
	if got == nil || got.Code != "usage/bad-argument" || !reflect.DeepEqual(got.Facts, want) {
		t.Fatalf("%+v", got)
	}
}

// The distance is a metric that counts single edits.
func TestEditDistance(t *testing.T) {
	for pair, want := range map[[2]string]int{
		{"", ""}: 0, {"", "abc"}: 3, {"kitten", "sitting"}: 3, {"blob", "blod"}: 1, {"tree", "tere"}: 2, {"é", "e"}: 1,
		{"v1", "v2"}: farAway, {"v1", "v"}: farAway, {"v", "v1"}: farAway,
	} {
		if got := editDistance([]rune(pair[0]), []rune(pair[1])); got != want {
			t.Errorf("%q: %d, want %d", pair, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		between := func(a, b string) int { return editDistance([]rune(a), []rune(b)) }
		word := rapid.StringMatching(`[abc]{0,6}`)
		a, b, c := word.Draw(t, "a"), word.Draw(t, "b"), word.Draw(t, "c")
		ab, ba := between(a, b), between(b, a)
		if ab != ba || (ab == 0) != (a == b) {
			t.Fatalf("distance %d and %d", ab, ba)
		}
		if ac, cb := between(a, c), between(c, b); ab > ac+cb {
			t.Fatalf("%d > %d + %d", ab, ac, cb)
		}
	})
}
