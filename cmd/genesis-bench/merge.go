package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/genesis-vcs/genesis/semantic"
	"github.com/genesis-vcs/genesis/semantic/languages"
	"github.com/genesis-vcs/genesis/semantic/merge3"
)

// mergeOptions are those of "genesis-bench merge".
type mergeOptions struct {
	list, json, language string
	decisions            string
	without              []merge3.Step
	dirs                 []string
}

func parseMergeOptions(args []string, stderr io.Writer) (mergeOptions, error) {
	var o mergeOptions
	fs := flag.NewFlagSet("genesis-bench merge", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.StringVar(&o.json, "json", "", "also write the report to this file as JSON")
	fs.StringVar(&o.list, "list", "", "name the cases that are other (clean, but not what people committed), conflict, won (a conflict of git merged as committed) or worse (than git)")
	fs.StringVar(&o.decisions, "decisions", "", "also write what the steps settled to this file, a line of JSON each, with whether people committed the same")
	fs.StringVar(&o.language, "language", "", "look at the cases of one language only")
	fs.Func("without", "steps of the merge to leave out, separated by commas", func(s string) error {
		for name := range strings.SplitSeq(s, ",") {
			if !slices.Contains(merge3.Steps(), merge3.Step(name)) {
				return fmt.Errorf("no step %q; there are %v", name, merge3.Steps())
			}
			o.without = append(o.without, merge3.Step(name))
		}
		return nil
	})
	if err := fs.Parse(args); err != nil {
		return o, err
	}
	o.dirs = fs.Args()
	switch {
	case len(o.dirs) == 0:
		return o, fmt.Errorf("merge needs a directory with a manifest.jsonl")
	case o.list != "" && !slices.Contains([]string{"other", "conflict", "won", "worse"}, o.list):
		return o, fmt.Errorf("nothing is called %q; -list takes other, conflict, won or worse", o.list)
	}
	return o, nil
}

// runMerge merges every case of the corpora and compares with git and with what
// people committed.
func runMerge(ctx context.Context, args []string, stdout, stderr io.Writer) (err error) {
	opts, err := parseMergeOptions(args, stderr)
	if err != nil {
		return err
	}
	report := newMergeReport(opts)
	decided, err := openDecisions(opts.decisions)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, decided.close()) }()
	for _, dir := range opts.dirs {
		if err := mergeCorpus(ctx, dir, opts, report, decided, stdout); err != nil {
			return err
		}
	}
	report.finish()
	if opts.json != "" {
		out, err := json.MarshalIndent(report, "", "  ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(opts.json, append(out, '\n'), 0o600); err != nil {
			return err
		}
	}
	return report.write(stdout)
}

// mergeCorpus adds the cases of one corpus to the report.
func mergeCorpus(ctx context.Context, dir string, opts mergeOptions, report *mergeReport, decided *decisions, stdout io.Writer) error {
	cases, err := readMergeCases(dir)
	if err != nil {
		return err
	}
	for _, c := range cases {
		if opts.language != "" && c.Language != opts.language {
			continue
		}
		r, err := measureMerge(ctx, &c, opts)
		if err != nil {
			return err
		}
		report.add(c, r)
		if err := decided.write(&c, r); err != nil {
			return err
		}
		if r.listed(opts.list) {
			if _, err := fmt.Fprintf(stdout, "%s\t%s\t%s\tgit %s, genesis %s\t%s\n", c.Dir, c.Path, c.Language, r.git, r.ours, r.steps); err != nil {
				return err
			}
		}
	}
	return nil
}

// mergeResult is what became of one case.
type mergeResult struct {
	git, ours verdict
	steps     string
	merged    *merge3.Result
	regions   int  // conflicts left
	unparsed  bool // clean, and the language accepts the inputs but not the result
	took      time.Duration
}

func (r mergeResult) listed(what string) bool {
	switch what {
	case "other":
		return r.ours == different
	case "conflict":
		return r.ours == conflict
	case "won":
		return r.git == conflict && r.ours == exact
	case "worse":
		return r.worse()
	default:
		return false
	}
}

// worse says that git was right and we are not, or that git had a conflict where
// we are wrong.
func (r mergeResult) worse() bool {
	return r.git == exact && r.ours != exact || r.ours == different && r.git != different
}

func measureMerge(ctx context.Context, c *mergeCase, opts mergeOptions) (mergeResult, error) {
	if err := c.load(); err != nil {
		return mergeResult{}, err
	}
	git, err := c.git(ctx)
	if err != nil {
		return mergeResult{}, err
	}
	language := languages.For(c.Path, c.base)
	begun := time.Now()
	merged := merge3.Merge(merge3.Input{
		Base: c.base, Left: c.left, Right: c.right, Language: language,
		Options: merge3.Options{Without: opts.without},
	})
	r := mergeResult{git: git, took: time.Since(begun), merged: merged, regions: len(merged.Conflicts), steps: steps(merged.Decisions), ours: conflict}
	if merged.Clean() {
		r.ours = compare(merged.Content, c.expected)
		r.unparsed = parses(language, c.base) && parses(language, c.left) && parses(language, c.right) && !parses(language, merged.Content)
	}
	return r, ctx.Err()
}

func parses(language semantic.Language, content []byte) bool {
	_, err := language.Parse(content)
	return err == nil
}

// steps names what settled the regions that both sides changed.
func steps(decisions []merge3.Decision) string {
	var names []string
	for _, d := range decisions {
		if !slices.Contains(names, string(d.Step)) {
			names = append(names, string(d.Step))
		}
	}
	return strings.Join(names, ",")
}
