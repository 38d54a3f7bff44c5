package diagnostics

import (
	"encoding/json"
	"strings"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// move is what an agent does about a failure.
type move struct {
	// run is the argument vector to run, with the word genesis; nil: none.
	run []string
	// instead: run stands for the original command; else that is run again after it.
	instead bool
	// abstain leaves the failure to someone else.
	abstain bool
}

// agent knows nothing but the original argument vector and the document.
type agent func(original []string, document []byte) move

// abstention is what an agent does when in doubt.
var abstention = move{abstain: true}

// reference is the agent that does what the repair plan says, literally and only
// when it may: it puts the parameters in, and reads no prose.
func reference(original []string, document []byte) move {
	var e struct {
		Diagnostics []contract.Diagnostic `json:"diagnostics"`
	}
	if json.Unmarshal(document, &e) != nil || len(e.Diagnostics) == 0 {
		return abstention
	}
	d := e.Diagnostics[0]
	plan := d.RepairPlan
	if !plan.Authorization.AutomaticAllowed || plan.Authorization.RequiresReview || plan.DiagnosticID != d.ID {
		return abstention
	}
	command, ok := filled(plan.Action.Command, d.Parameters)
	if !ok {
		return abstention
	}
	switch plan.Action.Kind {
	case contract.ActionVerify:
		if command == nil {
			return move{run: original, instead: true}
		}
		return move{run: command, instead: true}
	case contract.ActionEffect:
		if command == nil {
			return abstention
		}
		return move{run: command}
	default:
		return abstention // a look repairs nothing
	}
}

// filled puts the parameters into a command; ok is false when one is missing.
func filled(command []string, parameters map[string]any) (out []string, ok bool) {
	for _, word := range command {
		name, variable := strings.CutPrefix(word, "{")
		if !variable {
			out = append(out, word)
			continue
		}
		name = strings.TrimSuffix(name, "}")
		if list, spread := strings.CutSuffix(name, "..."); spread {
			values, ok := parameters[list].([]any)
			if !ok {
				return nil, false
			}
			for _, value := range values {
				text, ok := value.(string)
				if !ok {
					return nil, false
				}
				out = append(out, text)
			}
			continue
		}
		text, ok := parameters[name].(string)
		if !ok {
			return nil, false
		}
		out = append(out, text)
	}
	return out, true
}
