package contract_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

var (
	codeForm = regexp.MustCompile(`^[a-z]+(-[a-z]+)*/[a-z0-9-]+$`)
	kindForm = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

	phases = []contract.Phase{
		"invocation", "parse", "canonicalization", "evaluation", "effects", "obligation", "semantic-edit",
		"storage", "history", "transfer", "policy", "security", "worktree", "io", "internal",
	}
	domains = []contract.Domain{
		"parser", "typechecker", "evaluator", "package", "policy", "replay", "patch", "build", "deployment",
		"storage", "history", "transfer", "session", "worktree", "invocation", "internal",
	}
)

func TestEveryFaultIsComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range contract.Faults() {
		if seen[f.Code] {
			t.Errorf("%s is twice in the registry", f.Code)
		}
		seen[f.Code] = true
		if !codeForm.MatchString(f.Code) || !kindForm.MatchString(f.Kind) {
			t.Errorf("%s: malformed code or kind %q", f.Code, f.Kind)
		}
		if !slices.Contains(phases, f.Phase) || !slices.Contains(domains, f.Domain) {
			t.Errorf("%s: unknown phase %q or domain %q", f.Code, f.Phase, f.Domain)
		}
		if f.Severity != contract.SeverityError && f.Severity != contract.SeverityWarning {
			t.Errorf("%s: unknown severity %q", f.Code, f.Severity)
		}
		if f.Exit == contract.OK || f.Class() == "" || f.Class() != f.Exit.Row().Class {
			t.Errorf("%s: exit %d has the class %q", f.Code, f.Exit, f.Class())
		}
		if f.Exit == contract.Busy && !f.Retryable {
			t.Errorf("%s: busy and not retryable", f.Code)
		}
		checkTexts(t, &f)
		if got := contract.Lookup(f.Code); got == nil || got.Code != f.Code {
			t.Errorf("%s is not found by its code", f.Code)
		}
	}
}

// checkTexts holds the texts to their form: sentences without a full stop (ids
// and commands end lines, and people double-click to copy), on one line.
func checkTexts(t *testing.T, f *contract.Fault) {
	t.Helper()
	lists := map[string][]string{
		"likely causes": f.LikelyCauses, "safe repair actions": f.SafeRepairActions, "documentation": f.Documentation(),
		"message": {f.Message}, "candidate fix": {f.CandidateFix}, "next safe action": {f.NextSafeAction},
		"repair": {f.Repair.Description},
	}
	for name, texts := range lists {
		if len(texts) == 0 {
			t.Errorf("%s: no %s", f.Code, name)
		}
		for _, text := range texts {
			if text == "" || strings.HasSuffix(text, ".") || strings.IndexFunc(text, unicode.IsControl) >= 0 {
				t.Errorf("%s: %s: bad text %q", f.Code, name, text)
			}
		}
	}
	for _, text := range []string{f.Message, f.CandidateFix, f.NextSafeAction, f.Repair.Description} {
		if first := []rune(text)[0]; !unicode.IsUpper(first) {
			t.Errorf("%s: %q does not begin with a capital", f.Code, text)
		}
	}
}

// The statuses, names and classes of the machine contract.
func TestExitTable(t *testing.T) {
	want := []struct {
		status contract.Status
		name   string
		class  contract.Class
	}{
		{0, "ok", ""},
		{1, "internal", "permanent"},
		{2, "usage", "permanent"},
		{3, "conflict", "conflict"},
		{10, "parse", "permanent"},
		{11, "format", "precondition_failed"},
		{20, "refused", "precondition_failed"},
		{30, "obligation", "precondition_failed"},
		{40, "replay", "conflict"},
		{41, "denied", "precondition_failed"},
		{44, "not-found", "precondition_failed"},
		{50, "verification", "precondition_failed"},
		{70, "io", "transient"},
		{75, "busy", "transient"},
		{124, "timeout", "permanent"},
		{130, "interrupted", "permanent"},
		{134, "crashed", "permanent"},
		{141, "broken-pipe", "permanent"},
		{143, "interrupted", "permanent"},
	}
	if len(contract.Exits) != len(want) {
		t.Fatalf("%d rows, want %d", len(contract.Exits), len(want))
	}
	for i, w := range want {
		row := contract.Exits[i]
		if row.Status != w.status || row.Name != w.name || row.Class != w.class || row.When == "" {
			t.Errorf("row %d is %+v, want %+v", i, row, w)
		}
		if w.status.Row() != row {
			t.Errorf("%d has another row", w.status)
		}
	}
}

// Each code has the status that the machine contract gives it.
func TestStatusesOfCodes(t *testing.T) {
	want := map[contract.Status]string{
		1:   "internal/panic internal/error diagnostic/catalog-miss store/dangling",
		2:   "usage/unknown-flag usage/unknown-command usage/missing-argument usage/bad-argument usage/flag-conflict store/ambiguous-id store/bad-hash store/range store/is-directory refs/invalid-name history/ambiguous-revision history/bad-revision history/no-such-lines history/ambiguous-unit commit/bad-author commit/bad-date worktree/outside op/ambiguous-id",
		3:   "refs/conflict commit/behind op/undo-conflict merge/conflict",
		10:  "store/invalid-object worktree/path-refused workspace/config store/bad-request refs/bad-update parse/coreform parse/source canonicalize/coreform patch/malformed patch/unified",
		11:  "fmt/not-formatted",
		20:  "store/no-store store/format-newer store/not-blob store/content-too-large store/blob-too-large refs/not-commit refs/name-clash refs/exists refs/checked-out refs/no-workspace store/not-empty store/not-file store/wrong-kind commit/not-snapshot commit/no-message worktree/interrupted history/not-commit history/not-file commit/nothing-to-commit commit/no-identity commit/unborn worktree/unsaved worktree/in-the-way worktree/too-large worktree/too-many-files worktree/swapped worktree/folding workspace/not-found workspace/refused-home workspace/refused-root workspace/nested workspace/not-directory io/link-loop op/nothing-to-undo merge/in-progress merge/unresolved merge/none merge/unrelated merge/decided-unit merge/no-union patch/stale patch/not-applicable patch/path-state-conflict patch/base-elsewhere",
		41:  "workspace/foreign-owner",
		44:  "store/not-found store/no-such-file refs/not-found refs/missing-object history/unknown-revision history/unknown-unit worktree/not-in-tree store/not-in-tree op/not-found workspace/no-such-directory merge/unknown-unit",
		50:  "store/corrupt store/catalog-damaged store/verify-failed store/repair-losses workspace/damaged worktree/journal-damaged",
		70:  "store/no-space worktree/changed-during-read worktree/unreadable io/permission io/not-exist io/exists io/not-directory io/is-directory io/no-space io/read-only io/too-many-open io/cleanup io/stdout io/failed",
		75:  "store/busy refs/contended worktree/busy",
		124: "timeout/exceeded",
		130: "interrupted/sigint",
		143: "interrupted/sigterm",
	}
	for status, codes := range want {
		for _, code := range strings.Fields(codes) {
			if row := contract.Lookup(code); row == nil || row.Exit != status {
				t.Errorf("%s: row %+v, want the status %d", code, row, status)
			}
		}
	}
}

// Retryable faults are those where the same command may succeed by itself.
func TestRetryable(t *testing.T) {
	var got []string
	for _, f := range contract.Faults() {
		if f.Retryable {
			got = append(got, f.Code)
		}
	}
	want := []string{"store/busy", "refs/contended", "worktree/changed-during-read", "worktree/busy", "git/contended"}
	if !slices.Equal(got, want) {
		t.Errorf("retryable are %v, want %v", got, want)
	}
}
