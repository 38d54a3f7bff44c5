package diagnostics

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/contract/contracttest"
)

const goldensPath = "goldens/v0.1/diagnostics.json"

// names are the ten failures that are frozen, each as soon as its family exists.
var names = []string{
	"malformed-syntax", "type-or-effect-mismatch", "unhandled-effect", "seal-misuse", "replay-tampering",
	"path-normalization", "exhausted-budget", "invalid-package", "stale-semantic-patch", "incompatible-profile",
}

// goldens is the document of the golden vectors.
type goldens struct {
	Schema  string   `json:"schema"`
	Vectors []vector `json:"vectors"`
	Absent  []absent `json:"absent"`
}

// vector is one frozen failure: how it is brought about, and what the binary
// says of it.
type vector struct {
	Name string `json:"name"`
	// StandIn is set when the failure is of the same nature as the one that the name
	// means, which nothing can bring about yet.
	StandIn *awaited `json:"stand_in,omitempty"`
	Setup   []step   `json:"setup"`
	Command []string `json:"command"`
	failure
}

// failure is what is frozen of an answer.
type failure struct {
	Exit        int               `json:"exit"`
	Error       json.RawMessage   `json:"error"`
	Diagnostics []json.RawMessage `json:"diagnostics"`
}

// absent is a failure that nothing can bring about yet, nor one of its nature.
type absent struct {
	Name string `json:"name"`
	awaited
}

// awaited says which command has to exist first, and why another failure does or
// does not stand in until then.
type awaited struct {
	Awaits string `json:"awaits"`
	Why    string `json:"why"`
}

// TestGoldenVectors reproduces every vector through the built binary.
func TestGoldenVectors(t *testing.T) {
	var kept goldens
	load(t, goldensPath, &kept)
	fresh := kept
	fresh.Vectors = slices.Clone(kept.Vectors)
	for i, v := range kept.Vectors {
		produced := reproduce(t, v)
		if err := sound(produced); err != nil {
			t.Errorf("%s: the binary: %v", v.Name, err)
		}
		if !*update {
			if err := sound(v.failure); err != nil {
				t.Errorf("%s: the vector: %v", v.Name, err)
			}
			if err := same(v.failure, produced); err != nil {
				t.Errorf("%s: %v", v.Name, err)
			}
		}
		fresh.Vectors[i].failure = produced
	}
	keep(t, goldensPath, fresh)
}

// TestEveryNameIsFrozenOrAwaited: a vector is missing only while the command that
// would bring it about does not exist.
func TestEveryNameIsFrozenOrAwaited(t *testing.T) {
	var kept goldens
	load(t, goldensPath, &kept)
	count := map[string]int{}
	w := newWorld(t)
	waits := func(name string, a awaited) {
		if got := w.run(setting{}, []string{a.Awaits, "--json"}).envelope.Code; got != "usage/unknown-command" {
			t.Errorf("%s: the command %s exists (%q), so there has to be a vector of its own", name, a.Awaits, got)
		}
		if a.Why == "" {
			t.Errorf("%s: not a word why", name)
		}
	}
	for _, v := range kept.Vectors {
		count[v.Name]++
		if v.StandIn != nil {
			waits(v.Name, *v.StandIn)
		}
	}
	for _, a := range kept.Absent {
		count[a.Name]++
		waits(a.Name, a.awaited)
	}
	for _, name := range names {
		if count[name] != 1 {
			t.Errorf("%s is %d times in the document", name, count[name])
		}
	}
	if len(count) != len(names) {
		t.Errorf("unknown names in %v", count)
	}
}

func reproduce(t *testing.T, v vector) failure {
	t.Helper()
	w := newWorld(t)
	w.prepare(v.Setup)
	before := w.state()
	a := w.run(setting{}, w.expand(v.Command))
	if after := w.state(); !equal(before, after) {
		t.Errorf("%s: the failure changed something", v.Name)
	}
	var f failure
	if err := json.Unmarshal(a.stdout, &f); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(mustMarshal(f)), w.base) {
		t.Errorf("%s: the failure names the directory of the test", v.Name)
	}
	return f
}

func equal(a, b state) bool {
	if len(a) != len(b) {
		return false
	}
	for name, content := range a {
		if other, ok := b[name]; !ok || other != content {
			return false
		}
	}
	return true
}

// same reports how a vector is not what the binary says.
func same(kept, produced failure) error {
	if kept.Exit != produced.Exit {
		return fmt.Errorf("exit %d, the vector has %d", produced.Exit, kept.Exit)
	}
	if len(kept.Diagnostics) != len(produced.Diagnostics) {
		return fmt.Errorf("%d diagnostics, the vector has %d", len(produced.Diagnostics), len(kept.Diagnostics))
	}
	pairs := [][2]json.RawMessage{{kept.Error, produced.Error}}
	for i := range kept.Diagnostics {
		pairs = append(pairs, [2]json.RawMessage{kept.Diagnostics[i], produced.Diagnostics[i]})
	}
	for _, pair := range pairs {
		var a, b bytes.Buffer
		if err := errors.Join(json.Compact(&a, pair[0]), json.Compact(&b, pair[1])); err != nil {
			return err
		}
		if !bytes.Equal(a.Bytes(), b.Bytes()) {
			return fmt.Errorf("the binary says\n%s\nand the vector\n%s", &b, &a)
		}
	}
	return nil
}

// sound reports what no failure may have: a host's path, a control character, a
// code that is not the catalog's, an authorization that the catalog does not give.
func sound(f failure) error {
	if len(f.Diagnostics) == 0 {
		return errors.New("no diagnostics")
	}
	for _, part := range append([]json.RawMessage{f.Error}, f.Diagnostics...) {
		if err := contracttest.CheckTexts(part); err != nil {
			return err
		}
	}
	for _, part := range f.Diagnostics {
		var d contract.Diagnostic
		dec := json.NewDecoder(bytes.NewReader(part))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&d); err != nil {
			return err
		}
		if err := soundPlan(&d); err != nil {
			return err
		}
	}
	return nil
}

// soundPlan holds a repair plan against the catalog: it may be narrower.
func soundPlan(d *contract.Diagnostic) error {
	row := contract.Lookup(d.Code)
	if row == nil || d.CatalogIdentity != contract.CatalogIdentity || d.RepairPlan.CatalogIdentity != contract.CatalogIdentity || d.RepairPlan.DiagnosticID != d.ID {
		return fmt.Errorf("%s is not of this catalog", d.Code)
	}
	listed := row.RepairAction()
	if c := row.CorrectionAction(); c != nil && c.ID == d.RepairPlan.Action.ID {
		listed = *c
	}
	a, auth := d.RepairPlan.Action, d.RepairPlan.Authorization
	switch {
	case a.ID != listed.ID || a.Kind != listed.Kind || a.PolicyEffect != listed.PolicyEffect || a.ObligationEffect != listed.ObligationEffect:
		return fmt.Errorf("the action %s is not the catalog's", a.ID)
	case a.AutomaticEligible && !listed.AutomaticEligible, auth.AutomaticAllowed && !a.AutomaticEligible:
		return fmt.Errorf("%s may do more by itself than the catalog says", a.ID)
	case listed.RequiresReview && !a.RequiresReview, a.RequiresReview && !auth.RequiresReview, auth.AutomaticAllowed && auth.RequiresReview:
		return fmt.Errorf("%s leaves out a review", a.ID)
	case auth.PolicyChangeAllowed, auth.ObligationSuppressionAllowed, auth.RequiresSeparatePolicyDiff != (a.PolicyEffect == contract.PolicyReview):
		return fmt.Errorf("%s is authorized to weaken a policy or an obligation", a.ID)
	case !slices.Equal(a.Preconditions, listed.Preconditions) || !slices.Equal(a.Postconditions, listed.Postconditions):
		return fmt.Errorf("the conditions of %s are not the catalog's", a.ID)
	}
	for _, word := range a.Command {
		if !slices.Contains(listed.Command, word) {
			return fmt.Errorf("the word %q of %s is not the catalog's", word, a.ID)
		}
	}
	if corrected, ok := d.Parameters["corrected_command"].([]any); ok {
		line := fmt.Sprint(corrected) + " "
		for _, form := range []string{" --discard", " --amend", " delete ", " -d ", " refs set ", " undo ", " redo ", " restore ", " --out"} {
			if strings.Contains(line, form) {
				return fmt.Errorf("the corrected command %s throws something away", line)
			}
		}
	}
	guardrails := contract.Guardrails{
		Schema: contract.GuardrailsSchema, PromptAuthority: "none", PolicyBroadening: "separate-reviewed-diff",
		ObligationSuppression: "forbidden", AutomaticActionPolicy: "catalog-eligible-only",
	}
	if d.RepairPlan.Guardrails != guardrails {
		return errors.New("the guardrails are weaker than the contract's")
	}
	return nil
}

// The check fails on every sort of drift.
func TestDriftIsFound(t *testing.T) {
	var kept goldens
	load(t, goldensPath, &kept)
	good := reproduce(t, kept.Vectors[slices.IndexFunc(kept.Vectors, func(v vector) bool { return v.Name == "path-normalization" })])
	if err := errors.Join(sound(good), same(good, good)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, old, new string
		unsound        bool
	}{
		{"another code", `"code":"worktree/outside"`, `"code":"worktree/unsaved"`, true},
		{"another message", `"message":"`, `"message":"X`, false},
		{"another identity", contract.CatalogIdentity, strings.Repeat("0", 64), true},
		{"a host's path", `"path":"`, `"path":"/home/ada/`, true},
		{"a control character", `"path":"`, `"path":"\u001b[31m`, true},
		{"an automatic action", `"automatic_allowed":false`, `"automatic_allowed":true`, true},
		{"an eligible action", `"automaticEligible":false`, `"automaticEligible":true`, true},
		{"no review", `"requires_review":true`, `"requires_review":false`, true},
		{"a change of a policy", `"policy_change_allowed":false`, `"policy_change_allowed":true`, true},
		{"a suppressed obligation", `"obligation_suppression_allowed":false`, `"obligation_suppression_allowed":true`, true},
		{"an obligation effect", `"obligationEffect":"preserve"`, `"obligationEffect":"suppress"`, true},
		{"weaker guardrails", `"promptAuthority":"none"`, `"promptAuthority":"full"`, true},
		{"a condition less", `"every declared obligation is still in force"`, `"nothing else matters"`, true},
		{"a field more", `"severity":`, `"cheered_up":true,"severity":`, true},
	} {
		bad := failure{Exit: good.Exit, Error: replaced(good.Error, c.old, c.new)}
		for _, d := range good.Diagnostics {
			bad.Diagnostics = append(bad.Diagnostics, replaced(d, c.old, c.new))
		}
		if same(bad, good) == nil {
			t.Errorf("%s: the vector is not compared", c.name)
		}
		if err := sound(bad); (err != nil) != c.unsound {
			t.Errorf("%s: sound says %v", c.name, err)
		}
	}
	other := good
	other.Exit++
	if same(other, good) == nil {
		t.Error("the exit status is not compared")
	}
}

func replaced(document json.RawMessage, old, with string) json.RawMessage {
	return json.RawMessage(strings.ReplaceAll(string(document), old, with))
}
