package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

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
	if err := contracttest.CheckFrame([]byte(a.stdout)); err != nil {
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
		},
		{Path: []string{"store", "batch"}, Short: "Batch", Raw: RecordLines, Run: func(_ context.Context, env *Env, _ []string) (Result, error) {
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

// A run without a stdout does nothing, unless it was asked for no answer.
func TestRunWithoutStdout(t *testing.T) {
	for args, want := range map[string]contract.Status{
		"vcs log": 70, "vcs log --json": 70, "vcs log --ndjson": 70, "vcs log -q": 0, "vcs log -q --json": 70,
		"vcs log nothing": 2, "store get x -q": 70, "store batch -q": 70, "help": 70, "--version": 70,
	} {
		ran := false
		work := func(context.Context, *Env, []string) (Result, error) {
			ran = true
			return &echo{}, nil
		}
		family := func() []*Command {
			return []*Command{
				{Path: []string{"vcs", "log"}, Mutates: true, Run: work},
				{Path: []string{"store", "get"}, Args: []Arg{{Name: "HASH"}}, Content: true, Run: work},
				{Path: []string{"store", "batch"}, Raw: RecordLines, Run: work},
			}
		}
		var stderr strings.Builder
		status := Run(strings.Fields(args), IO{Stderr: &stderr}, nil, family)
		if status != int(want) || ran != (want == 0) {
			t.Errorf("%s: status %d, want %d; ran: %t", args, status, want, ran)
		}
		if told := stderr.Len() > 0; told == (want == 0 || strings.Contains(args, "json")) {
			t.Errorf("%s: stderr %q", args, stderr.String())
		}
	}
}
