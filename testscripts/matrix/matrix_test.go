package matrix

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/families"
)

// allCommands are the commands of the program with their entries, by name.
func allCommands(t *testing.T) []*command {
	t.Helper()
	var all []*command
	known := map[string]bool{}
	add := func(c *cli.Command) {
		name := strings.Join(c.Path, " ")
		entry, ok := invocations[name]
		if !ok {
			t.Errorf("%s has no entry in the table of invocations", name)
			return
		}
		known[name] = true
		all = append(all, &command{Command: c, invocation: entry, name: name})
	}
	add(&cli.Command{Path: []string{"version"}, NoStore: true})
	for _, family := range families.All {
		for _, c := range family() {
			add(c)
		}
	}
	for name := range invocations {
		if !known[name] {
			t.Errorf("the table has an entry for %s, which is no command", name)
		}
	}
	sort.Slice(all, func(i, k int) bool { return all[i].name < all[k].name })
	return all
}

// counts says how the cases of each failure ended.
type counts struct {
	sync.Mutex
	of map[string]map[string]int
}

func (c *counts) add(name, end string) {
	c.Lock()
	defer c.Unlock()
	if c.of[name] == nil {
		c.of[name] = map[string]int{}
	}
	c.of[name][end]++
}

func (c *counts) log(t *testing.T) {
	total := 0
	var lines []string
	for name, ends := range c.of {
		var parts []string
		for end, n := range ends {
			total += n
			parts = append(parts, fmt.Sprintf("%s %d", end, n))
		}
		slices.Sort(parts)
		lines = append(lines, name+": "+strings.Join(parts, ", "))
	}
	slices.Sort(lines)
	t.Logf("%d cases:\n%s", total, strings.Join(lines, "\n"))
}

// sampled are the failures that are also tried with --ndjson and for people.
var sampled = []string{
	"nothing", "unknown flag", "missing argument", "missing file", "not a workspace", "flipped bytes in the packs", "damaged catalog",
	"held store", "no standard input", "SIGINT at the start", "SIGTERM before publishing", "SIGTERM after publishing", "time limit",
	"panic", "full disk for the pack", "reader gone",
}

// endsAs reports whether a run ended with the code; of a run that answered for
// people only the exit status is known.
func endsAs(end, code string) bool {
	row := contract.Lookup(code)
	return end == code || row != nil && end == fmt.Sprintf("exit %d", row.Exit)
}

// TestEveryCommandInEveryFailure is the matrix.
func TestEveryCommandInEveryFailure(t *testing.T) {
	places.root = t.TempDir()
	n := &counts{of: map[string]map[string]int{}}
	t.Run("commands", func(t *testing.T) {
		for _, c := range allCommands(t) {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				original := prepared(t, c.before)
				before, err := stateOf(original.copied(t, filepath.Join(t.TempDir(), "before")))
				check(t, err)
				for _, f := range failures {
					c.meets(t, f, original, before, n)
				}
			})
		}
	})
	n.log(t)
}

// meets runs the command in every mode that the failure is for.
func (c *command) meets(t *testing.T, f failure, original place, sound state, n *counts) {
	if f.applies != nil && !f.applies(c) {
		return
	}
	modes := []mode{asJSON}
	if c.raw() {
		modes = []mode{forHuman}
	} else if slices.Contains(sampled, f.name) {
		modes = []mode{asJSON, asNDJSON, forHuman}
	}
	for _, m := range modes {
		t.Run(strings.TrimSpace(f.name+" "+string(m)), func(t *testing.T) {
			base := filepath.Join(t.TempDir(), "place")
			r := newRun(c, original.copied(t, base), m)
			if f.arrange != nil {
				f.arrange(t, r)
			}
			broken, err := stateOf(r.p)
			check(t, err)
			a := r.start(t)
			end, err := c.judge(r, f, a, broken)
			n.add(f.name, end)
			if err != nil {
				t.Errorf("genesis %q: exit status %d: %v\n%s%s", r.commandLine(), a.status, err, a.stdout, a.stderr)
			}
		})
	}
}

// judge holds the answer and what became of the place against what is expected.
// end is the code that it ended with.
func (c *command) judge(r *run, f failure, a answer, before state) (end string, err error) {
	doc, err := r.check(a)
	switch {
	case doc.Code != "":
		end = doc.Code
	case a.status == 0:
		end = "ok"
	default:
		end = fmt.Sprintf("exit %d", a.status)
	}
	switch {
	case err != nil:
		return end, err
	case f.status != 0 && a.status != f.status:
		return end, fmt.Errorf("want exit status %d", f.status)
	case f.code != "" && r.mode != forHuman && end != f.code:
		return end, fmt.Errorf("want %s", f.code)
	case f.ends != nil && !slices.ContainsFunc(f.ends, func(code string) bool { return endsAs(end, code) }):
		return end, fmt.Errorf("want one of %v", f.ends)
	case f.succeeds && a.status != 0:
		return end, fmt.Errorf("want a success")
	}
	after, err := stateOf(r.p)
	if err == nil && after.left != "" && doc.Code == "internal/panic" {
		// Nothing is closed after a panic; the next command takes the move back.
		after, err = recovered(r)
	}
	if err != nil {
		return end, err
	}
	return end, r.checkState(before, after, doc)
}

// recovered is the state after a command that recovers an interrupted move.
func recovered(r *run) (state, error) {
	cmd := exec.Command(plain, "vcs", "snapshot", "--quiet")
	cmd.Dir, cmd.Env = r.p.work(), r.p.env()
	before, err := stateOf(r.p)
	if err == nil {
		err = cmd.Run()
	}
	if err != nil {
		return state{}, err
	}
	after, err := stateOf(r.p)
	after.head, after.rows = before.head, before.rows // the snapshot is an operation, too
	return after, err
}
