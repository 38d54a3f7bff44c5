// Package contracttest checks documents against the machine contract. Tests of
// every package, and the acceptance tests of the binary, use it.
package contracttest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// fields are the fields of an envelope in their order; those that may be
// missing are optional.
var (
	fields = []string{
		"ok", "kind", "data", "error", "diagnostics_schema", "diagnostic_catalog", "diagnostics",
		"target_resolved", "target_resolved_encoding", "target_source", "workspace_source", "records_suppressed",
		"files_budget_dropped", "files_planned", "truncated", "truncated_records", "code", "exit",
	}
	optional = []string{
		"data", "error", "target_resolved_encoding", "records_suppressed", "files_budget_dropped", "files_planned", "truncated", "truncated_records", "code", "exit",
	}
	stamped = []string{"target_resolved", "target_resolved_encoding", "target_source", "workspace_source", "records_suppressed", "files_budget_dropped", "files_planned", "truncated_records", "code", "exit"}
)

// envelope is what Check reads of a document.
type envelope struct {
	OK                bool                       `json:"ok"`
	Kind              contract.Kind              `json:"kind"`
	Data              map[string]json.RawMessage `json:"data"`
	Error             *contract.ErrorObject      `json:"error"`
	DiagnosticsSchema string                     `json:"diagnostics_schema"`
	Catalog           contract.CatalogRef        `json:"diagnostic_catalog"`
	Diagnostics       []contract.Diagnostic      `json:"diagnostics"`
	contract.Stamp
}

// Check reports how a document of --json breaks the contract: it has to be
// exactly one envelope and one line feed, valid against the published schema,
// with every field in its order, a known kind, and, on failure, a code of the
// registry with its exit status, a complete diagnostic, no host path and no
// control character.
func Check(document []byte) error { return checkDocument(document, whole) }

// CheckEnvelope is Check for an envelope of which it is not known whether it is
// the terminal record of a stream, or what --select left of its records.
func CheckEnvelope(document []byte) error {
	l, err := in(projected)
	if err == nil {
		_, err = l.check(document)
	}
	return err
}

// CheckFrame is Check for the data of a test's own command: what is around it.
func CheckFrame(document []byte) error {
	l, err := in(opaque)
	if err == nil {
		_, err = l.check(document)
	}
	return err
}

// checkDocument checks the envelope, and that a list of records is there itself
// and not its count.
func checkDocument(document []byte, r reading) error {
	l, err := in(r)
	if err != nil {
		return err
	}
	e, err := l.check(document)
	if err != nil || e.Data == nil {
		return err
	}
	list, err := l.recordsOf(e.Kind)
	if _, counted := e.Data[list+"_count"]; counted && list != "" {
		return fmt.Errorf("the data has %s_count in place of the list", list)
	}
	return err
}

// check checks one envelope.
func (l *library) check(document []byte) (*envelope, error) {
	line, ok := bytes.CutSuffix(document, []byte("\n"))
	if !ok || bytes.ContainsRune(line, '\n') {
		return nil, errors.New("not one line")
	}
	if err := checkOrder(line); err != nil {
		return nil, err
	}
	if err := l.validate(idOf("envelope"), line); err != nil {
		return nil, err
	}
	e := new(envelope)
	if err := json.Unmarshal(line, e); err != nil {
		return nil, err
	}
	return e, checkEnvelope(e)
}

// checkEnvelope checks what no schema says.
func checkEnvelope(e *envelope) error {
	if want := (contract.CatalogRef{Path: contract.CatalogPath, Version: contract.CatalogVersion, Identity: contract.CatalogIdentity}); e.Catalog != want {
		return fmt.Errorf("diagnostic_catalog is %+v", e.Catalog)
	}
	for name := range e.Data {
		if slices.Contains(stamped, name) {
			return fmt.Errorf("data has the field %s, which only the frame writes", name)
		}
	}
	if e.Truncated == nil || !*e.Truncated { // else it may be cut anywhere
		if err := checkTargets(e.TargetResolved, e.TargetEncoding); err != nil {
			return err
		}
	}
	if err := checkKind(e); err != nil {
		return err
	}
	if e.OK {
		return checkSuccess(e)
	}
	return checkFailure(e)
}

// checkTargets takes target_resolved apart: each target is absolute, or standard
// input. A directory that was removed may have no better name than ".".
func checkTargets(joined, encoding string) error {
	for target := range strings.SplitSeq(joined, ",") {
		if encoding != "" {
			var err error
			if target, err = url.PathUnescape(target); err != nil {
				return fmt.Errorf("target_resolved: %w", err)
			}
		}
		if target != "-" && target != "." && !strings.HasPrefix(target, "/") {
			return fmt.Errorf("target_resolved names %q, which is not absolute", target)
		}
	}
	return nil
}

// checkExit compares the exit status of the process with that of a document.
func checkExit(document []byte, status int) error {
	var e envelope
	if err := json.Unmarshal(document, &e); err != nil {
		return err
	}
	if int(e.Exit) != status {
		return fmt.Errorf("the envelope says exit %d and the process says %d", e.Exit, status)
	}
	return nil
}

// lastLine is the terminal record of a stream.
func lastLine(stream []byte) []byte {
	line := bytes.TrimSuffix(stream, []byte("\n"))
	return line[bytes.LastIndexByte(line, '\n')+1:]
}

// checkOrder reads the names of the top-level fields in the order of the bytes.
func checkOrder(line []byte) error {
	dec := json.NewDecoder(bytes.NewReader(line))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return errors.New("not a JSON object")
	}
	var names []string
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return err
		}
		names = append(names, name.(string))
		var skip json.RawMessage
		if err := dec.Decode(&skip); err != nil {
			return err
		}
	}
	if _, err := dec.Token(); err != nil || dec.More() {
		return errors.New("not exactly one JSON object")
	}
	want := slices.DeleteFunc(slices.Clone(fields), func(name string) bool {
		return slices.Contains(optional, name) && !slices.Contains(names, name)
	})
	if !slices.Equal(names, want) {
		return fmt.Errorf("the fields are %v, want %v", names, want)
	}
	return nil
}

func checkKind(e *envelope) error {
	if e.Kind == contract.KindError {
		if e.OK || e.Data != nil {
			return fmt.Errorf("the kind %s with a result", e.Kind)
		}
		return nil
	}
	for _, row := range contract.Kinds {
		if row.Kind == e.Kind {
			if e.Data == nil {
				return fmt.Errorf("the kind %s without data", e.Kind)
			}
			return nil
		}
	}
	return fmt.Errorf("unknown kind %s", e.Kind)
}

func checkSuccess(e *envelope) error {
	if e.Error != nil || len(e.Diagnostics) != 0 || e.Code != "" || e.Exit != 0 {
		return errors.New("a success with traces of a failure")
	}
	return nil
}

func checkFailure(e *envelope) error {
	if e.Error == nil || len(e.Diagnostics) == 0 {
		return errors.New("a failure without error or diagnostics")
	}
	row := contract.Lookup(e.Error.Code)
	if row == nil {
		return fmt.Errorf("unknown code %q", e.Error.Code)
	}
	if e.Code != row.Code || e.Exit != row.Exit {
		return fmt.Errorf("%s is stamped as %s with exit %d", row.Code, e.Code, e.Exit)
	}
	for _, d := range e.Diagnostics {
		if err := checkDiagnostic(&d); err != nil {
			return err
		}
	}
	return errors.Join(checkOwnTexts(e.Error, row.Code), checkOwnTexts(e.Diagnostics, row.Code))
}

// quoted are the facts that quote what somebody sent: a path that begins with a slash
// is none of the host there.
var quoted = map[string]string{"git/bad-stream": "reason", "git/unrepresentable": "refs"}

// checkOwnTexts is CheckTexts without the facts of a code that quote somebody.
func checkOwnTexts(part any, code string) error {
	b, err := json.Marshal(part)
	if err != nil {
		return err
	}
	var value any
	if err := json.Unmarshal(b, &value); err != nil {
		return err
	}
	if key, ok := quoted[code]; ok {
		leaveOut(value, key)
	}
	return checkTexts(value)
}

// leaveOut removes a fact from an error or from diagnostics.
func leaveOut(value any, key string) {
	switch v := value.(type) {
	case map[string]any:
		for _, at := range [...]string{"facts", "parameters"} {
			if facts, ok := v[at].(map[string]any); ok {
				delete(facts, key)
			}
		}
		leaveOut(v["context"], key)
	case []any:
		for _, inner := range v {
			leaveOut(inner, key)
		}
	}
}

// CheckTexts reports a text in a value, or in what it contains, that no answer may
// hold: an absolute path of the host, or a control character.
func CheckTexts(part any) error { return checkOwnTexts(part, "") }

func checkDiagnostic(d *contract.Diagnostic) error {
	row := contract.Lookup(d.Code)
	if row == nil || d.ID != row.DiagnosticID() || d.CatalogIdentity != contract.CatalogIdentity {
		return fmt.Errorf("the diagnostic %s is not of this catalog", d.ID)
	}
	if len(d.LikelyCauses) == 0 || len(d.SafeRepairActions) == 0 || len(d.Documentation) == 0 || d.CandidateFix == "" || d.NextSafeAction == "" {
		return fmt.Errorf("the diagnostic %s is incomplete", d.ID)
	}
	a := d.RepairPlan.Authorization
	if a.PolicyChangeAllowed || a.ObligationSuppressionAllowed {
		return fmt.Errorf("the repair plan of %s authorizes too much", d.ID)
	}
	if len(d.RepairPlan.Action.Preconditions) < 2 || len(d.RepairPlan.Action.Postconditions) < 2 {
		return fmt.Errorf("the repair plan of %s has too few conditions", d.ID)
	}
	return nil
}

// checkTexts walks every text: none is or holds an absolute host path, none
// holds a control character.
func checkTexts(value any) error {
	switch v := value.(type) {
	case map[string]any:
		for _, inner := range v {
			if err := checkTexts(inner); err != nil {
				return err
			}
		}
	case []any:
		for _, inner := range v {
			if err := checkTexts(inner); err != nil {
				return err
			}
		}
	case string:
		if strings.IndexFunc(v, unicode.IsControl) >= 0 {
			return fmt.Errorf("control character in %q", v)
		}
		if hasHostPath(v) {
			return fmt.Errorf("absolute path in %q", v)
		}
	}
	return nil
}

// hasHostPath looks for a slash that begins a word and is followed by a name.
func hasHostPath(s string) bool {
	for i := 0; i+1 < len(s); i++ {
		starts := i == 0 || strings.IndexByte(" \"'`(=:", s[i-1]) >= 0
		next := rune(s[i+1])
		if starts && s[i] == '/' && (unicode.IsLetter(next) || unicode.IsDigit(next) || strings.ContainsRune("._~-", next)) {
			return true
		}
	}
	return false
}
