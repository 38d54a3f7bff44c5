package main

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Options say what is measured and how often. They are part of the report.
type Options struct {
	Sets    string `json:"sets"`
	Samples int    `json:"samples"` // of a one-shot command
	Rounds  int    `json:"rounds"`  // over a whole tree
	Commits int    `json:"commits"` // of the log set
	Puts    int    `json:"puts"`    // of the growth set
	History int    `json:"history"` // commits of the history that is made
	Deep    int    `json:"deep"`    // commits of the deep set
	Wide    int    `json:"wide"`    // files of the wide set
	Small   int    `json:"small"`   // files of the small set
	Size    uint64 `json:"size"`    // of the large file, bytes
	NoTools string `json:"without,omitempty"`

	tree, repo, dir, genesis string
	json, markdown, keep     bool
	baseline                 string // the file that is compared with
	update                   bool
}

func parseOptions(args []string, stderr io.Writer) (Options, error) {
	opts := Options{Size: 2 << 30}
	fs := flag.NewFlagSet("genesis-bench", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.StringVar(&opts.Sets, "sets", "floor,tree,log,history,deep,wide,small,large,growth,batch", "what to measure, separated by commas")
	fs.IntVar(&opts.Samples, "samples", 21, "how often a one-shot command runs")
	fs.IntVar(&opts.Rounds, "rounds", 3, "how often work on the whole tree runs, each time in fresh directories")
	fs.IntVar(&opts.Commits, "commits", 100, "how many commits the log set reads")
	fs.IntVar(&opts.Puts, "puts", 1000, "how many single puts the growth set makes (at least 20)")
	fs.IntVar(&opts.History, "history", 6000, "how many commits the history has that is made without -repo")
	fs.IntVar(&opts.Deep, "deep", 100_000, "how many commits the deep set has")
	fs.IntVar(&opts.Wide, "wide", 100_000, "how many files the wide set has")
	fs.IntVar(&opts.Small, "small", 20_000, "how many files the small set has")
	fs.StringVar(&opts.repo, "repo", "", "a Git repository with a real history, absolute (default: one is made)")
	fs.Func("size", "size of the large file, for example 512MiB or 8GiB (default 2GiB; over 2GiB genesis runs alone)", func(s string) (err error) {
		opts.Size, err = parseSize(s)
		return err
	})
	fs.StringVar(&opts.NoTools, "without", "", "rivals to leave out, separated by commas: restic")
	fs.StringVar(&opts.tree, "tree", "", "directory with the real tree (default: the source of the Go distribution)")
	fs.StringVar(&opts.dir, "dir", "", "where to work (default: the directory for temporary files)")
	fs.StringVar(&opts.genesis, "genesis", "", "the binary to measure (default: built from this module)")
	fs.BoolVar(&opts.json, "json", false, "print the report as JSON")
	fs.BoolVar(&opts.markdown, "markdown", false, "print the report as it stands in docs/performance.md")
	fs.StringVar(&opts.baseline, "check", "", "compare what does not depend on the machine's load with the baseline in this file, and nothing else")
	fs.BoolVar(&opts.update, "update", false, "with -check: write the baseline")
	fs.BoolVar(&opts.keep, "keep", false, "leave the working directory behind")
	if err := fs.Parse(args); err != nil {
		return Options{}, err
	}
	return opts, opts.check(fs.Args())
}

func (o Options) check(rest []string) error {
	switch {
	case len(rest) > 0:
		return fmt.Errorf("unexpected argument %q", rest[0])
	case o.update && o.baseline == "":
		return fmt.Errorf("-update goes with -check")
	case o.json && o.markdown:
		return fmt.Errorf("-json and -markdown exclude each other")
	case o.Samples < 1 || o.Rounds < 1 || o.Commits < 1:
		return fmt.Errorf("samples, rounds and commits must be at least 1")
	case o.History < 10 || o.Deep < 10 || o.Wide < perDir || o.Small < perDir:
		return fmt.Errorf("history and deep must be at least 10, wide and small at least %d", perDir)
	case o.Puts < 2*youngCount:
		return fmt.Errorf("puts must be at least %d, or there is nothing to compare", 2*youngCount)
	case o.Size < 1<<20:
		return fmt.Errorf("the large file must have at least 1MiB")
	}
	for _, name := range strings.Split(o.Sets, ",") {
		if !slices.ContainsFunc(sets(), func(s set) bool { return s.name == name }) {
			return fmt.Errorf("no set %q", name)
		}
	}
	return nil
}

func (o Options) wants(set string) bool { return slices.Contains(strings.Split(o.Sets, ","), set) }

func (o Options) without(tool string) bool {
	return slices.Contains(strings.Split(o.NoTools, ","), tool)
}

// parseSize reads a number of bytes with an optional binary unit: 4096, 64KiB,
// 512MiB, 2GiB.
func parseSize(s string) (uint64, error) {
	shift := 0
	digits := s
	for unit, by := range map[string]int{"KiB": 10, "MiB": 20, "GiB": 30} {
		if cut, ok := strings.CutSuffix(s, unit); ok {
			digits, shift = cut, by
		}
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil || n > (1<<63)>>shift {
		return 0, fmt.Errorf("%q is not a size such as 512MiB", s)
	}
	return n << shift, nil
}
