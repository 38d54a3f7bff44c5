package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// archive holds the contests over a history of Git and the places of one round.
type archive struct {
	lab  *lab
	repo string // a bare repository that nothing changes
	path string // of a file that has changed often

	clone, work     string // what the round made: Git's clone, genesis's workspace
	taking, news    contest
	leave, optimize contest
	sizes           map[string][]float64 // MiB on the disk
	memory          []float64            // MB of an import
}

const newCommits = 10

// measureHistory takes a history out of Git and makes it small, and reads it
// before and after.
func measureHistory(ctx context.Context, lab *lab) ([]Row, error) {
	a := &archive{lab: lab, sizes: map[string][]float64{}}
	for _, c := range []*contest{&a.taking, &a.news, &a.leave, &a.optimize} {
		c.lab = lab
	}
	if err := a.find(ctx); err != nil {
		return nil, err
	}
	a.enter()
	for round := range lab.opts.Rounds {
		lab.say("history: round %d of %d over %s", round+1, lab.opts.Rounds, a.repo)
		if err := a.round(ctx); err != nil {
			return nil, err
		}
	}
	before, err := a.reads(ctx, "")
	if err != nil {
		return nil, err
	}
	if err := a.shrink(ctx); err != nil {
		return nil, err
	}
	after, err := a.reads(ctx, ", optimized")
	if err != nil {
		return nil, err
	}
	for i, row := range after {
		row.Rivals = append(row.Rivals, Rival{Name: "before", Command: before[i].Command, Stat: before[i].Genesis})
		row.Targets = append(row.Targets, Target{Against: "before", Most: 1.5})
		after[i] = row
	}
	return append(append(a.rows(), before...), after...), nil
}

// find takes the repository of the options, or makes one.
func (a *archive) find(ctx context.Context) (err error) {
	if a.repo, err = a.lab.place("history"); err != nil {
		return err
	}
	if from := a.lab.opts.repo; from != "" {
		_, err = a.lab.all(ctx, a.lab.git(a.repo, "clone", "-q", "--mirror", from, "."))
	} else {
		err = a.lab.makeHistory(ctx, a.repo, made{commits: a.lab.opts.History, files: madeFiles, lines: madeLines})
	}
	if err != nil {
		return err
	}
	a.path, err = a.busyPath(ctx)
	return err
}

// busyPath is the file that most of the last commits changed.
func (a *archive) busyPath(ctx context.Context) (string, error) {
	c := a.lab.git(a.repo, "log", "-n", "500", "--name-only", "--format=", "HEAD")
	c.keepOutput = true
	done, err := a.lab.run(ctx, c)
	if err != nil {
		return "", err
	}
	count, best := map[string]int{}, ""
	for path := range strings.Lines(string(done.output)) {
		path = strings.TrimSpace(path)
		if count[path]++; path != "" && count[path] > count[best] {
			best = path
		}
	}
	if best == "" {
		return "", errors.New("the history changes no file")
	}
	return best, nil
}

// enter states the contests of a round.
func (a *archive) enter() {
	lab := a.lab
	a.taking.enter("genesis", "genesis init && genesis git import --from REPO (files too)", func(ctx context.Context, _ int) (time.Duration, error) {
		dir, err := lab.place("import")
		if err != nil {
			return 0, err
		}
		a.work = dir
		if _, err := lab.all(ctx, lab.genesis(dir, "init")); err != nil {
			return 0, err
		}
		c := lab.genesis(dir, "git", "import", "--from", a.repo)
		c.memory = true
		done, err := lab.run(ctx, c)
		a.memory = append(a.memory, float64(done.memory)/1e6)
		return done.wall, err
	})
	a.taking.enter("git", "git clone --no-local REPO", func(ctx context.Context, _ int) (time.Duration, error) {
		dir, err := lab.place("clone")
		if err != nil {
			return 0, err
		}
		a.clone = dir
		return lab.all(ctx, lab.git(dir, "clone", "-q", "--no-local", "file://"+a.repo, "."))
	})
	a.news.enter("genesis", fmt.Sprintf("genesis git import --from REPO (%d new commits)", newCommits), func(ctx context.Context, _ int) (time.Duration, error) {
		return lab.all(ctx, lab.genesis(a.work, "git", "import", "--from", a.repo))
	})
	a.news.enter("git", "git fetch && git merge --ff-only", func(ctx context.Context, _ int) (time.Duration, error) {
		return lab.all(ctx, lab.git(a.clone, "fetch", "-q"), lab.git(a.clone, "merge", "-q", "--ff-only"))
	})
	a.leave.enter("genesis", "genesis git export --to NEW --bare", func(ctx context.Context, _ int) (time.Duration, error) {
		dir, err := lab.place("export")
		if err != nil {
			return 0, err
		}
		return lab.all(ctx, lab.genesis(a.work, "git", "export", "--to", filepath.Join(dir, "copy.git"), "--bare"))
	})
	a.leave.enter("git", "git clone --no-local --bare REPO", func(ctx context.Context, _ int) (time.Duration, error) {
		dir, err := lab.place("bare")
		if err != nil {
			return 0, err
		}
		return lab.all(ctx, lab.git(dir, "clone", "-q", "--no-local", "--bare", "file://"+a.repo, "."))
	})
}

// round imports and clones, and gets what is new.
func (a *archive) round(ctx context.Context) error {
	if err := a.lab.flush(ctx); err != nil {
		return err
	}
	if err := a.taking.turn(ctx); err != nil {
		return err
	}
	for i := range newCommits {
		c := a.lab.git(a.repo, "commit-tree", "HEAD^{tree}", "-p", "HEAD", "-m", "new "+strconv.Itoa(i))
		c.keepOutput = true
		done, err := a.lab.run(ctx, c)
		if err != nil {
			return err
		}
		if _, err := a.lab.all(ctx, a.lab.git(a.repo, "update-ref", "HEAD", strings.TrimSpace(string(done.output)))); err != nil {
			return err
		}
	}
	if err := a.news.turn(ctx); err != nil {
		return err
	}
	if a.leave.turns > 0 { // once is enough, it is long
		return nil
	}
	return a.leave.turn(ctx)
}

// shrink makes both small, and weighs them.
func (a *archive) shrink(ctx context.Context) error {
	lab := a.lab
	store := filepath.Join(a.work, ".genesis", "store")
	if err := a.weigh("imported", store); err != nil {
		return err
	}
	gced, err := lab.place("gc")
	if err != nil {
		return err
	}
	if _, err := lab.all(ctx, lab.git(gced, "clone", "-q", "--no-local", "--mirror", "file://"+a.repo, "."), lab.git(gced, "gc", "-q")); err != nil {
		return err
	}
	if err := a.weigh("git gc", gced); err != nil {
		return err
	}
	a.optimize.enterCalls(lab.genesis(a.work, "store", "optimize"))
	a.optimize.enterCalls(lab.git(gced, "repack", "-adfq"))
	if err := lab.flush(ctx); err != nil {
		return err
	}
	if err := a.optimize.turn(ctx); err != nil {
		return err
	}
	return errors.Join(a.weigh("genesis", store), a.weigh("git repack -adf", gced))
}

func (a *archive) weigh(name, dir string) error {
	size, _, err := allocated(dir)
	a.sizes[name] = append(a.sizes[name], float64(size)/(1<<20))
	return err
}

// reads are the contests that only read.
func (a *archive) reads(ctx context.Context, state string) ([]Row, error) {
	lab := a.lab
	var rows []Row
	for _, r := range []struct {
		work    string
		times   int
		most    float64
		genesis []string
		git     []string
	}{
		{"log of 100 commits", lab.opts.Samples, 3, []string{"vcs", "log", "--max", "100"}, []string{"--no-pager", "log", "-n", "100"}},
		{"log of all commits", 5, 3, []string{"vcs", "log"}, []string{"--no-pager", "log"}},
		{"log of one path", 5, 3, []string{"vcs", "log", "--", a.path}, []string{"--no-pager", "log", "--", a.path}},
		{"log of one path, 10 commits", 5, 3, []string{"vcs", "log", "--max", "10", "--", a.path}, []string{"--no-pager", "log", "-n", "10", "--", a.path}},
		{"verify", min(5, lab.opts.Rounds), 1.5, []string{"store", "verify"}, []string{"fsck", "--full"}},
	} {
		c := contest{lab: lab}
		c.enterCalls(lab.genesis(a.work, r.genesis...))
		c.enterCalls(lab.git(a.clone, r.git...))
		if err := c.warm(ctx); err != nil {
			return nil, err
		}
		if err := c.hold(ctx, r.times); err != nil {
			return nil, err
		}
		rows = append(rows, c.row(r.work+state, Target{Against: "git", Most: r.most}))
	}
	return rows, nil
}

func (a *archive) rows() []Row {
	optimized := Row{Work: "size, optimized", Unit: "MiB", Genesis: summarize(a.sizes["genesis"]), Targets: []Target{{Against: "git gc", Most: 1.5}}}
	for _, name := range []string{"git gc", "git repack -adf", "imported"} {
		optimized.Rivals = append(optimized.Rivals, Rival{Name: name, Stat: summarize(a.sizes[name])})
	}
	return []Row{
		a.taking.row("import of a history", Target{Against: "git", Most: 3}),
		{Work: "peak anonymous memory of the import", Unit: "MB", Genesis: summarize(a.memory)},
		a.news.row(fmt.Sprintf("import of %d new commits", newCommits)),
		a.leave.row("export into a new repository"),
		optimized,
		a.optimize.row("optimize", Target{Against: "git", Most: 10}),
	}
}
