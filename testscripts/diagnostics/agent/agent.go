// Package agent has the reference agents of the report on repairs. Each is a
// function of a request alone: it reads no file, starts no process, knows no case
// and remembers nothing. A request is a JSON object:
//
//	command        the argument vector that failed, with the word genesis
//	tried          the argument vectors that were run after the failure before
//	authorization  that of the repair plan
//	message        what a person sees of the failure, or
//	diagnostic     what a machine sees of it
//
// A response says what to run: "instead" of the command, or before it is run
// again; without "run" the failure is left to someone else.
package agent

import (
	"encoding/json"
)

// request is what an agent reads of a request.
type request struct {
	Command       []string   `json:"command"`
	Tried         [][]string `json:"tried"`
	Authorization struct {
		Automatic bool `json:"automatic_allowed"`
		Review    bool `json:"requires_review"`
	} `json:"authorization"`
	Message    string     `json:"message"`
	Diagnostic diagnostic `json:"diagnostic"`
}

// diagnostic is what an agent reads of a diagnostic.
type diagnostic struct {
	ID         string         `json:"id"`
	Parameters map[string]any `json:"parameters"`
	RepairPlan struct {
		DiagnosticID string `json:"diagnostic_id"`
		Action       struct {
			Kind    string   `json:"kind"`
			Command []string `json:"command"`
		} `json:"action"`
	} `json:"repair_plan"`
}

// Response is what an agent does about a failure.
type Response struct {
	Run     []string `json:"run,omitempty"`
	Instead bool     `json:"instead,omitempty"`
}

// answer reads a request and writes the response of do. Without a clear leave to
// act nothing is done.
func answer(encoded []byte, do func(r *request) Response) []byte {
	var r request
	var response Response
	if json.Unmarshal(encoded, &r) == nil && r.Authorization.Automatic && !r.Authorization.Review {
		response = do(&r)
	}
	out, err := json.Marshal(response)
	if err != nil {
		panic(err) // texts and a switch
	}
	return out
}
