package testscripts

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// node is a part of a JSON document as it was written.
type node struct{ raw json.RawMessage }

// document is the document in stdout, of a stream of records its last line.
func document(ts *testscript.TestScript) node {
	stdout := ts.ReadFile("stdout")
	if !json.Valid([]byte(stdout)) {
		stdout = stdout[strings.LastIndexByte(strings.TrimSuffix(stdout, "\n"), '\n')+1:]
	}
	return node{json.RawMessage(stdout)}
}

// at finds a part by a path of names and indices joined by dots.
func (n node) at(path string) (node, bool) {
	for part := range strings.SplitSeq(path, ".") {
		if i, err := strconv.Atoi(part); err == nil && len(n.raw) > 0 && n.raw[0] == '[' {
			var list []json.RawMessage
			if json.Unmarshal(n.raw, &list) != nil || i >= len(list) {
				return node{}, false
			}
			n = node{list[i]}
			continue
		}
		var object map[string]json.RawMessage
		if json.Unmarshal(n.raw, &object) != nil {
			return node{}, false
		}
		value, ok := object[part]
		if !ok {
			return node{}, false
		}
		n = node{value}
	}
	return n, true
}

// want is at, and a failure when there is no such part.
func (n node) want(ts *testscript.TestScript, path string) node {
	found, ok := n.at(path)
	if !ok {
		ts.Fatalf("the document has no %s:\n%s", path, n.raw)
	}
	return found
}

// text is a string's content, or the JSON of anything else.
func (n node) text() string {
	var s string
	if json.Unmarshal(n.raw, &s) == nil && len(n.raw) > 0 && n.raw[0] == '"' {
		return s
	}
	return string(n.raw)
}

// cmdJSONGet is "[!] jsonget PATH [WANT]": the part of stdout is WANT; without
// WANT it exists. With ! it is something else, or does not exist.
func cmdJSONGet(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, len(args) == 1 || len(args) == 2, "jsonget PATH [WANT]")
	found, ok := document(ts).at(args[0])
	if len(args) == 2 {
		ok = ok && found.text() == args[1]
	}
	if ok == neg {
		ts.Fatalf("%s is %q in %s", args[0], found.text(), ts.ReadFile("stdout"))
	}
}

// cmdJSONLen is "jsonlen PATH N": the list has N elements.
func cmdJSONLen(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, len(args) == 2 && !neg, "jsonlen PATH N")
	var list []json.RawMessage
	ts.Check(json.Unmarshal(document(ts).want(ts, args[0]).raw, &list))
	if strconv.Itoa(len(list)) != args[1] {
		ts.Fatalf("%s has %d elements: %s", args[0], len(list), ts.ReadFile("stdout"))
	}
}

// cmdJSONFields is "jsonfields PATH NAME…": the object has exactly these
// fields, in this order; a name that ends in ? may be missing.
func cmdJSONFields(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, len(args) >= 2 && !neg, "jsonfields PATH NAME…")
	got := fieldNames(ts, document(ts).want(ts, args[0]).raw)
	var want []string
	for _, name := range args[1:] {
		base, optional := strings.CutSuffix(name, "?")
		if !optional || slices.Contains(got, base) {
			want = append(want, base)
		}
	}
	if !slices.Equal(got, want) {
		ts.Fatalf("%s has the fields %v, want %v", args[0], got, want)
	}
}

// fieldNames are the names of an object in the order of its bytes.
func fieldNames(ts *testscript.TestScript, raw json.RawMessage) []string {
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	_, err := dec.Token()
	ts.Check(err)
	var names []string
	for dec.More() {
		name, err := dec.Token()
		ts.Check(err)
		names = append(names, name.(string))
		var skip json.RawMessage
		ts.Check(dec.Decode(&skip))
	}
	return names
}

// cmdJSONEnv is "jsonenv NAME PATH": puts the part into a variable.
func cmdJSONEnv(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, len(args) == 2 && !neg, "jsonenv NAME PATH")
	ts.Setenv(args[0], document(ts).want(ts, args[1]).text())
}

// cmdShort is "short NAME HASH N": puts the first N digits into a variable.
func cmdShort(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, len(args) == 3 && !neg, "short NAME HASH N")
	n, err := strconv.Atoi(args[2])
	ts.Check(err)
	ts.Setenv(args[0], args[1][:n])
}
