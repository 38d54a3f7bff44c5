package contract_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

var (
	variable  = regexp.MustCompile(`^\{[a-z][a-z0-9_]*(\.\.\.)?\}$`)
	plainWord = regexp.MustCompile(`^[a-z-]+$`)
)

// actions are all actions of the catalog, by id.
func actions() map[string]contract.RepairAction {
	all := map[string]contract.RepairAction{}
	for _, f := range contract.Faults() {
		a := f.RepairAction()
		all[a.ID] = a
		if c := f.CorrectionAction(); c != nil {
			all[c.ID] = *c
		}
	}
	return all
}

func TestEveryActionIsComplete(t *testing.T) {
	all := actions()
	if len(all) <= len(contract.Faults()) {
		t.Fatalf("%d actions of %d faults: ids are not unique, or nothing is ever corrected", len(all), len(contract.Faults()))
	}
	for id, a := range all {
		if !slices.Contains(contract.ActionKinds, a.Kind) || a.Description == "" {
			t.Errorf("%s: kind %q, description %q", id, a.Kind, a.Description)
		}
		if len(a.Preconditions) < 2 || len(a.Postconditions) < 2 {
			t.Errorf("%s: too few conditions", id)
		}
		for condition, in := range map[string][]string{
			"diagnostic_id": a.Preconditions, "catalog_identity_sha256": a.Preconditions, "the workspace and the store": a.Preconditions,
			"the original command": a.Postconditions, "every declared obligation": a.Postconditions,
		} {
			if !strings.Contains(strings.Join(in, "\n"), condition) {
				t.Errorf("%s: no condition binds %q", id, condition)
			}
		}
		checkCommand(t, id, a.Command)
	}
}

func checkCommand(t *testing.T, id string, command []string) {
	t.Helper()
	for i, word := range command {
		first := word == "genesis" || word == "{corrected_command...}"
		if (i == 0) != first || !plainWord.MatchString(word) && !variable.MatchString(word) {
			t.Errorf("%s: word %q in the command", id, word)
		}
	}
}

// reading are the commands that only look.
var reading = []string{
	"help", "version", "--print-schema", "agent-index", "store ls", "store stat", "store cat-tree", "store verify", "refs list", "vcs log", "vcs status", "op log",
}

// effects are the automatic actions that change something: they rebuild what is
// derived, or bring files up to their branch without overwriting anything.
var effects = map[string]string{
	"effect-command/store/catalog-damaged": "genesis {location...} store repair --rebuild-catalog",
	"effect-command/commit/behind":         "genesis {location...} vcs switch {branch}",
}

// TestAutomaticActionsDoNoHarm lists what an agent may do without asking.
func TestAutomaticActionsDoNoHarm(t *testing.T) {
	for id, a := range actions() {
		if a.AutomaticEligible && a.RequiresReview {
			t.Errorf("%s: automatic and to be reviewed", id)
		}
		if a.PolicyEffect != "none" && (a.AutomaticEligible || !a.RequiresReview || a.Kind != "policy-review") {
			t.Errorf("%s: touches a policy without a review", id)
		}
		if !a.AutomaticEligible {
			if !a.RequiresReview {
				t.Errorf("%s: neither automatic nor to be reviewed", id)
			}
			continue
		}
		command := strings.Join(a.Command, " ")
		switch a.Kind {
		case contract.ActionInspect:
			if !reads(command) {
				t.Errorf("%s: %q does more than look", id, command)
			}
		case contract.ActionVerify:
			if code, ok := strings.CutPrefix(id, "verify-command/"); ok && (command != "" || !contract.Lookup(code).Retryable) {
				t.Errorf("%s: not a retry of a fault that may go away by itself", id)
			}
		case contract.ActionEffect:
			if command != effects[id] {
				t.Errorf("%s: %q is not known to do no harm", id, command)
			}
		default:
			t.Errorf("%s: a %s is automatic", id, a.Kind)
		}
	}
}

func reads(command string) bool {
	command = strings.Replace(strings.TrimPrefix(command, "genesis "), "{location...} ", "", 1)
	return slices.ContainsFunc(reading, func(r string) bool { return command == r || strings.HasPrefix(command, r+" ") })
}

// Every retryable fault is answered by running the command again.
func TestRetryableFaultsAreRetried(t *testing.T) {
	for _, f := range contract.Faults() {
		a := f.RepairAction()
		if retry := a.Kind == contract.ActionVerify && a.AutomaticEligible; retry != f.Retryable {
			t.Errorf("%s: retryable %v, and its action is %+v", f.Code, f.Retryable, a)
		}
	}
}

// destructive are the forms of commands that throw something away, broaden a
// policy or leave out a check.
var destructive = []string{
	"--discard", "--force", "refs delete", "refs set", "refs update", "gc run", "gc purge", "op undo", "op redo", "op restore", "genesis undo", "genesis redo",
	"branch -d", "branch -m", "tag -d", "genesis checkout", "genesis switch", "vcs switch", "vcs checkout", "--amend", "--out",
	" rm ", "`rm ", "`git ", "sync push", "`mv ", "sudo", "chmod", "chown", "kill ", "--no-verify", "policy set", "--allow", "--accept-losses",
}

// harmless are the exceptions: they overwrite nothing.
var harmless = []string{
	"--force-nested",      // makes a workspace
	"genesis switch -c`",  // makes a branch and leaves every file as it is
	"vcs switch {branch}", // carries changes along, and refuses to overwrite one
	"--allow-empty",       // makes one more commit
	"with --out",          // names a flag without a file
	"a file for --out",    // the same
}

// TestNoAdviceDestroys looks for complete commands that throw something away in
// everything the catalog may tell a person or an agent to do.
func TestNoAdviceDestroys(t *testing.T) {
	for _, f := range contract.Faults() {
		a := f.RepairAction()
		texts := slices.Concat(f.SafeRepairActions, f.LikelyCauses, a.Preconditions, a.Postconditions,
			[]string{f.CandidateFix, f.NextSafeAction, a.Description, strings.Join(a.Command, " ")})
		for _, text := range texts {
			if bad := destroys(text); bad != "" {
				t.Errorf("%s: %q holds %q", f.Code, text, bad)
			}
		}
	}
}

// destroys returns the destructive form in a text.
func destroys(text string) string {
	for _, word := range harmless {
		text = strings.ReplaceAll(text, word, "")
	}
	for _, bad := range destructive {
		if strings.Contains(text, bad) {
			return bad
		}
	}
	return ""
}

func TestDestructiveFormsAreFound(t *testing.T) {
	for _, text := range []string{
		"run `genesis vcs checkout main --discard`", "genesis {location...} op undo", "genesis refs delete {name}", "make it so with `rm -r .genesis`",
	} {
		if destroys(text) == "" {
			t.Errorf("%q was let through", text)
		}
	}
}

func plan(t *testing.T, e *contract.Error) (contract.RepairPlan, map[string]any) {
	t.Helper()
	_, d := contract.Describe(e, "test")
	if d.RepairPlan.Authorization.AutomaticAllowed != d.RepairPlan.Action.AutomaticEligible ||
		d.RepairPlan.Authorization.RequiresReview != d.RepairPlan.Action.RequiresReview {
		t.Errorf("the authorization is not the action's: %+v", d.RepairPlan)
	}
	return d.RepairPlan, d.Parameters
}

// A command whose parameter the occurrence lacks is not offered, and neither is
// one whose parameter is not what it was or looks like a flag.
func TestCommandsAreBoundToParameters(t *testing.T) {
	p, _ := plan(t, contract.Fail("commit/behind", contract.Facts{"branch": "main"}))
	if diff := cmp.Diff([]string{"genesis", "vcs", "switch", "{branch}"}, p.Action.Command); diff != "" || !p.Authorization.AutomaticAllowed {
		t.Errorf("with the parameter: %+v", p)
	}
	for _, facts := range []contract.Facts{nil, {"branch": 3}, {"branch": ""}, {"branch": "a\xff"}, {"branch": "--discard"}} {
		if p, _ := plan(t, contract.Fail("commit/behind", facts)); p.Action.Command != nil || p.Authorization.AutomaticAllowed {
			t.Errorf("with %v: %+v", facts, p)
		}
	}
}

// Whoever asked for a dry run is asked before anything changes.
func TestDryRunsRepairNothing(t *testing.T) {
	e := contract.Fail("store/catalog-damaged", nil)
	if p, _ := plan(t, e); !p.Authorization.AutomaticAllowed {
		t.Errorf("%+v", p)
	}
	e.DryRun = true
	if p, _ := plan(t, e); p.Authorization.AutomaticAllowed || !p.Authorization.RequiresReview || p.Action.Command == nil {
		t.Errorf("in a dry run: %+v", p)
	}
}

// The commands of a plan work where the original command worked, or are left
// out when that place may not be named.
func TestCommandsGoWhereTheOriginalWent(t *testing.T) {
	e := contract.Fail("store/not-found", nil)
	p, parameters := plan(t, e)
	if diff := cmp.Diff([]string{"genesis", "store", "ls"}, p.Action.Command); diff != "" || parameters["location"] != nil {
		t.Errorf("here: %s %v", diff, parameters)
	}
	e.Place = contract.Place{Flags: []string{"-C", "sub"}}
	p, parameters = plan(t, e)
	if diff := cmp.Diff([]string{"genesis", "{location...}", "store", "ls"}, p.Action.Command); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(any([]string{"-C", "sub"}), parameters["location"]); diff != "" {
		t.Error(diff)
	}
	e.Place = contract.Place{Hidden: true}
	if p, _ := plan(t, e); p.Action.Command != nil || p.Authorization.AutomaticAllowed {
		t.Errorf("at a hidden place: %+v", p)
	}
}

func TestCorrections(t *testing.T) {
	e := contract.Fail("usage/unknown-command", contract.Facts{"command": "statsu"})
	if p, _ := plan(t, e); p.Action.ID != "inspect/usage/unknown-command" {
		t.Errorf("without a correction: %+v", p.Action)
	}
	e.Corrected = &contract.Correction{Command: []string{"genesis", "status"}}
	p, parameters := plan(t, e)
	if p.Action.Kind != contract.ActionVerify || !p.Authorization.AutomaticAllowed || !slices.Equal(p.Action.Command, []string{"{corrected_command...}"}) {
		t.Errorf("with a correction: %+v", p)
	}
	if diff := cmp.Diff(any([]string{"genesis", "status"}), parameters["corrected_command"]); diff != "" {
		t.Error(diff)
	}
	if _, ok := e.Facts["corrected_command"]; ok {
		t.Error("the correction is among the facts, which people are shown")
	}
	e.Corrected.Review = true
	if p, _ := plan(t, e); p.Authorization.AutomaticAllowed || !p.Authorization.RequiresReview {
		t.Errorf("with a correction that changes something: %+v", p)
	}
	// A fault that is never corrected keeps its action.
	other := contract.Fail("store/not-found", nil)
	other.Corrected = e.Corrected
	if p, _ := plan(t, other); p.Action.ID != "inspect/store/not-found" {
		t.Errorf("a fault that is not to be corrected: %+v", p.Action)
	}
}

// A policy is only ever proposed to be changed.
func TestPolicyDiff(t *testing.T) {
	e := contract.Fail("workspace/foreign-owner", nil)
	if p, _ := plan(t, e); p.PolicyDiff != nil || !p.Authorization.RequiresSeparatePolicyDiff {
		t.Errorf("without a policy: %+v", p)
	}
	e.Denied = &contract.Denial{Capability: "net/connect", PolicyIdentity: strings.Repeat("ab", 32)}
	_, d := contract.Describe(e, "test")
	want := &contract.PolicyDiff{
		Schema: "genesis/capability-policy-diff-v0.1", Status: "proposal", Operation: "add-allow",
		Capability: "net/connect", BasePolicyIdentity: strings.Repeat("ab", 32), RequiresReview: true, AutoApply: false,
	}
	if diff := cmp.Diff(want, d.RepairPlan.PolicyDiff); diff != "" {
		t.Error(diff)
	}
	if d.BlockingCapability == nil || *d.BlockingCapability != "net/connect" {
		t.Errorf("the blocking capability is %v", d.BlockingCapability)
	}
	if a := d.RepairPlan.Authorization; a.AutomaticAllowed || a.PolicyChangeAllowed || !a.RequiresReview || !a.RequiresSeparatePolicyDiff {
		t.Errorf("the authorization is %+v", a)
	}
	other := contract.Fail("store/not-found", nil)
	other.Denied = e.Denied
	if p, _ := plan(t, other); p.PolicyDiff != nil {
		t.Errorf("an inspection proposes %+v", p.PolicyDiff)
	}
}

// A code that the registry lacks fails closed.
func TestUnknownCodesFailClosed(t *testing.T) {
	object, d := contract.Describe(contract.Failf("no/such-code", contract.Facts{"x": 1}, "Trust me"), "test")
	if object.Code != "diagnostic/catalog-miss" || d.Parameters["reported_code"] != "no/such-code" || strings.Contains(object.Message, "Trust") {
		t.Errorf("%+v %+v", object, d.Parameters)
	}
	if d.RepairPlan.Action.Command == nil || !reads(strings.Join(d.RepairPlan.Action.Command, " ")) {
		t.Errorf("the action is %+v", d.RepairPlan.Action)
	}
}

func TestCleanupFaults(t *testing.T) {
	prior := contract.Fail("store/corrupt", nil)
	for _, before := range []error{nil, prior} {
		object, d := contract.Describe(contract.FailCleanup("store", prior, before), "test")
		if object.Context.Kind != "cleanup" || d.Parameters["cleanup_subsystem"] != "store" || d.Parameters["reason"] == "" {
			t.Errorf("%+v", object)
		}
		if code, ok := d.Parameters["prior_error"]; ok != (before != nil) || ok && code != "store/corrupt" {
			t.Errorf("prior_error is %v", code)
		}
	}
}
