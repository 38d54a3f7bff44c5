package gomod

import "strings"

// directive is a word with its arguments, as it stands on a line of its own or,
// without the word, on a line of a block.
type directive struct {
	verb string
	args []string
}

// name is the name of the directive's unit, and why it is none if it is not.
func (d directive) name() (name, fault string) {
	var ok bool
	switch d.verb {
	case "module", "go", "toolchain":
		name, ok = d.verb, len(d.args) == 1
	case "require":
		name, ok = d.arg(0), len(d.args) == 2
	case "exclude":
		name, ok = strings.Join(d.args, " "), len(d.args) == 2
	case "replace":
		name, ok = d.replaced()
	case "retract":
		name, ok = strings.Join(d.args, ""), d.isInterval()
	case "godebug":
		name, _, ok = strings.Cut(d.arg(0), "=")
		ok = ok && len(d.args) == 1
	default: // tool, ignore, use
		name, ok = d.arg(0), len(d.args) == 1
	}
	if !ok || d.hasMarker() {
		return "", d.verb + " does not take " + strings.Join(append(d.args, "nothing")[:max(len(d.args), 1)], " ")
	}
	return name, ""
}

// hasMarker reports whether an argument is none, but what a merge leaves at the
// start of a line.
func (d directive) hasMarker() bool {
	for _, a := range d.args {
		if a != "=>" && (strings.HasPrefix(a, "=") || strings.ContainsAny(a, "<>|")) {
			return true
		}
	}
	return false
}

func (d directive) arg(i int) string {
	if i < len(d.args) {
		return d.args[i]
	}
	return ""
}

// replaced is what stands before the arrow; one or two words stand on each side.
func (d directive) replaced() (string, bool) {
	for i, a := range d.args {
		if a == "=>" {
			after := len(d.args) - i - 1
			return strings.Join(d.args[:i], " "), (i == 1 || i == 2) && (after == 1 || after == 2)
		}
	}
	return "", false
}

// isInterval accepts a version, and "[a, b]".
func (d directive) isInterval() bool {
	if len(d.args) == 1 {
		return strings.HasPrefix(d.args[0], "v")
	}
	return len(d.args) == 5 && d.args[0] == "[" && d.args[2] == "," && d.args[4] == "]"
}
