package main

import (
	"context"
	"path/filepath"
)

const (
	// deepFiles is how many files a commit of the deep set has.
	deepFiles = 2000
	// deepLines is how long a file is at first: what counts here is the number of
	// objects.
	deepLines = 15
	// deepMemory bounds what each command takes there, in MB.
	deepMemory = 512
)

// measureDeep runs what goes through all of a very long history, alone and once,
// and says how much memory and time each command takes: what it holds must not
// grow with the content.
func measureDeep(ctx context.Context, lab *lab) ([]Row, error) {
	repo, err := lab.place("deep")
	if err != nil {
		return nil, err
	}
	if err := lab.makeHistory(ctx, repo, made{commits: lab.opts.Deep, files: deepFiles, lines: deepLines}); err != nil {
		return nil, err
	}
	work, err := lab.place("work")
	if err != nil {
		return nil, err
	}
	if _, err := lab.all(ctx, lab.genesis(work, "init")); err != nil {
		return nil, err
	}
	var rows []Row
	for _, step := range []struct {
		work string
		args []string
	}{
		{"import", []string{"git", "import", "--from", repo}},
		{"first log", []string{"vcs", "log"}},
		{"log", []string{"vcs", "log"}},
		{"log as JSON", []string{"vcs", "log", "--json"}},
		{"log of one path", []string{"vcs", "log", "--", "dir01/sub1/file001.txt"}},
		{"verify", []string{"store", "verify"}},
		{"optimize", []string{"store", "optimize"}},
		{"verify, optimized", []string{"store", "verify"}},
		{"export", []string{"git", "export", "--to", filepath.Join(repo, "copy.git"), "--bare"}},
	} {
		c := lab.genesis(work, step.args...)
		c.memory = true
		lab.say("deep: %s", c.name())
		done, err := lab.run(ctx, c)
		if err != nil {
			return nil, err
		}
		rows = append(rows,
			Row{Work: step.work, Unit: "ms", Command: c.name(), Genesis: summarize([]float64{ms(done.wall)})},
			Row{
				Work: "peak anonymous memory of " + step.work, Unit: "MB",
				Genesis: summarize([]float64{float64(done.memory) / 1e6}), Targets: []Target{{Most: deepMemory}},
			})
	}
	return rows, nil
}
