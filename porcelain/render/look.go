package render

import "strconv"

// The width of human output, in columns.
const (
	DefaultWidth = 96
	minWidth     = 24
	maxWidth     = 160
)

// LookOf decides how output on a stream appears. The presence of NO_COLOR and
// the flag --no-color always win; else colour is on for a terminal or a
// CLICOLOR_FORCE that is not "0". COLUMNS sets the width.
func LookOf(lookup func(name string) (string, bool), terminal, noColor bool) Look {
	return Look{Color: color(lookup, terminal, noColor), Width: width(lookup)}
}

func color(lookup func(name string) (string, bool), terminal, noColor bool) bool {
	if _, set := lookup("NO_COLOR"); set || noColor {
		return false
	}
	if force, set := lookup("CLICOLOR_FORCE"); set && force != "" && force != "0" {
		return true
	}
	term, _ := lookup("TERM")
	return terminal && term != "dumb"
}

func width(lookup func(name string) (string, bool)) int {
	text, _ := lookup("COLUMNS")
	n, err := strconv.Atoi(text)
	if err != nil || n <= 0 {
		return DefaultWidth
	}
	return min(max(n, minWidth), maxWidth)
}
