package cli

import "strings"

// environment is the process environment as it was at the start.
type environment []string

// lookup finds a variable; the last setting counts, as in a process.
func (e environment) lookup(name string) (string, bool) {
	for i := len(e) - 1; i >= 0; i-- {
		if value, ok := strings.CutPrefix(e[i], name); ok && strings.HasPrefix(value, "=") {
			return value[1:], true
		}
	}
	return "", false
}

func (e environment) get(name string) string {
	value, _ := e.lookup(name)
	return value
}
