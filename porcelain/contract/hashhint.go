package contract

import (
	"strings"

	"github.com/genesis-vcs/genesis/objects"
)

// idHint says why a text that looks like a hash or a part of one is none, so
// that nobody looks for what the store would have held; "" for other texts.
func idHint(text string) string {
	lower := strings.ToLower(text)
	switch {
	case !objects.IsHex(lower):
		return ""
	case len(text) < objects.MinShortID:
		return "a short id needs at least 8 lower-case hexadecimal digits"
	case lower != text:
		return "the digits of a hash are lower-case"
	case len(text) > 2*objects.IDSize:
		return "a hash has 64 hexadecimal digits"
	default:
		return ""
	}
}

// withHint adds the hint about an id, where there is one, to facts.
func withHint(facts Facts, id string) Facts {
	if hint := idHint(id); hint != "" {
		facts["reason"] = hint
	}
	return facts
}
