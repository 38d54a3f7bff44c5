package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
)

// measureLog compares the log of many commits, each of which changed one file.
func measureLog(ctx context.Context, lab *lab) ([]Row, error) {
	p, err := openPair(ctx, lab, "log")
	if err != nil {
		return nil, err
	}
	n := lab.opts.Commits
	for i := range n {
		for _, dir := range []string{p.genesis, p.git} {
			if err := writeFile(filepath.Join(dir, "file"), fmt.Sprintf("version %d\n", i)); err != nil {
				return nil, err
			}
		}
		if _, err := lab.all(ctx,
			lab.genesis(p.genesis, "commit", "new", "-m", "one more"),
			lab.git(p.git, "add", "-A"), lab.git(p.git, "commit", "-q", "-m", "one more")); err != nil {
			return nil, err
		}
	}
	c := contest{lab: lab}
	c.enterCalls(lab.genesis(p.genesis, "vcs", "log", "--max", strconv.Itoa(n)))
	c.enterCalls(lab.git(p.git, "--no-pager", "log", "-n", strconv.Itoa(n)))
	if err := c.warm(ctx); err != nil {
		return nil, err
	}
	if err := c.hold(ctx, lab.opts.Samples); err != nil {
		return nil, err
	}
	return []Row{c.row(fmt.Sprintf("log of %d commits", n))}, nil
}
