package cli

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// CheckName refuses a name of an agent, an obligation and the like that would
// be taken for a flag where it is passed on, or would hide what it is where it
// is shown. argument says where the name was given; no name is none of these.
func CheckName(argument, name string) error {
	var reason string
	switch {
	case strings.HasPrefix(name, "-"):
		reason = "A name does not begin with -"
	case strings.TrimSpace(name) == "" && name != "":
		reason = "A name has more than blanks"
	case !utf8.ValidString(name):
		reason = "A name is UTF-8"
	case strings.ContainsFunc(name, unicode.IsControl):
		reason = "A name has no control characters"
	case render.Escape(name) != name:
		reason = "A name has no characters that hide text or turn it around"
	default:
		return nil
	}
	return contract.Failf("usage/bad-argument", contract.Facts{"argument": argument, "value": name}, "%s", reason)
}

// checkAgent looks at the agent that operations would record.
func (r *run) checkAgent() error {
	if !r.command.Mutates {
		return nil
	}
	return CheckName("GENESIS_AGENT", r.environ.get("GENESIS_AGENT"))
}
