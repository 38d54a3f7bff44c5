package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

const baselineSchema = "genesis/bench-baseline-v0.1"

// Baseline is what does not depend on how busy a machine is: how often commands
// call the system, and what benchmarks allocate.
type Baseline struct {
	Schema  string             `json:"schema"`
	Figures map[string]float64 `json:"figures"`
}

// tolerance is how much more a figure may be before that is a regression. Syncs
// and renames are exact: each is a promise, or costs milliseconds. (Locks are not
// counted: who has to wait asks again and again.)
func tolerance(name string) (part, absolute float64) {
	switch {
	case strings.HasSuffix(name, " syncs"), strings.HasSuffix(name, " renames"):
		return 0, 0
	case strings.HasSuffix(name, " allocs/op"):
		return 0.10, 2
	case strings.HasSuffix(name, " B/op"):
		return 0.15, 512
	default:
		return 0.10, 8
	}
}

// worse lists what got worse, or is gone or new, as lines for a person.
func worse(was, now map[string]float64) (lines []string) {
	for _, name := range slices.Sorted(maps.Keys(was)) {
		got, ok := now[name]
		part, absolute := tolerance(name)
		switch {
		case !ok:
			lines = append(lines, fmt.Sprintf("%s\t%.0f\tnot measured", name, was[name]))
		case got > was[name]*(1+part)+absolute:
			lines = append(lines, fmt.Sprintf("%s\t%.0f\t%.0f\t%+.0f%%", name, was[name], got, 100*(got/math.Max(was[name], 1)-1)))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(now)) {
		if _, ok := was[name]; !ok {
			lines = append(lines, fmt.Sprintf("%s\tnot in the baseline\t%.0f", name, now[name]))
		}
	}
	return lines
}

// errWorse reports that something got worse.
var errWorse = errors.New("it got worse than the baseline (make bench-update, if that is meant)")

// check measures and compares with the baseline in a file, or with update writes
// it.
func check(ctx context.Context, lab *lab, file string, update bool, stdout io.Writer) error {
	now := map[string]float64{}
	if err := errors.Join(checkCommands(ctx, lab, now), checkBenchmarks(ctx, now)); err != nil {
		return err
	}
	if update {
		text, err := json.MarshalIndent(Baseline{baselineSchema, now}, "", "  ")
		if err != nil {
			return err
		}
		return os.WriteFile(file, append(text, '\n'), 0o666)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var was Baseline
	if err := json.Unmarshal(text, &was); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	lines := worse(was.Figures, now)
	if len(lines) == 0 {
		_, err = fmt.Fprintf(stdout, "%d figures, none worse than the baseline\n", len(now))
		return err
	}
	table := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0)
	_, err = fmt.Fprintf(table, "figure\twas\tis\n%s\n", strings.Join(lines, "\n"))
	return errors.Join(err, table.Flush(), errWorse)
}

// checkCommands counts the system calls of commands, each in the state that the
// ones before it left.
func checkCommands(ctx context.Context, lab *lab, now map[string]float64) error {
	p, err := openPair(ctx, lab, "check")
	if err != nil {
		return err
	}
	if err := writeFiles(p.genesis, 1000, 500); err != nil {
		return err
	}
	repo, err := lab.place("repo")
	if err != nil {
		return err
	}
	stream := lab.git(repo, "fast-import", "--quiet")
	history := madeHistory(made{commits: 20, files: madeFiles, lines: madeLines})
	defer func() { _ = history.Close() }()
	stream.stdin = history
	one := filepath.Join(repo, "one")
	if err := os.WriteFile(one, []byte("one small file\n"), 0o666); err != nil {
		return err
	}
	if _, err := lab.all(ctx, lab.git(repo, "init", "-q", "--bare", "git"), lab.genesis(p.genesis, "commit", "-q", "-m", "first")); err != nil {
		return err
	}
	stream.dir = filepath.Join(repo, "git")
	if _, err := lab.all(ctx, stream); err != nil {
		return err
	}
	for i := range 20 {
		if err := editFiles(p.genesis, 2, i); err != nil {
			return err
		}
		if _, err := lab.all(ctx, lab.genesis(p.genesis, "commit", "-q", "-m", strconv.Itoa(i))); err != nil {
			return err
		}
	}
	if err := editFiles(p.genesis, wideEdits, 99); err != nil {
		return err
	}
	var head struct{ Commit string }
	if err := lab.ask(ctx, p.genesis, &head, "commit", "show"); err != nil {
		return err
	}
	for _, c := range []call{
		lab.genesis(p.genesis, "version"),
		lab.genesis(p.genesis, "store", "has", head.Commit),
		lab.genesis(p.genesis, "store", "put", one),
		lab.genesis(p.genesis, "commit", "new", "-m", "ten edits"),
		lab.genesis(p.genesis, "vcs", "status"),
		lab.genesis(p.genesis, "vcs", "log", "--max", "100"),
		lab.genesis(p.genesis, "refs", "set", "refs/heads/other", head.Commit),
		lab.genesis(p.genesis, "git", "import", "--from", filepath.Join(repo, "git"), "--ref", "refs/heads/*", "--force"),
	} {
		if err := lab.countCall(ctx, c, now); err != nil {
			return err
		}
	}
	return nil
}

// countCall runs a call twice where that is possible; the figures are those of the
// last run, in which nothing is made for the first time.
func (l *lab) countCall(ctx context.Context, c call, now map[string]float64) error {
	cmd := exec.CommandContext(ctx, l.tools[c.tool], c.args...)
	cmd.Dir, cmd.Env, cmd.Stdin = c.dir, append(l.env, "GOMAXPROCS=2"), c.stdin
	counts, err := countCalls(cmd)
	if err != nil {
		return fmt.Errorf("%s: %w", c.name(), err)
	}
	words := c.args[:min(2, len(c.args))]
	for name, n := range counts {
		now[strings.Join(words, " ")+" "+name] = float64(n)
	}
	return nil
}

// checked are the benchmarks whose allocations are compared, by package.
var checked = []struct{ pkg, names string }{
	{"./objects", "Tree|Commit|Sum"},
	{"./objects/packstore", "GetDelta"},
	{"./refs", "Set"},
	{"./plumbing/history", "Resolve"},
	{"./plumbing/git/gitobj", "ParseCommit"},
	{"./plumbing/git/oidmap", "Lookup"},
}

// checkBenchmarks runs benchmarks a fixed number of times each. Every name has to
// find one.
func checkBenchmarks(ctx context.Context, now map[string]float64) error {
	for _, c := range checked {
		cmd := exec.CommandContext(ctx, "go", "test", "-run", "^$", "-bench", "^Benchmark("+c.names+")$", "-benchtime", "200x", "-benchmem", c.pkg)
		out, err := cmd.CombinedOutput()
		if err != nil {
			return fmt.Errorf("%s: %w\n%s", c.pkg, err, out)
		}
		if n := parseBenchmarks(out, now); n < strings.Count(c.names, "|")+1 {
			return fmt.Errorf("%s: %d benchmarks of %s:\n%s", c.pkg, n, c.names, out)
		}
	}
	return nil
}

// parseBenchmarks takes bytes and allocations from what go test prints.
func parseBenchmarks(out []byte, now map[string]float64) (found int) {
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) == 0 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		name := fields[0]
		if at := strings.LastIndexByte(name, '-'); at >= 0 { // and the processors
			name = name[:at]
		}
		found++
		for i := 1; i < len(fields); i++ {
			if n, err := strconv.ParseFloat(fields[i-1], 64); err == nil && (fields[i] == "B/op" || fields[i] == "allocs/op") {
				now[strings.TrimPrefix(name, "Benchmark")+" "+fields[i]] = n
			}
		}
	}
	return found
}
