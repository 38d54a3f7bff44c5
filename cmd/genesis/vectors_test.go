//go:build !windows

package main

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/contract/contracttest"
	"github.com/genesis-vcs/genesis/porcelain/families/familiestest"
)

// treeNode is a command of the tree as cli-schema describes it.
type treeNode struct {
	Path        []string
	Options     []option
	Subcommands []treeNode
}

type option struct {
	Name, Long, Short string
	Positional        bool
	Required          bool
	Action            string
	AllowedValues     []string `json:"allowed_values"`
	ValueType         string   `json:"value_type"`
}

// vectors makes argument vectors from the command tree, right ones and wrong
// ones, the same for the same seed.
type vectors struct {
	*rand.Rand
	commands []treeNode
	aliases  []string
	global   []option
}

func newVectors(tb testing.TB, seed uint64) *vectors {
	tb.Helper()
	_, stdout, _ := run("cli-schema", "--json")
	var document struct{ Data struct{ Command treeNode } }
	if err := json.Unmarshal([]byte(stdout), &document); err != nil {
		tb.Fatal(err)
	}
	v := &vectors{Rand: rand.New(rand.NewPCG(seed, 1)), global: document.Data.Command.Options}
	v.collect(document.Data.Command)
	for _, c := range commands() {
		if c.Alias != "" {
			v.aliases = append(v.aliases, c.Alias)
		}
	}
	if len(v.commands) < 30 || len(v.global) < 15 {
		tb.Fatalf("the tree has %d commands and %d global options", len(v.commands), len(v.global))
	}
	return v
}

func (v *vectors) collect(n treeNode) {
	v.commands = append(v.commands, n)
	for _, sub := range n.Subcommands {
		v.collect(sub)
	}
}

func pick[T any](v *vectors, list []T) T { return list[v.IntN(len(list))] }

// often is true in so many of a hundred cases.
func (v *vectors) often(percent int) bool { return v.IntN(100) < percent }

var (
	words = []string{"", "a", "missing", "HEAD", "main", "side", "refs/heads/main", "refs/heads/new", "refs/x/../y", "v1", "HEAD~1", "main@{1}",
		"A..B", "^main", "x\xff\xfey", "\x01\x1b[31m", "nachbar-ü", "a b", "-", "--", "-x", "🙂", strings.Repeat("long", 300),
		"0000", strings.Repeat("0", 64), strings.Repeat("f", 64), strings.Repeat("g", 64), "absent", "nil", "w/../a", "."}
	numbers   = []string{"0", "1", "2", "-1", "8192", "99999999999999999999", "9223372036854775807", "0x10", "1e3", " 1", "", "NaN", "1.5"}
	durations = []string{"1s", "1h", "0", "-1s", "1", "soon", "", "99999999h", "1ns"}
	booleans  = []string{"true", "false", "1", "0", "maybe", ""}
	filters   = []string{".", ".path", "true", "false", "null", "empty", "1/0", "error(\"x\")", ".a.b.c", ".[0]", "input", "env", "$ENV.HOME", "$x",
		".. | select(false)", "@base64d", "\"\\(.)\"", "[range(100)]|add", "try error catch .", "if . then 1 else 2 end", "(", ".[", "", "\xff",
		"def f: 1; f", "import \"a\" as a; 1", "include \"a\"; 1", "now", "halt", "debug", "stderr", "input_filename", "$__loc__", "limit(1; .[]?)", "getpath([\"a\"])", "ltrimstr(1)"}
	fields = []string{"path", "hash,name", "a.b", "", ",", ".", "nothing", "commit,author.name", "a..b", "\xff"}
)

// right are values that make sense, by the name of the option.
var right = map[string][]string{
	"filter": {".", "true", "false", ".path", ".hash", ".name == \"main\"", "length > 2", "[range(100)]|add"}, "select": {"path", "hash", "name", "commit"},
	"limit": {"1", "2", "100"}, "max": {"1", "3"}, "truncate-content": {"1", "80"}, "max-output-bytes": {"4096", "100000"},
	"lock-timeout": {"0", "1s"}, "timeout": {"1m", "1h"}, "store": {".genesis/store"}, "workspace": {"."}, "out": {"out", "a"},
	"rev": {"HEAD", "main", "side", "HEAD~1"}, "hash": {"HEAD"}, "name": {"main", "new", "side", "refs/heads/main", "refs/heads/new"},
	"branch": {"main", "side"}, "file": {"a"}, "path": {"a", "."}, "message": {"text"}, "message-file": {"a"}, "author": {"A <a@b>"}, "date": {"2026-01-02T03:04:05Z"},
	"expected-old": {"absent"}, "range": {"0:1"}, "id": {"0000"}, "dir": {"new"}, "kind": {"blob", "tree"}, "prefix": {"", "refs/heads/"},
	"in": {"a"}, "base": {"HEAD", "main"}, "left": {"HEAD", "main"}, "right": {"side", "main"},
	"unified": {"0", "3"}, "lines": {"1", "1,2"}, "since": {"2020-01-01"}, "until": {"2099-01-01", "1 week"}, "grep": {"a", "^x|y"},
}

// value is a value for an option; in some cases one of another sort.
func (v *vectors) value(o option) string {
	switch fits := right[o.Name]; {
	case len(fits) > 0 && v.often(80):
		return pick(v, fits)
	case v.often(10):
		return pick(v, pick(v, [][]string{words, numbers, durations, booleans, filters, fields}))
	case len(o.AllowedValues) > 0:
		return pick(v, o.AllowedValues)
	case o.Long == "filter":
		return pick(v, filters)
	case o.Long == "select":
		return pick(v, fields)
	}
	switch o.ValueType {
	case "integer", "number", "uint":
		return pick(v, numbers)
	case "duration":
		return pick(v, durations)
	case "boolean":
		return pick(v, booleans)
	}
	return pick(v, words)
}

// near changes one letter of a word.
func (v *vectors) near(word string) string {
	if word == "" {
		return "x"
	}
	i := v.IntN(len(word))
	letter := string(rune('a' + v.IntN(26)))
	return pick(v, []string{word[:i] + letter + word[i+1:], word[:i] + word[i+1:], word[:i] + letter + word[i:], word + letter})
}

// flag is an option as words of a command line.
func (v *vectors) flag(o option) []string {
	name := "--" + o.Long
	if o.Short != "" && v.often(30) {
		name = "-" + strings.TrimPrefix(o.Short, "-")
	}
	if v.often(3) {
		name = v.near(name)
	}
	switch takes := o.Action == "set" || o.Action == "append"; {
	case takes && v.often(5):
		return []string{name}
	case takes && v.often(70):
		return []string{name, v.value(o)}
	case takes || v.often(10):
		return []string{name + "=" + v.value(o)}
	}
	return []string{name}
}

// next makes a vector; machine says that it begins with the wish for JSON.
func (v *vectors) next(machine bool) []string {
	n := pick(v, v.commands)
	path := n.Path
	if len(path) > 0 && path[0] == "genesis" {
		path = path[1:]
	}
	args := slices.Clone(path)
	switch {
	case v.often(5):
		args = []string{pick(v, v.aliases)}
	case v.often(5) && len(args) > 0:
		args[v.IntN(len(args))] = v.near(pick(v, args))
	case v.often(3):
		args = append([]string{"help"}, args...)
	}
	for _, o := range n.Options {
		switch {
		case o.Positional && v.often(80):
			args = append(args, v.value(o))
			if v.often(10) {
				args = append(args, v.value(o))
			}
		case !o.Positional && (v.often(12) || o.Required && v.often(85)):
			args = append(args, v.flag(o)...)
		}
	}
	for range max(0, v.IntN(6)-2) {
		args = slices.Insert(args, v.IntN(len(args)+1), v.flag(pick(v, v.global))...)
	}
	if v.often(10) {
		args = slices.Insert(args, v.IntN(len(args)+1), pick(v, append(words, "--", "--help", "-h", "--version", "--print-schema", "--json", "--ndjson", "-qh")))
	}
	if machine {
		args = append([]string{pick(v, []string{"--json", "--ndjson"})}, args...)
	}
	return args
}

const (
	vectorCount = 10_000
	// vectorLimit is how long one command line may take before it is told to end,
	// which a filter without an end has to be, and then before it counts as one
	// that hangs.
	vectorLimit = 10 * time.Second
)

// Whatever the arguments are, the answer keeps the contract.
func TestArgumentVectors(t *testing.T) {
	v, l := newVectors(t, 20260101), newSandbox(t)
	statuses := map[int]int{}
	for i := range vectorCount {
		args := v.next(i%2 == 0)
		statuses[l.judge(t, args)]++
		if i%500 == 499 { // so that no change of one runs through all of them
			l = newSandbox(t)
		}
	}
	t.Logf("exit statuses: %v", statuses)
	if statuses[0] < vectorCount/8 {
		t.Error("too few of the command lines get past the parser")
	}
}

// judge runs a command line and holds its answer against the contract.
func (l *sandbox) judge(tb testing.TB, args []string) int {
	tb.Helper()
	type answer struct {
		status         int
		stdout, stderr string
	}
	done, signals := make(chan answer, 1), make(chan os.Signal, 1)
	defer time.AfterFunc(vectorLimit, func() { signals <- syscall.SIGTERM }).Stop()
	go func() {
		status, stdout, stderr := l.run(args, signals)
		done <- answer{status, stdout, stderr}
	}()
	select {
	case a := <-done:
		if err := checkAnswer(args, a.status, a.stdout, a.stderr); err != "" {
			tb.Errorf("%q: exit status %d: %s\n%.3000s\n%.3000s", args, a.status, err, a.stdout, a.stderr)
		}
		return a.status
	case <-time.After(2 * vectorLimit):
		stacks := make([]byte, 1<<20)
		tb.Fatalf("%q hangs\n%s", args, stacks[:runtime.Stack(stacks, true)])
		return -1
	}
}

func checkAnswer(args []string, status int, stdout, stderr string) string {
	if err := familiestest.CheckExit(args, status); err != nil {
		return err.Error()
	}
	switch {
	case status == int(contract.Internal):
		return "a bug"
	case strings.Contains(stdout+stderr, "goroutine ") || strings.Contains(stderr, "panic:"):
		return "a stack trace"
	case strings.HasPrefix(args0(args), "--json") || strings.HasPrefix(args0(args), "--ndjson"):
		if err := contracttest.CheckRun(args, status, []byte(stdout), []byte(stderr)); err != nil {
			return err.Error()
		}
	case strings.Count("\n"+stdout, "\n{\"ok\":") > 1:
		return "more than one document"
	}
	return ""
}

func args0(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}

// FuzzCommandLine is the same for arguments that a fuzzer finds, one a line.
func FuzzCommandLine(f *testing.F) {
	v := newVectors(f, 7)
	for i := range 200 {
		f.Add(strings.Join(v.next(i%2 == 0), "\n"))
	}
	l := newSandbox(f)
	f.Fuzz(func(t *testing.T, line string) {
		args := strings.Split(line, "\n")
		if slices.ContainsFunc(args, leavesTheSandbox) {
			return
		}
		l.judge(t, args)
	})
}

// leavesTheSandbox reports whether an argument may name a file outside of the
// directory.
func leavesTheSandbox(arg string) bool {
	arg = strings.ReplaceAll(arg, "refs/heads/", "")
	return strings.ContainsAny(arg, "/\x00") || strings.Contains(arg, "..")
}
