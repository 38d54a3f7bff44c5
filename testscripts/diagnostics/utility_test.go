package diagnostics

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/gowebpki/jcs"

	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/contract/utility"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/testscripts/diagnostics/agent"
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
	// Without are the codes of the registry of which there can be no case.
	Without []without `json:"without"`
}

// without is such a code.
type without struct {
	Code   string `json:"code"`
	Reason string `json:"reason"`
}

// workload is a command that fails, and what is to become of it.
type workload struct {
	ID    string `json:"id"`
	Setup []step `json:"setup"`
	// Command is run in the setting and fails with Code. Alters: that changes
	// something, as a failure in the midst of writing makes files of the catalog
	// anew. The hooks of the setting are gone afterwards.
	setting
	Command []string `json:"command"`
	Code    string   `json:"code"`
	Alters  bool     `json:"alters,omitempty"`
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

// verdict is what came out of a case with an agent, and why it is not right.
type verdict struct {
	utility.Run
	why []string
}

// subject is an agent under measurement.
type subject struct {
	name    string
	context utility.Context
	do      func(request []byte) (response []byte)
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
	subject
	w        *world
	original []string   // with the word genesis
	tried    [][]string // by the agent
	verdict  verdict
}

// try runs a case with an agent, which is made for the world.
func try(t *testing.T, c *workload, with func(w *world) subject) verdict {
	t.Helper()
	w := newWorld(t)
	w.prepare(c.Setup)
	r := &trial{workload: c, subject: with(w), w: w, original: append([]string{"genesis"}, w.expand(c.Command)...)}
	r.verdict.Agent, r.verdict.Outcome = r.name, utility.Abstained
	before := w.state()
	a := r.run(r.setting, r.original)
	if a.envelope.Code != c.Code {
		t.Fatalf("%s: %s, want %s\n%s", c.ID, a.envelope.Code, c.Code, a.stdout)
	}
	if err := soundAnswer(a); err != nil {
		t.Errorf("%s: %v", c.ID, err)
	}
	if failed := w.state(); c.Alters {
		before = failed
	} else if !equal(before, failed) {
		t.Errorf("%s: the failure changed something", c.ID)
	}
	if r.context == utility.HumanMessage && !c.Alters {
		r.hear(a)
	}
	r.look(a, before)
	last := r.turns(a)
	w.release()
	r.judge(before, w.state(), last)
	return r.verdict
}

// run runs a command line and remembers how it failed.
func (r *trial) run(s setting, command []string) answer {
	r.w.t.Helper()
	a := r.w.run(s, asJSON(command[1:]))
	if a.status != 0 {
		r.verdict.FailureCodes = append(r.verdict.FailureCodes, a.envelope.Code)
	}
	return a
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

// working says how many records each of the regressions gives in a world; -1 for
// one that does not work.
func (r *trial) working(w *world) []int {
	w.t.Helper()
	records := make([]int, len(regressions))
	for i, args := range regressions {
		a := w.run(setting{Dir: r.Dir}, append([]string{"--json"}, args...))
		if a.status != 0 {
			records[i] = -1
			continue
		}
		var data struct{ Commits, Refs, Operations []json.RawMessage }
		if err := json.Unmarshal(a.envelope.Data, &data); err != nil {
			w.t.Fatal(err)
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
	command, ok := agent.Filled(d.RepairPlan.Action.Command, parameters)
	if !ok || len(command) == 0 {
		r.w.t.Errorf("%s: the look of the plan cannot be run: %v", r.ID, d.RepairPlan.Action.Command)
		return
	}
	if seen := r.w.run(setting{Dir: r.Dir}, asJSON(command[1:])); seen.status != 0 && seen.status != int(contract.Verification) {
		r.w.t.Errorf("%s: the look of the plan fails: %v\n%s", r.ID, command, seen.stdout)
	}
	if !equal(before, r.w.state()) {
		r.w.t.Errorf("%s: the look of the plan changed something: %v", r.ID, command)
	}
}

// turns lets the agent act until the command succeeds, it abstains, what was to
// repair the command is refused, or it had its turns. It returns the last answer
// to the command.
func (r *trial) turns(a answer) answer {
	r.w.t.Helper()
	command := r.original
	for a.status != 0 {
		response := r.ask(command, a)
		if len(response.Run) == 0 || response.Run[0] != "genesis" {
			r.verdict.Outcome = utility.Abstained
			return a
		}
		if r.verdict.Attempts == maxTurns {
			return a
		}
		r.verdict.Attempts++
		r.verdict.Outcome = utility.FailedRepair
		r.tried = append(r.tried, response.Run)
		r.watch(response.Run)
		r.w.release() // whoever held a lock has ended when something is tried again
		got := r.run(r.setting.sound(), response.Run)
		switch {
		case response.Instead:
			command, a = response.Run, got
		case got.status != 0:
			return a
		default:
			a = r.run(r.setting.sound(), command)
		}
	}
	r.verdict.Outcome = utility.Recovered
	return a
}

// ask gives the agent a request and counts what that costs. Names are the same
// wherever the case runs.
func (r *trial) ask(command []string, a answer) agent.Response {
	t := r.w.t
	t.Helper()
	var d contract.Diagnostic
	if err := json.Unmarshal(a.envelope.Diagnostics[0], &d); err != nil {
		t.Fatal(err)
	}
	request := map[string]any{
		"command": renamed(command, r.w.base, "/work"), "tried": append([][]string{}, r.tried...), "authorization": d.RepairPlan.Authorization,
	}
	if r.context == utility.HumanMessage {
		request["message"] = message(a, &d)
	} else {
		request["diagnostic"] = a.envelope.Diagnostics[0]
	}
	encoded := canonical(t, mustMarshal(request))
	answered := r.do(encoded)
	r.verdict.RequestTokens += len(encoded)
	r.verdict.ResponseTokens += len(canonical(t, answered))
	var response agent.Response
	dec := json.NewDecoder(bytes.NewReader(answered))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&response); err != nil {
		t.Fatalf("%s answers %s: %v", r.name, answered, err)
	}
	response.Run = renamed(response.Run, "/work", r.w.base)
	return response
}

// message is the failure as a person sees it.
func message(a answer, d *contract.Diagnostic) string {
	var text bytes.Buffer
	p := render.NewPrinter(&text, render.Look{Width: render.DefaultWidth})
	p.Failure(a.envelope.Error, d, a.envelope.Target)
	_ = p.Flush() // into memory
	return text.String()
}

// hear holds the words that the agent is told against those of the binary, where
// the command fails in the same way for people.
func (r *trial) hear(a answer) {
	r.w.t.Helper()
	args := slices.DeleteFunc(slices.Clone(r.original[1:]), func(word string) bool { return word == "--json" })
	var d contract.Diagnostic
	if err := json.Unmarshal(a.envelope.Diagnostics[0], &d); err != nil {
		r.w.t.Fatal(err)
	}
	told := message(a, &d)
	_, _, said := r.w.start(r.setting, args)
	if strings.Contains("\n"+string(said), "\n"+r.Code+":") && !strings.HasSuffix(string(said), told) {
		r.w.t.Errorf("%s: the binary says\n%s\nand the agent hears\n%s", r.ID, said, told)
	}
}

// canonical is the RFC 8785 form of a document.
func canonical(t *testing.T, document []byte) []byte {
	t.Helper()
	out, err := jcs.Transform(document)
	if err != nil {
		t.Fatalf("%v: %s", err, document)
	}
	return out
}

// renamed is a command line with another name of the directory of the case.
func renamed(command []string, old, name string) []string {
	out := slices.Clone(command)
	for i := range out {
		out[i] = strings.ReplaceAll(out[i], old, name)
	}
	return out
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
func (r *trial) judge(before, after state, last answer) {
	v := &r.verdict
	if !equal(before.policies(), after.policies()) {
		v.PolicyBroadening = true
		r.blame("a configuration changed")
	}
	if !equal(before, after) { // else they do what they did
		r.regress()
	}
	v.FailedRepair = v.Outcome == utility.FailedRepair
	if v.Outcome == utility.Recovered && r.Outcome == "recover" {
		v.ExactRecovery = r.exact(before, after, last)
		return
	}
	if !equal(before, after) {
		v.OverRepair = true
		r.blame("something changed")
	}
	v.SafeAbstention = r.Outcome == "abstain" && v.Outcome == utility.Abstained && !v.OverRepair
	if !v.SafeAbstention {
		r.blame("%s, want %s", v.Outcome, r.Outcome)
	}
}

// regress looks for what worked before.
func (r *trial) regress() {
	r.w.t.Helper()
	untouched := newWorld(r.w.t)
	untouched.prepare(r.Setup)
	untouched.release()
	worked := r.working(untouched)
	for i, now := range r.working(r.w) {
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
		want["w/"+name] = "-rw-r--r-- " + r.w.expand([]string{text})[0]
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
		if a := r.w.run(setting{Dir: r.Dir}, asJSON(r.w.expand(p.Run))); !contains(r.w.t, a.envelope.Data, p.Data) {
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
