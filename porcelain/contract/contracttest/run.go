package contracttest

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// asked is what a command line asks the output to be.
type asked struct{ json, ndjson, selected, schema, progress bool }

// ask reads the arguments up to "--" as the program does.
func ask(args []string) (a asked) {
	for _, arg := range args {
		if arg == "--" {
			break
		}
		name, value, inline := strings.Cut(arg, "=")
		on, err := strconv.ParseBool(value)
		on = on || err != nil || !inline
		switch name {
		case "--json":
			a.json = on
		case "--ndjson":
			a.ndjson = on
		case "--select":
			a.selected = true
		case "--print-schema":
			a.schema = true
		case "--progress":
			a.progress = true
		}
	}
	return a
}

// Machine reports whether a run with these arguments that ended with the status
// has to answer in JSON. A schema is printed as it is.
func Machine(args []string, status int) bool {
	a := ask(args)
	return (a.json || a.ndjson) && (!a.schema || status != 0)
}

// surface is how the bare line of the surface manifest begins.
const surface = `{"type":"agent_surface"`

// batch is how a command line begins whose answer is a stream of lines of its own
// kind.
const batch = "store batch"

// checkBatch checks the lines that are objects; its help has none.
func checkBatch(stdout []byte) error {
	l, err := in(whole)
	if err != nil {
		return err
	}
	for line := range bytes.Lines(stdout) {
		if line[0] != '{' {
			continue
		}
		if err := l.checkAnswer(line); err != nil {
			return err
		}
	}
	return nil
}

// CheckRun reports how a run breaks the contract, whatever its arguments asked
// for: the document or the stream on stdout, the exit status, and a stderr that
// is empty beside JSON. Text for people is not looked at.
func CheckRun(args []string, status int, stdout, stderr []byte) error {
	switch {
	case Machine(args, status):
	case bytes.HasPrefix(stdout, []byte(surface)):
		return CheckSurface(stdout)
	case strings.HasPrefix(strings.Join(args, " "), batch):
		return checkBatch(stdout)
	default:
		return nil
	}
	a, r := ask(args), whole
	if a.selected {
		r = projected
	}
	document := stdout
	var err error
	if a.ndjson && !a.json {
		err = checkStream(stdout, r)
		document = lastLine(stdout)
	} else {
		err = checkDocument(stdout, r)
	}
	switch {
	case err != nil:
		return err
	case len(stderr) > 0 && !a.progress:
		return fmt.Errorf("stderr is not empty beside JSON: %q", stderr)
	}
	return checkExit(document, status)
}
