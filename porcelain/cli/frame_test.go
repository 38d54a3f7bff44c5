package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/contract/contracttest"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// echo is the data of the commands of these tests.
type echo struct {
	Args []string `json:"args"`
	Dash int      `json:"dash"`
	Note string   `json:"note,omitempty"`
	bad  string   // makes the rendering fail: "human", "marshal" or "panic"
}

func (e *echo) Human(p *render.Printer) {
	if e.bad == "human" {
		panic("no text for a person")
	}
	p.Linef("%s", strings.Join(e.Args, " "))
}

func (e *echo) MarshalJSON() ([]byte, error) {
	switch e.bad {
	case "marshal":
		return nil, errors.New("no text for a machine")
	case "panic":
		panic("no text for a machine")
	}
	type plain echo
	return json.Marshal((*plain)(e))
}

// frame is one run of the frame with commands of the test.
type frame struct {
	args    []string
	environ []string
	stdout  io.Writer // nil: a buffer
	signals chan os.Signal
	grace   time.Duration
	uid     int // 0: that of the process
	family  Family
}

// answer is what a run left behind.
type answer struct {
	status         contract.Status
	stdout, stderr string
}

func (f frame) run(t *testing.T) answer {
	t.Helper()
	var stdout, stderr bytes.Buffer
	std := IO{Stdin: strings.NewReader("input"), Stdout: &stdout, Stderr: &stderr, Signals: f.signals}
	if f.stdout != nil {
		std.Stdout = f.stdout
	}
	if f.family == nil {
		f.family = testCommands
	}
	r := newRun(f.args, std, f.environ)
	if f.grace > 0 {
		r.grace = f.grace
	}
	if f.uid != 0 {
		r.uid = f.uid
	}
	status := r.do(f.args, []Family{f.family})
	return answer{contract.Status(status), stdout.String(), stderr.String()}
}

func invoke(t *testing.T, args ...string) answer {
	t.Helper()
	return frame{args: args}.run(t)
}

// envelope checks that stdout is one document of the contract and stderr is
// empty, and decodes it.
func (a answer) envelope(t *testing.T) (e struct {
	OK    bool
	Kind  contract.Kind
	Data  map[string]any
	Error *contract.ErrorObject
	contract.Stamp
}) {
	t.Helper()
	if err := contracttest.Check([]byte(a.stdout)); err != nil {
		t.Fatalf("%v\n%s", err, a.stdout)
	}
	if a.stderr != "" {
		t.Errorf("stderr has %q", a.stderr)
	}
	if err := json.Unmarshal([]byte(a.stdout), &e); err != nil {
		t.Fatal(err)
	}
	if e.Exit != a.status {
		t.Errorf("exit %d in the document, %d of the process", e.Exit, a.status)
	}
	return e
}

// testCommands borrow paths that have kinds.
func testCommands() []*Command {
	var note string
	ok := func(_ context.Context, env *Env, args []string) (Result, error) {
		return &echo{Args: args, Dash: env.Dash, Note: note}, nil
	}
	noteFlag := func(fs *pflag.FlagSet) { fs.StringVarP(&note, "note", "n", "", "a `TEXT`") }
	return []*Command{
		{
			Path: []string{"store", "put"}, Short: "Put", Long: "Puts things.", Example: "  genesis store put x",
			Args: []Arg{{Name: "FILE", Repeat: true, Help: "a file"}}, Flags: noteFlag, Mutates: true, Run: ok,
			Faults: []string{"store/busy", "store/no-space", "io/no-space"},
		},
		{Path: []string{"store", "batch"}, Short: "Batch", Raw: true, Run: func(_ context.Context, env *Env, _ []string) (Result, error) {
			_, err := io.Copy(env.Stdout, env.Stdin)
			return nil, err
		}},
		{
			Path: []string{"commit", "new"}, Alias: "commit", Short: "Commit", Flags: noteFlag, Mutates: true, Run: ok,
			Args: []Arg{{Name: "PATH", Optional: true, Repeat: true, AfterDash: true}},
		},
		{Path: []string{"commit", "show"}, Short: "Show", Args: []Arg{{Name: "REV", Optional: true}}, Run: ok},
		{
			Path: []string{"vcs", "checkout"}, Alias: "checkout", Short: "Check out", Run: ok,
			Args: []Arg{{Name: "REV"}, {Name: "PATH", Optional: true, Repeat: true, AfterDash: true}},
		},
		{Path: []string{"vcs", "status"}, Alias: "status", Short: "Status", NoStore: true, Args: []Arg{{Name: "WHEN", Optional: true, Values: []string{"now", "then"}}}, Run: ok},
	}
}

// with is a family of one command, `vcs log`, that does this.
func with(work func(ctx context.Context, env *Env) (Result, error)) Family {
	return func() []*Command {
		return []*Command{{Path: []string{"vcs", "log"}, Mutates: true, Run: func(ctx context.Context, env *Env, _ []string) (Result, error) {
			return work(ctx, env)
		}}}
	}
}

func TestSuccess(t *testing.T) {
	if a := invoke(t, "store", "put", "a", "b"); a.status != 0 || a.stdout != "a b\n" || a.stderr != "" {
		t.Errorf("human: %+v", a)
	}
	a := invoke(t, "store", "put", "a", "--json", "b")
	e := a.envelope(t)
	if a.status != 0 || !e.OK || e.Kind != "genesis/store-put-v0.2" || fmt.Sprint(e.Data["args"]) != "[a b]" {
		t.Errorf("json: %+v %+v", a, e)
	}
	if a := invoke(t, "store", "put", "a", "-q"); a.status != 0 || a.stdout+a.stderr != "" {
		t.Errorf("quiet: %+v", a)
	}
	if a := invoke(t, "store", "put", "a", "--json", "--quiet"); !a.envelope(t).OK {
		t.Errorf("quiet json: %+v", a)
	}
}

// The words of a command may have global flags before and between them.
func TestResolution(t *testing.T) {
	for _, args := range []string{
		"store put x --note=n", "--json store put x -n n", "store --json put -nn x", "-C . store -C. put -n n x",
		"--workspace=. --progress off store --timeout 1h put -n=n x", "store put -n n -- x",
	} {
		words := append(strings.Fields(args), "--json")
		if strings.Contains(args, "--") && strings.HasSuffix(args, "-- x") {
			words = append([]string{"--json"}, strings.Fields(args)...)
		}
		e := invoke(t, words...).envelope(t)
		if !e.OK || e.Kind != "genesis/store-put-v0.2" || e.Data["note"] != "n" || fmt.Sprint(e.Data["args"]) != "[x]" {
			t.Errorf("%s: %+v", args, e)
		}
	}
	for args, kind := range map[string]contract.Kind{
		"commit --json -n x":             "genesis/commit-new-v0.1",
		"commit --json":                  "genesis/commit-new-v0.1",
		"commit new --json -- a":         "genesis/commit-new-v0.1",
		"commit --json -- show":          "genesis/commit-new-v0.1",
		"commit show --json":             "genesis/commit-show-v0.1",
		"checkout main --json":           "genesis/vcs-checkout-v0.1",
		"vcs checkout main --json -- -x": "genesis/vcs-checkout-v0.1",
		"version --json":                 "genesis/version-v0.1",
		"--version --json":               "genesis/version-v0.1",
		"status --version --json":        "genesis/version-v0.1",
		"--json":                         "genesis/help-v0.1",
		"help --json":                    "genesis/help-v0.1",
		"help store put --json":          "genesis/help-v0.1",
		"store --help --json":            "genesis/help-v0.1",
		"store put -h --json":            "genesis/help-v0.1",
		"store batch -h":                 "",
	} {
		a := invoke(t, strings.Fields(args)...)
		if kind == "" {
			if a.status != 0 || !strings.HasPrefix(a.stdout, "Batch\n") {
				t.Errorf("%s: %+v", args, a)
			}
			continue
		}
		if e := a.envelope(t); !e.OK || e.Kind != kind {
			t.Errorf("%s: %+v", args, e)
		}
	}
}

// Bad command lines: each its own code, in both modes, and nothing runs.
func TestBadCommandLines(t *testing.T) {
	for args, code := range map[string]string{
		"frobnicate":                     "usage/unknown-command",
		"store frobnicate":               "usage/unknown-command",
		"help frobnicate":                "usage/unknown-command",
		"store":                          "usage/missing-argument",
		"--frob":                         "usage/unknown-flag",
		"store --frob put x":             "usage/unknown-flag",
		"store put x --frob":             "usage/unknown-flag",
		"store put x -Z":                 "usage/unknown-flag",
		"help --frob":                    "usage/unknown-flag",
		"store put x --note":             "usage/missing-argument",
		"-C":                             "usage/missing-argument",
		"store put":                      "usage/missing-argument",
		"checkout":                       "usage/missing-argument",
		"checkout -- path":               "usage/missing-argument",
		"checkout a b":                   "usage/bad-argument",
		"commit path":                    "usage/bad-argument",
		"commit show a b":                "usage/bad-argument",
		"status tomorrow":                "usage/bad-argument",
		"--version --dry-run":            "usage/flag-conflict",
		"store put x --version":          "usage/bad-argument",
		"version extra":                  "usage/bad-argument",
		"store put x --timeout soon":     "usage/bad-argument",
		"store put x --timeout 0s":       "usage/bad-argument",
		"store put x --lock-timeout -1s": "usage/bad-argument",
		"store put x --progress loud":    "usage/bad-argument",
		"store put x --dry-run=maybe":    "usage/bad-argument",
		"store put x --store=":           "usage/bad-argument",
		"store put x --workspace=":       "usage/bad-argument",
		"store put x -C frame_test.go":   "usage/bad-argument",
		"store put x --=":                "usage/bad-argument",
		"store put x -C no-such":         "workspace/no-such-directory",
		"status --dry-run":               "usage/flag-conflict",
		"status --store x":               "usage/flag-conflict",
		"status --lock-timeout 1s":       "usage/flag-conflict",
	} {
		words := strings.Fields(args)
		a := invoke(t, words...)
		want := contract.Lookup(code).Exit
		if a.status != want || a.stdout != "" || !strings.HasPrefix(a.stderr, code+": ") {
			t.Errorf("%s: %+v, want %s", args, a, code)
		}
		a = invoke(t, append([]string{"--json"}, words...)...)
		if e := a.envelope(t); a.status != want || e.Code != code || e.Kind != contract.KindError {
			t.Errorf("%s: %+v, want %s", args, e, code)
		}
	}
	a := invoke(t, "store", "batch", "--json")
	if e := a.envelope(t); e.Code != "usage/flag-conflict" || a.status != contract.Usage {
		t.Errorf("a raw command took --json: %+v", a)
	}
}

// A command that is not there names those that are near.
func TestSuggestions(t *testing.T) {
	e := invoke(t, "--json", "statsu").envelope(t)
	if got := fmt.Sprint(e.Error.Context.Facts["suggestions"]); got != "[status]" {
		t.Errorf("suggestions %s", got)
	}
}

func TestDashSeparatesArguments(t *testing.T) {
	for args, want := range map[string]string{
		"checkout main":             "[main] 1",
		"checkout main -- a -b":     "[main a -b] 1",
		"commit -- a":               "[a] 0",
		"store put -- -a --json":    "[-a --json] 0",
		"commit --note --json -- a": "[a] 0",
	} {
		words := strings.Fields(args)
		var got string
		family := func() []*Command {
			commands := testCommands()
			for _, c := range commands {
				c.Run = func(_ context.Context, env *Env, args []string) (Result, error) {
					got = fmt.Sprint(args, env.Dash)
					return &echo{}, nil
				}
			}
			return commands
		}
		if a := (frame{args: words, family: family}).run(t); a.status != 0 {
			t.Errorf("%s: %+v", args, a)
		}
		if got = strings.Replace(got, "]", "] ", 1); strings.Join(strings.Fields(got), " ") != want {
			t.Errorf("%s: %s, want %s", args, got, want)
		}
	}
}

func TestWantsJSON(t *testing.T) {
	for args, want := range map[string]bool{
		"": false, "--json": true, "a --json b": true, "--json=false": false, "--json --json=0": false,
		"--json=nonsense": false, "-- --json": false, "--jsonx": false,
	} {
		if got := wantsJSON(strings.Fields(args)); got != want {
			t.Errorf("%q: %v", args, got)
		}
	}
}

func TestFailuresOfCommands(t *testing.T) {
	fail := with(func(context.Context, *Env) (Result, error) {
		return nil, fmt.Errorf("reading: %w", &objects.NotFoundError{ID: objects.ID{1}})
	})
	a := frame{args: []string{"vcs", "log"}, family: fail}.run(t)
	if a.status != 44 || a.stdout != "" || !strings.HasPrefix(a.stderr, "store/not-found: vcs log: 01000000") {
		t.Errorf("human: %+v", a)
	}
	e := frame{args: []string{"vcs", "log", "--json"}, family: fail}.run(t).envelope(t)
	if e.Code != "store/not-found" || e.Error.Context.Operation != "vcs/log" || e.Data != nil {
		t.Errorf("json: %+v", e)
	}
}

// A refusal that still has a result shows both.
func TestPartialResult(t *testing.T) {
	partial := with(func(context.Context, *Env) (Result, error) {
		return &echo{Args: []string{"damage"}}, contract.Fail("store/verify-failed", nil)
	})
	a := frame{args: []string{"vcs", "log"}, family: partial}.run(t)
	if a.status != 50 || a.stdout != "damage\n" || !strings.HasPrefix(a.stderr, "store/verify-failed: ") {
		t.Errorf("human: %+v", a)
	}
	a = frame{args: []string{"vcs", "log", "--json"}, family: partial}.run(t)
	if e := a.envelope(t); e.OK || e.Kind != "genesis/vcs-log-v0.1" || e.Data == nil || a.status != 50 {
		t.Errorf("json: %+v", e)
	}
}

func TestBugsOfCommands(t *testing.T) {
	for name, c := range map[string]struct {
		work func(context.Context, *Env) (Result, error)
		code string
	}{
		"panic":      {func(context.Context, *Env) (Result, error) { panic("at /home/u/x\x1b") }, "internal/panic"},
		"nil panic":  {func(context.Context, *Env) (Result, error) { var e *echo; _ = e.Args; return nil, nil }, "internal/panic"},
		"no result":  {func(context.Context, *Env) (Result, error) { return nil, nil }, "internal/error"},
		"no row":     {func(context.Context, *Env) (Result, error) { return nil, contract.Fail("no/row", nil) }, "diagnostic/catalog-miss"},
		"marshal":    {func(context.Context, *Env) (Result, error) { return &echo{bad: "marshal"}, nil }, "internal/error"},
		"json panic": {func(context.Context, *Env) (Result, error) { return &echo{bad: "panic"}, nil }, "internal/panic"},
	} {
		a := frame{args: []string{"vcs", "log", "--json"}, family: with(c.work)}.run(t)
		if e := a.envelope(t); a.status != 1 || e.Code != c.code {
			t.Errorf("%s: %+v", name, a)
		}
	}
	human := with(func(context.Context, *Env) (Result, error) { return &echo{bad: "human"}, nil })
	if a := (frame{args: []string{"vcs", "log"}, family: human}).run(t); a.status != 1 || !strings.HasPrefix(a.stderr, "internal/panic: ") {
		t.Errorf("human: %+v", a)
	}
	broken := func() []*Command { panic("no commands") }
	if a := (frame{args: []string{"--json", "version"}, family: broken}).run(t); a.envelope(t).Code != "internal/panic" {
		t.Errorf("family: %+v", a)
	}
}

// The stack is for whoever asks for it.
func TestStackOnlyWithDebug(t *testing.T) {
	bug := with(func(context.Context, *Env) (Result, error) { panic("bug") })
	a := frame{args: []string{"vcs", "log", "--json"}, family: bug, environ: []string{"GENESIS_DEBUG=1"}}.run(t)
	if !strings.Contains(a.stderr, "frame_test.go") {
		t.Errorf("no stack: %q", a.stderr)
	}
	if err := contracttest.Check([]byte(a.stdout)); err != nil {
		t.Error(err)
	}
}

func TestTwoCommandsOfOneNameAreABug(t *testing.T) {
	twice := func() []*Command { return append(testCommands(), testCommands()...) }
	if a := (frame{args: []string{"--json"}, family: twice}).run(t); a.envelope(t).Code != "internal/panic" {
		t.Errorf("%+v", a)
	}
}

func waitForEnd(ctx context.Context, _ *Env) (Result, error) {
	<-ctx.Done()
	return nil, fmt.Errorf("waiting: %w", ctx.Err())
}

func TestTimeLimit(t *testing.T) {
	a := frame{args: []string{"vcs", "log", "--json", "--timeout", "1ms"}, family: with(waitForEnd)}.run(t)
	e := a.envelope(t)
	if a.status != 124 || e.Code != "timeout/exceeded" || e.Error.Context.Facts["timeout"] != "1ms" {
		t.Errorf("%+v", a)
	}
}

func TestSignals(t *testing.T) {
	for sig, code := range map[os.Signal]string{syscall.SIGINT: "interrupted/sigint", syscall.SIGTERM: "interrupted/sigterm"} {
		signals := make(chan os.Signal, 2)
		signals <- sig
		a := frame{args: []string{"vcs", "log", "--json"}, family: with(waitForEnd), signals: signals}.run(t)
		if e := a.envelope(t); e.Code != code || a.status != contract.Lookup(code).Exit {
			t.Errorf("%v: %+v", sig, a)
		}
	}
}

// After the publishing step a signal comes too late, and success is reported.
func TestSuccessAfterASignal(t *testing.T) {
	signals := make(chan os.Signal, 2)
	signals <- syscall.SIGTERM
	published := with(func(ctx context.Context, _ *Env) (Result, error) {
		<-ctx.Done()
		return &echo{}, nil
	})
	a := frame{args: []string{"vcs", "log", "--json"}, family: published, signals: signals}.run(t)
	if e := a.envelope(t); !e.OK || a.status != 0 {
		t.Errorf("%+v", a)
	}
}

// What the command met on its way down is kept as a fact.
func TestPriorErrorOfAnInterruption(t *testing.T) {
	signals := make(chan os.Signal, 2)
	signals <- syscall.SIGINT
	other := with(func(ctx context.Context, _ *Env) (Result, error) {
		<-ctx.Done()
		return nil, &objects.BusyError{}
	})
	e := frame{args: []string{"vcs", "log", "--json"}, family: other, signals: signals}.run(t).envelope(t)
	if e.Code != "interrupted/sigint" || e.Error.Context.Facts["prior_error"] != "store/busy" {
		t.Errorf("%+v", e.Error)
	}
}

// A command that does not stop is answered for: after a second signal at once,
// else after the grace.
func TestCommandsThatDoNotStop(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	stubborn := with(func(context.Context, *Env) (Result, error) {
		<-release
		return &echo{}, nil
	})
	signals := make(chan os.Signal, 2)
	signals <- syscall.SIGTERM
	signals <- syscall.SIGINT
	a := frame{args: []string{"vcs", "log", "--json"}, family: stubborn, signals: signals, grace: time.Hour}.run(t)
	if e := a.envelope(t); a.status != 143 || e.Error.Context.Facts["still_running"] != true {
		t.Errorf("second signal: %+v", a)
	}
	a = frame{args: []string{"vcs", "log", "--json", "--timeout", "1ms"}, family: stubborn, grace: time.Millisecond}.run(t)
	if e := a.envelope(t); a.status != 124 || e.Error.Context.Facts["still_running"] != true {
		t.Errorf("grace: %+v", a)
	}
}

// failing is a stdout that cannot be written.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestStdoutThatCannotBeWritten(t *testing.T) {
	for _, args := range [][]string{{"store", "put", "x"}, {"store", "put", "x", "--json"}, {"store", "batch"}, {"--json", "frob"}, {"help"}} {
		a := frame{args: args, stdout: failing{&os.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.EPIPE}}}.run(t)
		if a.status != 141 || a.stderr != "" {
			t.Errorf("%v: broken pipe: %+v", args, a)
		}
		a = frame{args: args, stdout: failing{syscall.ENOSPC}}.run(t)
		if a.status != 70 {
			t.Errorf("%v: full disk: %+v", args, a)
		}
		if json := wantsJSON(args); json != (a.stderr == "") {
			t.Errorf("%v: stderr %q", args, a.stderr)
		}
	}
}

func TestRawCommand(t *testing.T) {
	if a := invoke(t, "store", "batch"); a.status != 0 || a.stdout != "input" {
		t.Errorf("%+v", a)
	}
}

func TestDryRunIsStamped(t *testing.T) {
	plan := with(func(_ context.Context, env *Env) (Result, error) {
		if env.DryRun {
			env.Planned(3)
		}
		return &echo{}, nil
	})
	e := frame{args: []string{"vcs", "log", "--json", "--dry-run"}, family: plan}.run(t).envelope(t)
	if e.FilesPlanned == nil || *e.FilesPlanned != 3 {
		t.Errorf("files_planned %v", e.FilesPlanned)
	}
	e = frame{args: []string{"vcs", "log", "--json"}, family: plan}.run(t).envelope(t)
	if e.FilesPlanned != nil {
		t.Error("files_planned without a dry run")
	}
}

func TestTargetIsStamped(t *testing.T) {
	cwd, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	nothing := func(_ context.Context, env *Env) (Result, error) { return &echo{}, nil }
	noted := func(_ context.Context, env *Env) (Result, error) {
		env.Target(env.Abs("x"), "argv")
		env.Target("-", "stdin")
		return &echo{}, nil
	}
	for _, c := range []struct {
		args string
		work func(context.Context, *Env) (Result, error)
		want string
	}{
		{"", nothing, cwd + " workspace cwd"},
		{"--store s", nothing, cwd + "/s argv cwd"},
		{"-C ..", nothing, strings.TrimSuffix(cwd, "/cli") + " workspace argv"},
		{"", noted, cwd + "/x,- argv cwd"},
	} {
		args := append([]string{"vcs", "log", "--json"}, strings.Fields(c.args)...)
		e := frame{args: args, family: with(c.work)}.run(t).envelope(t)
		if got := e.TargetResolved + " " + e.TargetSource + " " + e.WorkspaceSource; got != c.want {
			t.Errorf("%q: %s, want %s", c.args, got, c.want)
		}
	}
}

func TestWarningsAreForPeople(t *testing.T) {
	warn := with(func(_ context.Context, env *Env) (Result, error) {
		env.Warnf("look at %s", "a\x1b[0m")
		return &echo{}, nil
	})
	if a := (frame{args: []string{"vcs", "log"}, family: warn}).run(t); a.stderr != "warning: look at a [0m\n" {
		t.Errorf("%q", a.stderr)
	}
	if a := (frame{args: []string{"vcs", "log", "--json"}, family: warn}).run(t); a.stderr != "" {
		t.Errorf("json: %q", a.stderr)
	}
	if a := (frame{args: []string{"vcs", "log", "-q"}, family: warn}).run(t); a.stderr != "" {
		t.Errorf("quiet: %q", a.stderr)
	}
}

func TestProgressOnlyWhenAskedFor(t *testing.T) {
	work := with(func(_ context.Context, env *Env) (Result, error) {
		p := env.Progress("working")
		p.Add(1, 2)
		env.Progress("more work").Add(1, 0)
		return &echo{}, nil
	})
	for args, want := range map[string]int{"": 0, "--json": 0, "--progress plain": 0, "--progress off": 0, "--progress json": 2, "--json --progress json": 2} {
		a := frame{args: append([]string{"vcs", "log"}, strings.Fields(args)...), family: work}.run(t)
		if got := strings.Count(a.stderr, `"type":"progress"`); got != want || a.status != 0 {
			t.Errorf("%q: %+v", args, a)
		}
	}
}

func TestHelp(t *testing.T) {
	for args, wants := range map[string][]string{
		"":                 {"USAGE\n  genesis COMMAND\n", "COMMANDS\n", "  store ", "EXIT STATUS\n", "  75   busy"},
		"help":             {"COMMANDS\n"},
		"store -h":         {"  genesis store COMMAND\n", "  put            Put\n"},
		"help store put":   {"Put\n\nPuts things.\n", "  genesis store put [flags] FILE...\n", "ARGUMENTS\n  FILE           a file\n", "-n, --note TEXT", "EXAMPLES\n", "  75   busy          store/busy\n", "  70   io            store/no-space, io/no-space\n"},
		"store put --help": {"Puts things."},
		"version -h":       {"--json"},
		"commit -h":        {"  genesis commit new [flags] [-- PATH...]\n  genesis commit [flags]", "  show           Show\n"},
		"status -h":        {"  WHEN           (now, then)\n"},
	} {
		a := invoke(t, strings.Fields(args)...)
		if a.status != 0 || a.stderr != "" {
			t.Errorf("%q: %+v", args, a)
		}
		for _, want := range wants {
			if !strings.Contains(a.stdout, want) {
				t.Errorf("%q lacks %q:\n%s", args, want, a.stdout)
			}
		}
	}
	// Flags that a command refuses are not in its help.
	for args, absent := range map[string]string{"status -h": "--dry-run", "version -h": "--store", "store batch -h": "--json"} {
		if a := invoke(t, strings.Fields(args)...); strings.Contains(a.stdout, absent) {
			t.Errorf("%q offers %s", args, absent)
		}
	}
}

func TestVersion(t *testing.T) {
	a := invoke(t, "version")
	if a.status != 0 || !strings.HasPrefix(a.stdout, "genesis ") {
		t.Errorf("%+v", a)
	}
	e := invoke(t, "version", "--json").envelope(t)
	for _, name := range []string{"version", "commit", "platform", "formats"} {
		if e.Data[name] == nil {
			t.Errorf("no %s in %v", name, e.Data)
		}
	}
}

func TestEnvironmentLookup(t *testing.T) {
	e := environment{"A=1", "AB=2", "A=3", "EMPTY="}
	for name, want := range map[string]string{"A": "3", "AB": "2", "EMPTY": "", "NONE": ""} {
		if got := e.get(name); got != want {
			t.Errorf("%s is %q", name, got)
		}
	}
	if _, ok := e.lookup("NONE"); ok {
		t.Error("NONE is set")
	}
}
