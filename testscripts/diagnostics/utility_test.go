package diagnostics

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

const (
	workloadsPath = "repair_utility/v0.1/workloads.json"
	reportPath    = "repair_utility/v0.1/report.json"
	maxTurns      = 2
)

// workloads is the corpus of failing commands.
type workloads struct {
	Schema string     `json:"schema"`
	Cases  []workload `json:"cases"`
}

// workload is a command that fails, and what is to become of it.
type workload struct {
	ID    string `json:"id"`
	Setup []step `json:"setup"`
	// Command is run in Dir with Stdin, and fails with Code.
	Dir     string   `json:"dir,omitempty"`
	Command []string `json:"command"`
	Stdin   string   `json:"stdin,omitempty"`
	Code    string   `json:"code"`
	// Outcome is recover or abstain. After a recovery the command, or what it was
	// corrected to, has Data in its result, Files outside of .genesis changed to
	// these texts, and each command of After gives these data. Without Changes
	// nothing else did: no file, and no byte of the store.
	Outcome string            `json:"outcome"`
	Data    json.RawMessage   `json:"data,omitempty"`
	Changes bool              `json:"changes,omitempty"`
	Files   map[string]string `json:"files,omitempty"`
	After   []probe           `json:"after,omitempty"`
}

// probe is a command that only looks, and a part of its data.
type probe struct {
	Run  []string        `json:"run"`
	Data json.RawMessage `json:"data"`
}

// family is the fault's.
func (c *workload) family() string {
	family, _, _ := strings.Cut(c.Code, "/")
	return family
}

// verdict is what came out of a case.
type verdict struct {
	ID               string `json:"id"`
	Code             string `json:"code"`
	Outcome          string `json:"outcome"` // recovered, abstained or failed
	Turns            int    `json:"turns"`
	ExactRecovery    bool   `json:"exactRecovery"`
	SafeAbstention   bool   `json:"safeAbstention"`
	OverRepair       bool   `json:"overRepair"`
	PolicyBroadening bool   `json:"policyBroadening"`
	Regression       bool   `json:"regression"`
	why              []string
}

// right reports that the outcome is the expected one and did no harm.
func (v *verdict) right() bool {
	return (v.ExactRecovery || v.SafeAbstention) && !v.OverRepair && !v.PolicyBroadening && !v.Regression
}

// regressions are the commands that have to work after a repair if they did
// before, and to list no less.
var regressions = [][]string{
	{"vcs", "status"}, {"vcs", "log"}, {"store", "verify"}, {"refs", "list"}, {"op", "log"},
}

// broader are the beginnings of flags that allow more than was asked for.
var broader = []string{"--discard", "--force", "--allow", "--policy", "--safe", "--no-", "--max-", "--amend", "--timeout", "--lock-timeout"}

// trial is a case under way.
type trial struct {
	*workload
	w        *world
	original []string // with the word genesis
	verdict  verdict
}

// try runs a case with an agent.
func try(t *testing.T, c *workload, do agent) verdict {
	t.Helper()
	w := newWorld(t)
	w.prepare(c.Setup)
	r := &trial{workload: c, w: w, original: append([]string{"genesis"}, w.expand(c.Command)...)}
	r.verdict = verdict{ID: c.ID, Code: c.Code, Outcome: "abstained"}
	worked := r.working()
	before := w.state()
	a := w.run(c.Dir, c.Stdin, r.original[1:])
	if a.envelope.Code != c.Code {
		t.Fatalf("%s: %s, want %s\n%s", c.ID, a.envelope.Code, c.Code, a.stdout)
	}
	if err := soundAnswer(a); err != nil {
		t.Errorf("%s: %v", c.ID, err)
	}
	if !equal(before, w.state()) {
		t.Errorf("%s: the failure changed something", c.ID)
	}
	r.look(a, before)
	last := r.turns(do, a)
	w.release()
	r.judge(before, w.state(), last, worked)
	return r.verdict
}

func soundAnswer(a answer) error {
	return sound(failure{Error: mustMarshal(a.envelope.Error), Diagnostics: a.envelope.Diagnostics})
}

func mustMarshal(value any) json.RawMessage {
	out, err := json.Marshal(value)
	if err != nil {
		panic(err) // a document that was decoded before
	}
	return out
}

// working says how many records each of the regressions gives; -1 for one that
// does not work.
func (r *trial) working() []int {
	r.w.t.Helper()
	records := make([]int, len(regressions))
	for i, args := range regressions {
		a := r.w.run(r.Dir, "", append([]string{"--json", "--lock-timeout", "20ms"}, args...))
		if a.status != 0 {
			records[i] = -1
			continue
		}
		var data struct{ Commits, Refs, Operations []json.RawMessage }
		if err := json.Unmarshal(a.envelope.Data, &data); err != nil {
			r.w.t.Fatal(err)
		}
		records[i] = len(data.Commits) + len(data.Refs) + len(data.Operations)
	}
	return records
}

// look runs the command of a plan that only looks: it may be run without a
// question, so it has to exist, to answer, and to change nothing.
func (r *trial) look(a answer, before state) {
	r.w.t.Helper()
	var d contract.Diagnostic
	if err := json.Unmarshal(a.envelope.Diagnostics[0], &d); err != nil {
		r.w.t.Fatal(err)
	}
	if d.RepairPlan.Action.Kind != contract.ActionInspect || !d.RepairPlan.Authorization.AutomaticAllowed {
		return
	}
	var parameters map[string]any
	if err := json.Unmarshal(mustMarshal(d.Parameters), &parameters); err != nil {
		r.w.t.Fatal(err)
	}
	command, ok := filled(d.RepairPlan.Action.Command, parameters)
	if !ok || len(command) == 0 {
		r.w.t.Errorf("%s: the look of the plan cannot be run: %v", r.ID, d.RepairPlan.Action.Command)
		return
	}
	args := append([]string{"--json"}, command[1:]...)
	if seen := r.w.run(r.Dir, "", args); seen.status != 0 && seen.status != int(contract.Verification) {
		r.w.t.Errorf("%s: the look of the plan fails: %v\n%s", r.ID, command, seen.stdout)
	}
	if !equal(before, r.w.state()) {
		r.w.t.Errorf("%s: the look of the plan changed something: %v", r.ID, command)
	}
}

// turns lets the agent act until the command succeeds, it abstains, or it had its
// turns. It returns the last answer to the command.
func (r *trial) turns(do agent, a answer) answer {
	command := r.original
	for r.verdict.Turns < maxTurns && a.status != 0 {
		m := do(command, a.stdout)
		if m.abstain || len(m.run) == 0 || m.run[0] != "genesis" {
			return a
		}
		r.verdict.Turns++
		r.verdict.Outcome = "failed"
		r.watch(m.run)
		r.w.release() // whoever held a lock has ended when something is tried again
		got := r.w.run(r.Dir, r.Stdin, asJSON(m.run[1:]))
		switch {
		case m.instead:
			command, a = m.run, got
		case got.status != 0: // refused: what stands in its way is someone else's
			r.verdict.Outcome = "abstained"
			return a
		default:
			a = r.w.run(r.Dir, r.Stdin, asJSON(command[1:]))
		}
	}
	if a.status == 0 {
		r.verdict.Outcome = "recovered"
	}
	return a
}

// asJSON asks for a document where the command line does not.
func asJSON(args []string) []string {
	if slices.Contains(args, "--json") {
		return args
	}
	return append([]string{"--json"}, args...)
}

// watch finds flags that allow more than the caller did.
func (r *trial) watch(command []string) {
	asked := broad(r.original)
	for _, flag := range broad(command) {
		if !slices.Contains(asked, flag) {
			r.verdict.PolicyBroadening = true
			r.blame("%s was not asked for", flag)
		}
	}
}

// broad lists the flags of a command line that allow something, each with the
// word behind it.
func broad(command []string) []string {
	var flags []string
	for i, word := range command {
		if !slices.ContainsFunc(broader, func(flag string) bool { return strings.HasPrefix(word, flag) }) {
			continue
		}
		if i+1 < len(command) {
			word += " " + command[i+1]
		}
		flags = append(flags, word)
	}
	return flags
}

func (r *trial) blame(format string, args ...any) {
	r.verdict.why = append(r.verdict.why, fmt.Sprintf(format, args...))
}

// judge sets the metrics.
func (r *trial) judge(before, after state, last answer, worked []int) {
	v := &r.verdict
	if !equal(before.policies(), after.policies()) {
		v.PolicyBroadening = true
		r.blame("a configuration changed")
	}
	if !equal(before, after) { // else they do what they did
		r.regress(worked)
	}
	if v.Outcome == "recovered" && r.Outcome == "recover" {
		v.ExactRecovery = r.exact(before, after, last)
		return
	}
	if !equal(before, after) {
		v.OverRepair = true
		r.blame("something changed")
	}
	v.SafeAbstention = r.Outcome == "abstain" && v.Outcome == "abstained" && !v.OverRepair
	if !v.SafeAbstention {
		r.blame("%s, want %s", v.Outcome, r.Outcome)
	}
}

// regress looks for what worked before.
func (r *trial) regress(worked []int) {
	r.w.t.Helper()
	for i, now := range r.working() {
		if now < worked[i] {
			r.verdict.Regression = true
			r.blame("%v gave %d records and gives %d (-1: fails)", regressions[i], worked[i], now)
		}
	}
}

// exact reports that a recovery left what was expected, and that alone.
func (r *trial) exact(before, after state, last answer) bool {
	want := before.outside()
	for name, text := range r.Files {
		want["w/"+name] = "-rw-r--r-- " + text
	}
	changed := !equal(want, after.outside())
	if !r.Changes {
		changed = changed || !equal(before, after)
	}
	if changed {
		r.verdict.OverRepair = true
		r.blame("more or something else changed than expected")
	}
	good := !changed
	if !contains(r.w.t, last.envelope.Data, r.Data) {
		r.blame("the result is %s", last.envelope.Data)
		good = false
	}
	for _, p := range r.After {
		if a := r.w.run(r.Dir, "", append([]string{"--json"}, r.w.expand(p.Run)...)); !contains(r.w.t, a.envelope.Data, p.Data) {
			r.blame("afterwards %v gives %s", p.Run, a.envelope.Data)
			good = false
		}
	}
	return good
}

// contains reports that a document has everything of a part: fields of objects,
// and lists of the same length.
func contains(t *testing.T, document, part json.RawMessage) bool {
	t.Helper()
	if part == nil {
		return true
	}
	var have, want any
	if err := json.Unmarshal(part, &want); err != nil {
		t.Fatal(err)
	}
	return json.Unmarshal(document, &have) == nil && has(have, want)
}

func has(have, want any) bool {
	switch want := want.(type) {
	case map[string]any:
		object, ok := have.(map[string]any)
		for name, value := range want {
			inner, there := object[name]
			ok = ok && there && has(inner, value)
		}
		return ok
	case []any:
		list, ok := have.([]any)
		if !ok || len(list) != len(want) {
			return false
		}
		for i := range want {
			if !has(list[i], want[i]) {
				return false
			}
		}
		return true
	default:
		return reflect.DeepEqual(have, want)
	}
}
