package agent

import "strings"

// Structured does what the repair plan says, literally: it puts the parameters
// in, and reads no prose.
func Structured(encoded []byte) []byte { return answer(encoded, structured) }

func structured(r *request) Response {
	plan := r.Diagnostic.RepairPlan
	command, ok := Filled(plan.Action.Command, r.Diagnostic.Parameters)
	if !ok || plan.DiagnosticID != r.Diagnostic.ID {
		return Response{}
	}
	switch plan.Action.Kind {
	case "verify-command":
		if command == nil {
			command = r.Command
		}
		return Response{Run: command, Instead: true}
	case "effect-command":
		return Response{Run: command}
	default:
		return Response{} // a look repairs nothing
	}
}

// Filled puts the parameters into a command; ok is false when one is missing.
func Filled(command []string, parameters map[string]any) (out []string, ok bool) {
	for _, word := range command {
		name, variable := strings.CutPrefix(word, "{")
		if !variable {
			out = append(out, word)
			continue
		}
		var values []any
		name = strings.TrimSuffix(name, "}")
		if list, spread := strings.CutSuffix(name, "..."); spread {
			if values, ok = parameters[list].([]any); !ok {
				return nil, false
			}
		} else {
			values = []any{parameters[name]}
		}
		for _, value := range values {
			text, ok := value.(string)
			if !ok {
				return nil, false
			}
			out = append(out, text)
		}
	}
	return out, true
}
