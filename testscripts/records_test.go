package testscripts

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/genesis-vcs/genesis/porcelain/contract/contracttest"
)

// recordLines are the records of a stream in stdout: every line but the
// terminal record.
func recordLines(ts *testscript.TestScript) []string {
	lines := strings.Split(strings.TrimSuffix(ts.ReadFile("stdout"), "\n"), "\n")
	return lines[:len(lines)-1]
}

// cmdRecords is "records N": the stream in stdout has N records before the
// terminal one, each a JSON object in a line of its own.
func cmdRecords(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, len(args) == 1 && !neg, "records N")
	lines := recordLines(ts)
	if strconv.Itoa(len(lines)) != args[0] {
		ts.Fatalf("%d records:\n%s", len(lines), ts.ReadFile("stdout"))
	}
	for _, line := range lines {
		var object map[string]json.RawMessage
		ts.Check(json.Unmarshal([]byte(line), &object))
	}
}

// cmdRecord is "[!] record I PATH [WANT]": jsonget on the I-th record of the
// stream in stdout, counted from 0.
func cmdRecord(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, len(args) == 2 || len(args) == 3, "record I PATH [WANT]")
	lines := recordLines(ts)
	i, err := strconv.Atoi(args[0])
	ts.Check(err)
	if i >= len(lines) {
		ts.Fatalf("only %d records", len(lines))
	}
	found, ok := node{json.RawMessage(lines[i])}.at(args[1])
	if len(args) == 3 {
		ok = ok && found.text() == args[2]
	}
	if ok == neg {
		ts.Fatalf("%s is %q in %s", args[1], found.text(), lines[i])
	}
}

// cmdOutputMax is "outputmax N LEAST": stdout has LEAST to N bytes.
func cmdOutputMax(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, len(args) == 2 && !neg, "outputmax N LEAST")
	most, err := strconv.Atoi(args[0])
	ts.Check(err)
	least, err := strconv.Atoi(args[1])
	ts.Check(err)
	if n := len(ts.ReadFile("stdout")); n > most || n < least {
		ts.Fatalf("stdout has %d bytes, not %d to %d", n, least, most)
	}
}

// cmdAnswers is "answers N": stdout is N answers of `store batch` that follow
// the contract.
func cmdAnswers(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, len(args) == 1 && !neg, "answers N")
	count, err := contracttest.CheckAnswers([]byte(ts.ReadFile("stdout")))
	ts.Check(err)
	if strconv.Itoa(count) != args[0] {
		ts.Fatalf("%d answers", count)
	}
}
