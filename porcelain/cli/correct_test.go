package cli

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// record is what the list of correctable has.
type record struct {
	Name   string `json:"name"`
	Author struct {
		Email string `json:"email"`
	} `json:"author"`
}

type records struct {
	List List[record] `json:"refs"`
}

func (r *records) Human(*render.Printer) {}

// correctable are commands that read and commands that write.
func correctable() []*Command {
	var note, out string
	ok := func(_ context.Context, env *Env, _ []string) (Result, error) {
		return &records{List: NewList[record](env)}, nil
	}
	lost := func(_ context.Context, _ *Env, args []string) (Result, error) {
		facts := contract.Facts{"name": "refs/heads/" + strings.TrimPrefix(args[0], "refs/heads/")}
		if args[0] != "xyz" {
			facts["suggestions"] = []string{"refs/heads/main"}
		}
		if len(args) > 1 {
			return nil, contract.Fail("history/unknown-revision", contract.Facts{"revision": "mian", "suggestions": []string{"main"}})
		}
		return nil, contract.Fail("refs/not-found", facts)
	}
	data := []Result{(*records)(nil)}
	return []*Command{
		{Path: []string{"refs", "list"}, Short: "List", Data: data, Run: ok, Flags: func(fs *pflag.FlagSet) {
			fs.StringVar(&note, "prefix", "", "a `TEXT`")
		}},
		{Path: []string{"refs", "get"}, Short: "Get", Args: []Arg{{Name: "NAME", Repeat: true}}, Data: data, Run: lost},
		{Path: []string{"vcs", "tag"}, Short: "Tag", Args: []Arg{{Name: "WHEN", Values: []string{"today", "later"}}}, Data: data, Mutates: true, Run: ok,
			Flags: func(fs *pflag.FlagSet) { fs.StringVar(&note, "message", "", "a `TEXT`") }},
		{Path: []string{"vcs", "snapshot"}, Short: "Store", Args: []Arg{{Name: "FILE"}}, Mutates: true, Run: lost},
		{Path: []string{"refs", "delete"}, Short: "Delete", Args: []Arg{{Name: "NAME"}}, Mutates: true, Destroys: true, Run: lost},
		{Path: []string{"store", "get"}, Short: "Get", Run: ok, Data: data, DestroysWith: []string{"out"},
			Flags: func(fs *pflag.FlagSet) { fs.StringVar(&out, "out", "", "a `FILE`") }},
		{Path: []string{"store", "batch"}, Short: "Batch", Raw: RecordLines, Run: ok},
		{Path: []string{"vcs", "checkout"}, Short: "Write", Mutates: true, Run: ok,
			Args: []Arg{{Name: "REV"}, {Name: "PATH", Optional: true, Repeat: true, AfterDash: true}}},
	}
}

// planOf runs a command line that fails, and reads its one diagnostic.
func planOf(t *testing.T, line string) contract.Diagnostic {
	t.Helper()
	a := frame{args: strings.Split(line, " "), family: correctable}.run(t)
	var e struct {
		Error       *contract.ErrorObject
		Diagnostics []contract.Diagnostic
	}
	if err := json.Unmarshal([]byte(a.stdout), &e); err != nil || len(e.Diagnostics) != 1 {
		t.Fatalf("%s: %v\n%s%s", line, err, a.stdout, a.stderr)
	}
	return e.Diagnostics[0]
}

func TestCorrectedCommandLines(t *testing.T) {
	for _, c := range []struct {
		line, want string // want is empty when nothing can be corrected
		review     bool
	}{
		// What only reads may be corrected without a question.
		{"refs lisst --json", "refs list --json", false},
		{"--json refs list --prefux x", "--json refs list --prefix x", false},
		{"refs list --json --prefux=x", "refs list --json --prefix=x", false},
		{"refs list --json --dry-run", "refs list --json", false},
		{"refs list --json --progress plian", "refs list --json --progress plain", false},
		{"refs list --json --select nme,author.email", "refs list --json --select name,author.email", false},
		{"refs list --json --select author.emial,name", "refs list --json --select author.email,name", false},
		{"refs list --json --select=name,autor.email", "refs list --json --select=name,author.email", false},
		{"refs get mian --json", "refs get main --json", false},
		{"refs get refs/heads/mian --json", "refs get refs/heads/main --json", false},
		{"refs get mian x --json", "refs get main x --json", false},
		{"--json -C . refs lisst", "--json -C . refs list", false},

		// What changes something, or loses something, is someone's decision.
		{"vcs snapshto --json x", "vcs snapshot --json x", true},
		{"vcs tag toady --json", "vcs tag today --json", true},
		{"vcs tag today --mesage x --json", "vcs tag today --message x --json", true},
		{"store batch --json", "store batch", true},
		{"--json vcs checkout main a b", "--json vcs checkout main -- a b", true},
		// A dry run changes nothing.
		{"vcs tag toady --json --dry-run", "vcs tag today --json --dry-run", false},

		// More than one thing may have been meant, or nothing.
		{"refs et --json", "", false},
		{"refs nothing --json", "", false},
		{"refs list --json --x", "", false},
		{"refs list --json --nothing", "", false},
		{"refs get xyz --json --filter", "", false},
		// What stands behind -- is no flag.
		{"vcs checkout main a --json", "", false},
		{"--json vcs checkout main a a", "", false},
		{"--json vcs checkout main a -- b", "", false},
		// With another name, a revision asks for something else.
		{"refs get mian~2 x --json", "", false},
		// The word occurs twice, so which of them is not certain.
		{"vcs tag toady --message toady --json", "", false},
		{"refs lisst lisst --json", "", false},
		// What may not be repeated, and what would fail again.
		{"-C / refs lisst --json", "", false},
		{"-C/ refs lisst --json", "", false},
		{"--store=/tmp/x refs lisst --json", "", false},
		{"refs lisst --prefix /tmp --json", "", false},
		{"refs lisst --prefix a\x01b --json", "", false},
		{"refs lisst --prefix a\xffb --json", "", false},
		{"refs lisst --json --nothing", "", false},
		{"refs lisst extra --json", "", false},
		// No diagnostic holds a whole command that throws something away.
		{"refs delte refs/heads/x --json", "", false},
		{"store gett --out x --json", "", false},
		{"store gett --json", "store get --json", false},
		{"refs delete mian --json", "", false},
		{"refs delte refs/heads/x --json --dry-run", "refs delete refs/heads/x --json --dry-run", false},
		// A flag that is not without meaning is not left out.
		{"vcs snapshot x --json --filter .", "", false},
		{"vcs tag today --json --preview", "", false},
	} {
		d := planOf(t, c.line)
		a, auth := d.RepairPlan.Action, d.RepairPlan.Authorization
		got, _ := d.Parameters["corrected_command"].([]any)
		var words []string
		for _, w := range got {
			words = append(words, w.(string))
		}
		want := ""
		if c.want != "" {
			want = "genesis " + c.want
		}
		if diff := cmp.Diff(want, strings.Join(words, " ")); diff != "" {
			t.Errorf("%q: %s", c.line, diff)
			continue
		}
		corrects := strings.HasPrefix(a.ID, "correction/")
		if corrects != (want != "") || corrects && (auth.AutomaticAllowed == c.review || auth.RequiresReview != c.review) {
			t.Errorf("%q: %+v %+v", c.line, a, auth)
		}
	}
}

// A plan goes where the command line went.
func TestRepairPlansNameThePlace(t *testing.T) {
	d := planOf(t, "-C . --store s --json refs get xyz")
	if diff := cmp.Diff(any([]any{"-C", ".", "--store", "s"}), d.Parameters["location"]); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"genesis", "{location...}", "refs", "list"}, d.RepairPlan.Action.Command); diff != "" {
		t.Error(diff)
	}
	d = planOf(t, "-C / --json refs get xyz")
	if d.Parameters["location"] != nil || d.RepairPlan.Action.Command != nil || d.RepairPlan.Authorization.AutomaticAllowed {
		t.Errorf("an absolute place: %+v %v", d.RepairPlan, d.Parameters)
	}
}

// Suggestions are facts; no advice holds them.
func TestSuggestionsAreFacts(t *testing.T) {
	d := planOf(t, "refs list --json --prefux x")
	if diff := cmp.Diff(any([]any{"--prefix"}), d.Parameters["suggestions"]); diff != "" {
		t.Error(diff)
	}
	row := contract.Lookup(d.Code)
	if d.NextSafeAction != row.NextSafeAction || d.CandidateFix != row.CandidateFix || strings.Contains(d.RepairPlan.Action.Description, "prefix") {
		t.Errorf("advice that the registry does not have: %+v", d)
	}
}
