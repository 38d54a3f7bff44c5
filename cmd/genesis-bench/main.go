// Command genesis-bench runs the same work with genesis, git and restic and
// puts the times side by side. With the word merge and directories it compares
// merges of files with git merge-file and with what people committed.
//
// Absolute times say little on a shared machine, so the tools take turns within
// one run, each measurement is repeated, and medians and their ratios are what
// is reported.
//
// Glossary. A set is a group of measurements on one prepared place: floor, tree,
// log, history, deep, wide, small, large, growth, batch. A row is one piece of work
// with the sample of each tool. A target is what a row has to reach; it is reported, and missing one is
// not a failure of the command.
//
// Caveats, which the code avoids and a reader of the numbers should know: ext4
// makes creating files about five times slower for minutes after many deletions,
// so every round has fresh directories and everything is deleted at the very
// end; git leaves a detached gc behind, so gc.auto is 0; dirty pages of earlier
// work are written by the next sync, so there is one before each round; times
// late in a run are compared with a young control in between, never with times
// from the start of the run.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	switch err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintln(os.Stderr, "genesis-bench:", err)
		stop()
		os.Exit(1)
	}
}

// run measures the chosen sets and writes the report to stdout. An error is a
// tool that failed or gave a wrong answer.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) (err error) {
	if len(args) > 0 && args[0] == "merge" {
		return runMerge(ctx, args[1:], stdout, stderr)
	}
	opts, err := parseOptions(args, stderr)
	if err != nil {
		return err
	}
	lab, err := openLab(ctx, opts, stderr)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lab.close()) }()

	if opts.baseline != "" {
		return check(ctx, lab, opts.baseline, opts.update, stdout)
	}
	report := Report{Schema: reportSchema, Machine: describe(ctx, lab), Options: opts}
	for _, set := range sets() {
		if !opts.wants(set.name) {
			continue
		}
		lab.say("%s: %s", set.name, set.about)
		rows, err := set.measure(ctx, lab)
		if err != nil {
			return fmt.Errorf("set %s: %w", set.name, err)
		}
		for _, row := range rows {
			row.Set = set.name
			report.Rows = append(report.Rows, row.judge())
		}
	}
	return report.write(stdout, opts)
}

// A set is a group of measurements on one prepared place.
type set struct {
	name, about string
	measure     func(context.Context, *lab) ([]Row, error)
}

// sets lists what can be measured, in the order in which it is.
func sets() []set {
	return []set{
		{"floor", "what one process costs", measureFloor},
		{"tree", "commit, status, edits and checkout of a real tree", measureTree},
		{"log", "the log of 100 commits", measureLog},
		{"history", "a history of Git in, out, read and made small", measureHistory},
		{"deep", "the memory that a very long history takes", measureDeep},
		{"wide", "a tree of very many files", measureWide},
		{"small", "many small files, and restic on them", measureSmall},
		{"large", "one large file in and out", measureLarge},
		{"growth", "many single puts in a row", measureGrowth},
		{"batch", "many questions to one process", measureBatch},
	}
}
