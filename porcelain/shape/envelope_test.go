package shape_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/contract/contracttest"
	"github.com/genesis-vcs/genesis/porcelain/shape"
)

// leastLimit is the least that the frame leaves for an envelope: of the least
// --max-output-bytes what is kept for the terminal record, without the growth of
// counts.
const leastLimit = 4<<10 - 64

// record, other and data are what results consist of.
type record struct {
	Hash    string   `json:"hash"`
	Path    string   `json:"path"`
	Message string   `json:"message"`
	Parents []string `json:"parents"`
}

type other struct {
	Path     string  `json:"path"`
	Encoding string  `json:"path_encoding,omitempty"`
	Content  *string `json:"content,omitempty"`
	Coding   string  `json:"encoding,omitempty"`
	Size     int     `json:"size"`
}

type data struct {
	Commits []record       `json:"commits"`
	Preview []other        `json:"preview,omitempty"`
	Note    string         `json:"note"`
	Named   map[string]int `json:"named,omitempty"`
	Hash    string         `json:"hash"`
}

var places = shape.Places{
	Records: []string{"data", "commits"},
	Content: [][]string{{"data", "commits", "message"}, {"data", "preview", "content"}},
	Maps:    [][]string{{"data", "named"}},
}

var identity = rapid.StringOfN(rapid.RuneFrom([]rune("0123456789abcdef")), 64, 64, 64)

// word is a word of a command line that the frame repeats.
var word = rapid.StringMatching("[a-z]{0,20}")

// long draws a text that may be a few thousand bytes long.
func long(t *rapid.T, name string) string {
	return strings.Repeat(rapid.StringN(0, 20, -1).Draw(t, name), rapid.SampledFrom([]int{1, 1, 10, 300}).Draw(t, "times"))
}

func many[T any](t *rapid.T, draw func() T) []T {
	list := []T{}
	for range rapid.SampledFrom([]int{0, 1, 2, 20, 200}).Draw(t, "many") {
		list = append(list, draw())
	}
	return list
}

func drawData(t *rapid.T) *data {
	d := &data{Note: long(t, "note"), Hash: identity.Draw(t, "hash"), Named: map[string]int{}}
	d.Commits = many(t, func() record {
		return record{Hash: identity.Draw(t, "hash"), Path: long(t, "path"), Message: long(t, "message"), Parents: []string{identity.Draw(t, "parent")}}
	})
	d.Preview = many(t, func() other {
		content := long(t, "content")
		return other{Path: "%FF" + long(t, "path"), Encoding: "percent", Content: &content, Size: 1}
	})
	for range rapid.SampledFrom([]int{0, 3, 1000}).Draw(t, "names") {
		d.Named[rapid.StringN(1, 10, -1).Draw(t, "name")] = 1
	}
	return d
}

// drawFault draws a fault with the facts that its command needs, and others.
func drawFault(t *rapid.T) *contract.Error {
	row := rapid.SampledFrom(contract.Faults()).Draw(t, "row")
	facts := contract.Facts{"reason": long(t, "reason"), "hash": identity.Draw(t, "hash")}
	facts["paths"] = many(t, func() string { return long(t, "path") })
	facts["allowed"] = many(t, func() string { return rapid.StringN(0, 20, -1).Draw(t, "allowed") })
	for _, word := range row.Repair.Command {
		if name, ok := strings.CutPrefix(word, "{"); ok {
			facts[strings.Trim(name, ".}")] = long(t, "parameter")
		}
	}
	e := contract.Failf(row.Code, facts, "%s", long(t, "message"))
	if rapid.Bool().Draw(t, "corrected") {
		e.Corrected = &contract.Correction{Command: append([]string{"genesis"}, many(t, func() string { return word.Draw(t, "word") })...)}
		e.Place = contract.Place{Flags: []string{"-C", word.Draw(t, "directory")}}
	}
	return e
}

func drawEnvelope(t *rapid.T) (*contract.Envelope, *data) {
	number, yes := 0, false
	stamp := contract.Stamp{
		TargetResolved:    "/" + strings.Join(many(t, func() string { return strings.ReplaceAll(long(t, "target"), ",", "") }), ",/"),
		TargetSource:      "argv",
		WorkspaceSource:   "cwd",
		RecordsSuppressed: &number, Truncated: &yes, TruncatedRecords: &number,
	}
	var d *data
	kind, result := contract.KindError, any(nil)
	if rapid.Bool().Draw(t, "data") {
		d = drawData(t)
		kind, result = contract.KindOf("vcs", "log"), d
	}
	if d != nil && rapid.Bool().Draw(t, "ok") {
		return contract.Success(kind, result, stamp), d
	}
	return contract.Failure(kind, result, drawFault(t), "vcs/log", stamp), d
}

// Every envelope fits into what the frame leaves for it, stays an envelope, and
// says how many records are missing.
func TestFitEnvelopes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		envelope, before := drawEnvelope(t)
		document, err := envelope.Encode()
		if err != nil {
			t.Fatal(err)
		}
		limit := rapid.OneOf(rapid.Just(leastLimit), rapid.IntRange(leastLimit, 20_000)).Draw(t, "limit")
		fitted, err := shape.Fit(document, places, limit)
		if err != nil {
			t.Fatal(err)
		}
		if len(fitted.Document) > limit {
			t.Fatalf("%d bytes for %d", len(fitted.Document), limit)
		}
		if err := contracttest.CheckFrame(fitted.Document); err != nil {
			t.Fatal(err)
		}
		if len(document) <= limit {
			if !bytes.Equal(document, fitted.Document) || fitted.Dropped+fitted.Cut > 0 || fitted.Outside {
				t.Fatal("changed without a need")
			}
			return
		}
		checkLeft(t, envelope, before, fitted)
	})
}

// left is what is read of a document that was made to fit.
type left struct {
	Data        *data
	Error       *contract.ErrorObject
	Diagnostics []contract.Diagnostic
}

func checkLeft(t *rapid.T, envelope *contract.Envelope, before *data, fitted shape.Fitted) {
	var after left
	if err := json.Unmarshal(fitted.Document, &after); err != nil {
		t.Fatal(err)
	}
	for i, d := range after.Diagnostics {
		checkCommand(t, envelope.Diagnostics[i], d)
	}
	if before == nil {
		return
	}
	d := after.Data
	if d.Hash != before.Hash {
		t.Fatalf("an identity became %q", d.Hash)
	}
	if len(d.Commits)+fitted.Dropped != len(before.Commits) {
		t.Fatalf("%d records of %d, %d dropped", len(d.Commits), len(before.Commits), fitted.Dropped)
	}
	cut := 0
	for i, r := range d.Commits {
		was := before.Commits[i]
		if r.Hash != was.Hash || !slices.Equal(r.Parents, was.Parents) || r.Path != was.Path {
			t.Fatalf("record %d: %+v", i, r)
		}
		if r.Message != was.Message {
			cut++
		}
	}
	if cut != fitted.Cut {
		t.Fatalf("%d records are shortened, not %d", cut, fitted.Cut)
	}
}

// checkCommand fails when a command stands for a parameter that is no longer
// what it was.
func checkCommand(t *rapid.T, before, after contract.Diagnostic) {
	plan := after.RepairPlan
	if len(plan.Action.Command) == 0 {
		had := len(before.RepairPlan.Action.Command) > 0
		if had && (plan.Action.AutomaticEligible || plan.Authorization.AutomaticAllowed) {
			t.Fatalf("%s: nothing to run is allowed to run", after.Code)
		}
		return
	}
	if !slices.Equal(plan.Action.Command, before.RepairPlan.Action.Command) {
		t.Fatalf("the command became %q", plan.Action.Command)
	}
	for _, word := range plan.Action.Command {
		name, ok := strings.CutPrefix(word, "{")
		if name = strings.Trim(name, ".}"); ok && fmt.Sprint(after.Parameters[name]) != fmt.Sprint(before.Parameters[name]) {
			t.Fatalf("%s runs with another %s", after.Code, name)
		}
	}
}

// Without facts, data and targets, the envelope of each fault is far below what
// is left for it: it is what no step shortens.
func TestFixedPartsFit(t *testing.T) {
	for _, row := range contract.Faults() {
		document, err := contract.Failure(contract.KindError, nil, contract.Fail(row.Code, nil), "vcs/log", contract.Stamp{}).Encode()
		if err != nil {
			t.Fatal(err)
		}
		if len(document) > leastLimit-512 {
			t.Errorf("%s takes %d bytes", row.Code, len(document))
		}
	}
}
