package cli

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/refs"
)

// completable is a family whose commands show what can be completed.
func completable() []*Command {
	var text, mode string
	var many []string
	return []*Command{
		{
			Path: []string{"vcs", "log"}, Alias: "log", Short: "List: the commits", Data: []Result{(*records)(nil)}, LimitAlias: "max",
			Args: []Arg{{Name: "REV", Optional: true, Repeat: true}, {Name: "PATH", Optional: true, Repeat: true, AfterDash: true}},
			Flags: func(fs *pflag.FlagSet) {
				fs.StringVarP(&text, "text", "t", "", "a `TEXT`")
				fs.StringArrayVar(&many, "parent", nil, "a `REV`")
				Choice(fs, &mode, "mode", []string{"fast", "fine", "slow"}, "", "how")
			},
		},
		{Path: []string{"vcs", "switch"}, Short: "Switch", Args: []Arg{{Name: "BRANCH"}}},
		{Path: []string{"vcs", "tag"}, Short: "Tag", Args: []Arg{{Name: "NAME", Complete: Tags}}, Mutates: true},
		{Path: []string{"commit", "new"}, Alias: "commit", Short: "Commit", Args: []Arg{{Name: "PATH", Optional: true, AfterDash: true}}},
		{Path: []string{"refs", "get"}, Short: "Get", Args: []Arg{{Name: "NAME", Complete: Refs}}},
		{Path: []string{"op", "show"}, Short: "Show", Args: []Arg{{Name: "ID", Complete: Operations}}},
		{Path: []string{"completion"}, Short: "Script", NoStore: true, Raw: ShellScript, Args: []Arg{{Name: "SHELL", Values: []string{"bash", "zsh"}}}},
		{Path: []string{"man"}, Short: "Page", NoStore: true, Raw: HumanText, Args: []Arg{{Name: "COMMAND", Optional: true, Repeat: true}}},
		{Path: []string{"agent-index"}, Short: "Index", NoStore: true, Flags: func(fs *pflag.FlagSet) {
			fs.StringVar(&text, "diagnostic", "", "the `CODE`")
		}},
	}
}

// ask completes the words and returns the candidates and the directive.
func ask(t *testing.T, environ []string, words ...string) (values []string, directive string) {
	t.Helper()
	args := append([]string{completeNoDescWord}, words...)
	a := frame{args: args, environ: environ, family: completable}.run(t)
	lines := strings.Split(strings.TrimSuffix(a.stdout, "\n"), "\n")
	directive = lines[len(lines)-1]
	if a.status != 0 || a.stderr != "" || !strings.HasPrefix(directive, ":") {
		t.Fatalf("%q: %+v", words, a)
	}
	return lines[:len(lines)-1], directive
}

// A line is its words; the last one is being typed.
func TestComplete(t *testing.T) {
	const only, files, directories, noSpace = ":4", ":0", ":16", ":6"
	for line, want := range map[string]struct{ values, directive string }{
		"":                                    {"agent-index commit completion help log man op refs vcs version", only},
		"ver":                                 {"version", only},
		"v":                                   {"vcs version", only},
		"vcs ":                                {"log switch tag", only},
		"vcs s":                               {"switch", only},
		"-q vcs s":                            {"switch", only},
		"-C / vcs s":                          {"switch", only},
		"--store=/ vcs s":                     {"switch", only},
		"nothing ":                            {"", only},
		"vcs nothing ":                        {"", only},
		"help ":                               {"agent-index commit completion log man op refs vcs version", only},
		"help vcs t":                          {"tag", only},
		"commit ":                             {"new", only},
		"commit --json ":                      {"new", only},
		"log --m":                             {"--max --max-output-bytes --mode", only},
		"log --nothing ":                      {"", only},
		"log --mode ":                         {"fast fine slow", only},
		"log --mode f":                        {"fast fine", only},
		"log --mode=fi":                       {"fine", only},
		"log --mode=fine --mo":                {"", only},
		"log --parent x --par":                {"--parent", only},
		"log --text ":                         {"", only},
		"log -t x --pare":                     {"--parent", only},
		"log -qt ":                            {"", only},
		"log -tx --pare":                      {"--parent", only},
		"log --progress ":                     {"auto plain json off", only},
		"log -":                               {"-C -h -q -t", only},
		"log --select au":                     {"author", noSpace},
		"log --select name,au":                {"name,author", noSpace},
		"log --dry":                           {"", only},
		"vcs tag --dry":                       {"--dry-run", only},
		"completion --j":                      {"", only},
		"completion ":                         {"bash zsh", only},
		"completion bash ":                    {"", only},
		"man ":                                {"agent-index commit completion log man op refs vcs version", only},
		"man vcs sw":                          {"switch", only},
		"man nothing ":                        {"", only},
		"log -- ":                             {"", files},
		"log --json -- --":                    {"", files},
		"commit -- ":                          {"", files},
		"commit -- x ":                        {"", only},
		"-C ":                                 {"", directories},
		"--store ":                            {"", directories},
		"agent-index --diagnostic store/no-s": {"store/no-space store/no-store store/no-such-file", only},
		"--print-schema GC_DIAGNOSTIC_REPAIR": {"GC_DIAGNOSTIC_REPAIR_PLAN_v0.1", only},
		"--print-schema=GC_DIAGNOSTIC_REPAIR": {"GC_DIAGNOSTIC_REPAIR_PLAN_v0.1", only},
		"log --print-schema x ":               {"", only},
		"--json --print-schema --no-c":        {"--no-color", only},
	} {
		values, directive := ask(t, nil, strings.Split(line, " ")...)
		if line == "log -" { // and the long ones
			values = slices.DeleteFunc(values, func(v string) bool { return len(v) > 2 })
		}
		slices.Sort(values)
		wanted := strings.Fields(want.values)
		slices.Sort(wanted)
		if !slices.Equal(values, wanted) || directive != want.directive {
			t.Errorf("%q: %q %s, want %q %s", line, values, directive, wanted, want.directive)
		}
	}
	if values, directive := ask(t, nil); len(values) != 10 || directive != only {
		t.Errorf("without a word: %q %s", values, directive)
	}
}

// Descriptions have no colon, which ends the list for the script of bash.
func TestCompleteDescribes(t *testing.T) {
	a := frame{args: []string{completeWord, "vcs", "l"}, family: completable}.run(t)
	if a.stdout != "log\tList, the commits\n:4\n" {
		t.Errorf("%q", a.stdout)
	}
}

// The words that ask are in no description of the commands.
func TestCompleteIsHidden(t *testing.T) {
	if help := invoke(t, "help").stdout; strings.Contains(help, "__") {
		t.Errorf("the help has it:\n%s", help)
	}
	if a := invoke(t, "store", completeWord); a.status != 2 {
		t.Errorf("below a group it is a word like any: %+v", a)
	}
}

// setRefs makes refs in one operation.
func (p place) setRefs(t *testing.T, names ...refs.Name) {
	t.Helper()
	p.do(t, func(ctx context.Context, env *Env) error {
		db, err := env.DB(ctx)
		if err != nil {
			return err
		}
		stage, err := db.Store().Begin(ctx)
		if err != nil {
			return err
		}
		defer stage.Abort()
		id, _, err := stage.Put(ctx, objects.KindBlob, []byte("x"))
		if err != nil {
			return err
		}
		tx := db.Begin("refs set")
		for _, name := range names {
			tx.Set(name, id, refs.Expect{})
		}
		_, err = tx.Commit(ctx, stage)
		return err
	})
}

// Names come from the store that -C and --store lead to.
func TestCompleteNames(t *testing.T) {
	p := newPlace(t)
	p.setRefs(t, "refs/tags/v1", "refs/tags/a'b", "refs/tags/$(id)", "refs/tags/v2")
	p.setRefs(t, "refs/remotes/home/main")
	store := filepath.Join(p.root, ".genesis", "store")
	for line, want := range map[string]string{
		"log ":            "HEAD home/main v1 v2",
		"log v":           "v1 v2",
		"log v1 v":        "v1 v2",
		"log v1..v":       "v1..v1 v1..v2",
		"log v1..":        "v1..HEAD v1..home/main v1..v1 v1..v2",
		"log ^v":          "^v1 ^v2",
		"log --parent v":  "v1 v2",
		"log --parent=v":  "v1 v2",
		"vcs tag ":        "v1 v2",
		"vcs switch ":     "",
		"refs get refs/r": "refs/remotes/home/main",
		"refs get refs/t": "refs/tags/v1 refs/tags/v2",
		"log -- s":        "sub/",
		"log -- sub/":     "sub/inner",
		"--store s":       "sub/",
		"log -- .g":       ".genesis/",
	} {
		if err := os.WriteFile(filepath.Join(p.root, "sub", "inner"), nil, 0o666); err != nil {
			t.Fatal(err)
		}
		words := append([]string{"-C", p.root}, strings.Split(line, " ")...)
		values, directive := ask(t, p.environ, words...)
		slices.Sort(values)
		if got := strings.Join(values, " "); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
		if directive == ":0" || directive == ":16" {
			t.Errorf("%q leaves it to the shell, which is elsewhere", line)
		}
	}
	if values, _ := ask(t, p.environ, "--store", store, "vcs", "tag", "v"); !slices.Equal(values, []string{"v1", "v2"}) {
		t.Errorf("with --store: %q", values)
	}
	values, directive := ask(t, p.environ, "-C", p.root, "op", "show", "")
	if len(values) < 2 || len(values[0]) != shortOp || directive != ":36" {
		t.Errorf("operations: %q %s", values, directive)
	}
}

// Where there is no store and where it is damaged there are no names, and
// nothing else happens.
func TestCompleteWithoutAStore(t *testing.T) {
	p := newPlace(t)
	p.setRefs(t, "refs/tags/v1")
	for _, where := range []string{p.home, filepath.Join(p.home, "nothing"), filepath.Join(p.root, "no-store")} {
		if values, directive := ask(t, p.environ, "-C", where, "vcs", "tag", ""); len(values) > 0 || directive != ":4" {
			t.Errorf("%s: %q %s", where, values, directive)
		}
	}
	if err := os.WriteFile(filepath.Join(p.root, ".genesis", "store", "format.toml"), []byte("?"), 0o666); err != nil {
		t.Fatal(err)
	}
	if values, directive := ask(t, p.environ, "-C", p.root, "vcs", "tag", ""); len(values) > 0 || directive != ":4" {
		t.Errorf("damaged: %q %s", values, directive)
	}
}
