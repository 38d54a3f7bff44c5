package contract_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/contract/contracttest"
)

var stamp = contract.Stamp{TargetResolved: "/w", TargetSource: "workspace", WorkspaceSource: "cwd"}

type sampleData struct {
	B int    `json:"b"`
	A string `json:"a"`
}

func encode(t *testing.T, e *contract.Envelope) string {
	t.Helper()
	document, err := e.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if err := contracttest.CheckFrame(document); err != nil {
		t.Errorf("%v\n%s", err, document)
	}
	// The identity changes with every row; the golden documents leave it out.
	return strings.ReplaceAll(string(document), contract.CatalogIdentity, "IDENTITY")
}

// The golden documents freeze every field and their order.
func TestSuccessEnvelope(t *testing.T) {
	got := encode(t, contract.Success("genesis/store-put-v0.2", &sampleData{B: 1, A: "<x> & y"}, stamp))
	want := `{"ok":true,"kind":"genesis/store-put-v0.2","data":{"b":1,"a":"<x> & y"},` +
		`"diagnostics_schema":"genesis/diagnostics-schema-v1",` +
		`"diagnostic_catalog":{"path":"docs/spec/GC_DIAGNOSTIC_CATALOG_v0.1.json","version":"0.2.0","identity_sha256":"IDENTITY"},` +
		`"diagnostics":[],"target_resolved":"/w","target_source":"workspace","workspace_source":"cwd"}` + "\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestFailureEnvelope(t *testing.T) {
	e := contract.Failf("refs/conflict", contract.Facts{"name": "refs/heads/x", "expected": nil}, "The ref moved")
	got := encode(t, contract.Failure("genesis/refs-set-v0.1", nil, e, "refs/set", stamp))
	want := `{"ok":false,"kind":"genesis/error-v0.2","error":{"code":"refs/conflict","message":"The ref moved","context":` +
		`{"schema":"genesis/failure-context-v0.1","domain":"history","kind":"conflict","operation":"refs/set",` +
		`"facts":{"expected":null,"name":"refs/heads/x"},"primary_span":null,"related_spans":[]}},` +
		`"diagnostics_schema":"genesis/diagnostics-schema-v1",` +
		`"diagnostic_catalog":{"path":"docs/spec/GC_DIAGNOSTIC_CATALOG_v0.1.json","version":"0.2.0","identity_sha256":"IDENTITY"},` +
		`"diagnostics":[{"id":"genesis/diagnostic/v1/refs/conflict","code":"refs/conflict","catalog_version":"0.2.0",` +
		`"catalog_identity_sha256":"IDENTITY","severity":"error","phase":"history","primary_span":null,"related_spans":[],` +
		`"parameters":{"expected":null,"name":"refs/heads/x"},` +
		`"likely_causes":["another process moved the ref after it was read","the expectation is of an older state"],` +
		`"safe_repair_actions":["read the ref again and decide with its present value"],` +
		`"documentation":["docs/spec/CLI.md#refs-conflict"],"error_class":"conflict",` +
		`"candidate_fix":"State the present value as the expectation, after looking at it","blocking_capability":null,` +
		"\"next_safe_action\":\"Read the present values with `genesis refs list`\"," +
		`"repair_plan":{"schema":"genesis/diagnostic-repair-plan-v0.1","diagnostic_id":"genesis/diagnostic/v1/refs/conflict",` +
		`"catalog_identity_sha256":"IDENTITY","action":{"id":"inspect/refs/conflict","description":"Read the present value, then decide with it",` +
		`"kind":"inspect","policyEffect":"none","obligationEffect":"preserve","automaticEligible":false,"requiresReview":true,` +
		`"preconditions":["the plan's diagnostic_id and catalog_identity_sha256 are those of the present diagnostic",` +
		`"the workspace and the store are the ones that the diagnostic was made for"],` +
		`"postconditions":["the original command, corrected where the plan says so, is run again and its exit status decides",` +
		`"every declared obligation is still in force","nothing was changed by the inspection"],` +
		`"command":["genesis","refs","list"]},"guardrails":{"schema":"genesis/diagnostic-repair-guardrails-v0.1",` +
		`"promptAuthority":"none","policyBroadening":"separate-reviewed-diff","obligationSuppression":"forbidden",` +
		`"automaticActionPolicy":"catalog-eligible-only"},"authorization":{"automatic_allowed":false,` +
		`"policy_change_allowed":false,"obligation_suppression_allowed":false,"requires_review":true,` +
		`"requires_separate_policy_diff":false},"policy_diff":null}}],` +
		`"target_resolved":"/w","target_source":"workspace","workspace_source":"cwd","code":"refs/conflict","exit":3}` + "\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A refusal that still has a result keeps the command's kind and its data.
func TestRefusalWithResult(t *testing.T) {
	e := contract.Fail("store/verify-failed", nil)
	got := contract.Failure("genesis/store-verify-v0.2", &sampleData{}, e, "store/verify", stamp)
	if got.OK || got.Kind != "genesis/store-verify-v0.2" || got.Data == nil || got.Error == nil || got.Exit != 50 {
		t.Errorf("got %+v", got)
	}
	encode(t, got)
}

func TestDryRunSaysHowManyFiles(t *testing.T) {
	none := 0
	s := stamp
	s.FilesPlanned = &none
	if got := encode(t, contract.Success("genesis/init-v0.1", &sampleData{}, s)); !strings.Contains(got, `"files_planned":0`) {
		t.Errorf("no files_planned: %s", got)
	}
}

// A code that the catalog lacks fails closed.
func TestUnknownCodeIsACatalogMiss(t *testing.T) {
	e := contract.Failf("no/such-code", contract.Facts{"x": 1}, "Trust me")
	got := contract.Failure("", nil, e, "store/put", stamp)
	encode(t, got)
	if got.Error.Code != "diagnostic/catalog-miss" || got.Code != got.Error.Code || got.Exit != contract.Internal {
		t.Errorf("code %s, stamped %s, exit %d", got.Error.Code, got.Code, got.Exit)
	}
	if p := got.Diagnostics[0].Parameters; p["reported_code"] != "no/such-code" || p["x"] != 1 {
		t.Errorf("parameters %v", p)
	}
	if got.Error.Message == "Trust me" {
		t.Error("the message of an unknown code was kept")
	}
}

// Every fault, with hostile facts, gives a document without host paths and
// control characters.
func TestEveryFaultIsClean(t *testing.T) {
	hostile := contract.Facts{
		"path": "/home/user/secret/file\n\x1b[31m\xff", "paths": []string{"a\nb", "/etc/passwd", "plain"},
		"reason": "open /home/user/secret: permission denied", "error": errors.New("stat '/var/lib/x': no\tsuch"),
		"nested": map[string]any{"dir": "/root/x", "list": []any{"/a/b", 1, nil}}, "bytes": []byte("/srv/\x00"),
	}
	for _, f := range contract.Faults() {
		e := contract.Failf(f.Code, hostile, "cannot open /home/user/secret\x1b[0m file:///etc/shadow")
		encode(t, contract.Failure("", nil, e, "store/put", stamp))
	}
}

func TestErrorText(t *testing.T) {
	for _, c := range []struct {
		err  *contract.Error
		want string
	}{
		{contract.Fail("store/range", nil), "store/range: The range is not inside the object"},
		{contract.Failf("store/range", nil, "End %d", 4), "store/range: End 4"},
		{contract.Fail("no/such", nil), "no/such"},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// The check that other tests rely on finds what it is there to find.
func TestContractCheckRefuses(t *testing.T) {
	good := encode(t, contract.Failure("", nil, contract.Fail("store/range", contract.Facts{"size": 1}), "store/get", stamp))
	good = strings.ReplaceAll(good, "IDENTITY", contract.CatalogIdentity)
	if err := contracttest.CheckFrame([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string]string{
		"two documents":  good + good,
		"no line feed":   strings.TrimSuffix(good, "\n"),
		"not JSON":       good[1:],
		"an array":       "[]\n",
		"field order":    strings.Replace(good, `"ok":false,"kind":"genesis/error-v0.2"`, `"kind":"genesis/error-v0.2","ok":false`, 1),
		"unknown field":  strings.Replace(good, `"diagnostics_schema"`, `"more":1,"diagnostics_schema"`, 1),
		"lost field":     strings.Replace(good, `"target_source":"workspace",`, ``, 1),
		"wrong exit":     strings.Replace(good, `"exit":2}`, `"exit":20}`, 1),
		"another code":   strings.Replace(good, `"error":{"code":"store/range"`, `"error":{"code":"store/corrupt"`, 1),
		"unknown code":   strings.ReplaceAll(good, "store/range", "store/strange"),
		"host path":      strings.ReplaceAll(good, `"size":1`, `"size":"/home/u"`),
		"control":        strings.ReplaceAll(good, `"size":1`, `"size":"a\u0007"`),
		"no diagnostics": withoutDiagnostics(good),
		"unknown kind":   strings.Replace(good, "genesis/error-v0.2", "genesis/error-v9", 1),
		"identity":       strings.ReplaceAll(good, contract.CatalogIdentity, strings.Repeat("0", 64)),
	} {
		if bad == good {
			t.Errorf("%s: the test changes nothing", name)
		}
		if contracttest.CheckFrame([]byte(bad)) == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	ok := encode(t, contract.Success("genesis/version-v0.1", &sampleData{}, stamp))
	ok = strings.ReplaceAll(ok, "IDENTITY", contract.CatalogIdentity)
	for name, bad := range map[string]string{
		"stamped name in data": strings.Replace(ok, `"data":{"b":0`, `"data":{"exit":0`, 1),
		"success without data": strings.Replace(ok, `"data":{"b":0,"a":""},`, ``, 1),
	} {
		if bad == ok || contracttest.CheckFrame([]byte(bad)) == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

// withoutDiagnostics empties the list of diagnostics.
func withoutDiagnostics(document string) string {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(document), &fields); err != nil {
		return document
	}
	return strings.Replace(document, string(fields["diagnostics"]), "[]", 1)
}
