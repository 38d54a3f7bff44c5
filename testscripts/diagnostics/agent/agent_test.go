package agent

import (
	"encoding/json"
	"testing"
)

const may = `"authorization":{"automatic_allowed":true,"requires_review":false}`

func TestAgents(t *testing.T) {
	plan := func(action string) string {
		return `"diagnostic":{"id":"d","parameters":{"name":"x","list":["a","b"]},"repair_plan":{"diagnostic_id":"d","action":` + action + `}}`
	}
	for _, c := range []struct {
		name    string
		do      func([]byte) []byte
		request string
		want    string
	}{
		{"structured: a corrected command", Structured, `{"command":["genesis","y"],` + may + `,` + plan(`{"kind":"verify-command","command":["genesis","{list...}","{name}"]}`) + `}`, `{"run":["genesis","a","b","x"],"instead":true}`},
		{"structured: the same command", Structured, `{"command":["genesis","y"],` + may + `,` + plan(`{"kind":"verify-command"}`) + `}`, `{"run":["genesis","y"],"instead":true}`},
		{"structured: a repair", Structured, `{"command":["genesis","y"],` + may + `,` + plan(`{"kind":"effect-command","command":["genesis","{name}"]}`) + `}`, `{"run":["genesis","x"]}`},
		{"structured: a look", Structured, `{"command":["genesis","y"],` + may + `,` + plan(`{"kind":"inspect","command":["genesis","{name}"]}`) + `}`, `{}`},
		{"structured: a parameter that is missing", Structured, `{"command":["genesis","y"],` + may + `,` + plan(`{"kind":"effect-command","command":["genesis","{other}"]}`) + `}`, `{}`},
		{"structured: a list that is none", Structured, `{"command":["genesis","y"],` + may + `,` + plan(`{"kind":"effect-command","command":["genesis","{name...}"]}`) + `}`, `{}`},
		{"structured: a plan for something else", Structured, `{"command":["genesis","y"],` + may + `,"diagnostic":{"id":"e","repair_plan":{"diagnostic_id":"d","action":{"kind":"verify-command"}}}}`, `{}`},
		{"structured: no leave", Structured, `{"command":["genesis","y"],` + plan(`{"kind":"verify-command"}`) + `}`, `{}`},
		{"structured: no JSON", Structured, `{`, `{}`},
		{"human: again", Human, `{"command":["genesis","y"],` + may + `,"message":"a/b: y: z\ncause: Held\nnext: Run the same\n  command again\n"}`, `{"run":["genesis","y"],"instead":true}`},
		{"human: a near word", Human, `{"command":["genesis","vcs","lgo"],` + may + `,"message":"a/b: y: z\ncause: There is no command \"vcs lgo\"; near to it: log\nnext: List\n"}`, `{"run":["genesis","vcs","log"],"instead":true}`},
		{"human: two near words", Human, `{"command":["genesis","lgo"],` + may + `,"message":"a/b: y: z\ncause: There is no command \"lgo\"; near to it: log, go\nnext: List\n"}`, `{}`},
		{"human: a quoted command", Human, `{"command":["genesis","y"],"tried":[["genesis","z"]],` + may + `,"message":"a/b: y: z\ncause: Bad\nnext: Look with\n  ` + "`genesis x --json`" + ` first\n"}`, `{"run":["genesis","x","--json"]}`},
		{"human: a quoted command that was tried", Human, `{"command":["genesis","y"],"tried":[["genesis","x"]],` + may + `,"message":"next: Look with ` + "`genesis x`" + `\n"}`, `{}`},
		{"human: half a quotation", Human, `{"command":["genesis","y"],` + may + `,"message":"next: Look with ` + "`genesis x" + `\n"}`, `{}`},
		{"human: no leave", Human, `{"command":["genesis","y"],"message":"next: Run the same command again\n"}`, `{}`},
	} {
		if !json.Valid([]byte(c.request)) && c.request != "{" {
			t.Fatalf("%s: %s", c.name, c.request)
		}
		if got := string(c.do([]byte(c.request))); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
