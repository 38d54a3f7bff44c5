package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

const (
	wideEdits = 10
	perDir    = 100
	smallSize = 4 << 10
)

// measureWide takes a tree of very many small files through its first commit, clean
// status, commits of a few edits, and the way between two commits.
func measureWide(ctx context.Context, lab *lab) ([]Row, error) {
	p, err := openPair(ctx, lab, "wide")
	if err != nil {
		return nil, err
	}
	for _, dir := range []string{p.genesis, p.git} {
		if err := writeFiles(dir, lab.opts.Wide, 200); err != nil {
			return nil, err
		}
	}
	if err := lab.flush(ctx); err != nil {
		return nil, err
	}
	commit := func(dir string) []call {
		return []call{lab.git(dir, "add", "-A"), lab.git(dir, "commit", "-q", "-m", "work")}
	}
	once := func(calls ...call) func(context.Context, int) (time.Duration, error) {
		return func(ctx context.Context, _ int) (time.Duration, error) { return lab.all(ctx, calls...) }
	}
	const gitCommit = "git add -A && git commit -q -m MSG"
	first, status, edits := contest{lab: lab}, contest{lab: lab}, contest{lab: lab}
	first.enter("genesis", "genesis commit new -m MSG", once(lab.genesis(p.genesis, "commit", "new", "-m", "work")))
	first.enter("git", gitCommit, once(commit(p.git)...))
	if err := first.turn(ctx); err != nil {
		return nil, err
	}
	status.enterCalls(lab.genesis(p.genesis, "vcs", "status"))
	status.enterCalls(lab.git(p.git, "status", "--porcelain"))
	if err := status.warm(ctx); err != nil {
		return nil, err
	}
	if err := status.hold(ctx, statusTurns); err != nil {
		return nil, err
	}
	edited := func(dir string, calls ...call) func(context.Context, int) (time.Duration, error) {
		return func(ctx context.Context, turn int) (time.Duration, error) {
			if err := editFiles(dir, wideEdits, turn); err != nil {
				return 0, err
			}
			return lab.all(ctx, calls...)
		}
	}
	edits.enter("genesis", "genesis commit new -m MSG", edited(p.genesis, lab.genesis(p.genesis, "commit", "new", "-m", "work")))
	edits.enter("git", gitCommit, edited(p.git, commit(p.git)...))
	if err := edits.hold(ctx, editTurns); err != nil {
		return nil, err
	}
	back, err := backAndForth(ctx, lab, p)
	if err != nil {
		return nil, err
	}
	files := lab.opts.Wide
	return []Row{
		first.row(fmt.Sprintf("first commit of %d files", files), Target{Against: "git", Most: 0.25}),
		status.row(fmt.Sprintf("clean status of %d files", files), Target{Against: "git", Most: 1.5}),
		edits.row(fmt.Sprintf("commit of %d edits among %d files", wideEdits, files), Target{Against: "git", Most: 1}),
		back.row(fmt.Sprintf("to a commit with %d other files among %d, and back", wideEdits, files)),
	}, nil
}

// backAndForth goes to the commit before and back again.
func backAndForth(ctx context.Context, lab *lab, p pair) (*contest, error) {
	c := &contest{lab: lab}
	c.enterCalls(lab.genesis(p.genesis, "vcs", "checkout", "main~1"), lab.genesis(p.genesis, "vcs", "switch", "main"))
	c.enterCalls(lab.git(p.git, "checkout", "-q", "main~1"), lab.git(p.git, "checkout", "-q", "main"))
	if err := c.warm(ctx); err != nil {
		return nil, err
	}
	return c, c.hold(ctx, editTurns)
}

// measureSmall takes many files of a few KiB in, and what restic has besides: a
// second backup after a few edits, and a check.
func measureSmall(ctx context.Context, lab *lab) ([]Row, error) {
	p, err := openPair(ctx, lab, "small")
	if err != nil {
		return nil, err
	}
	repo, err := lab.place("restic")
	if err != nil {
		return nil, err
	}
	for _, dir := range []string{p.genesis, p.git} {
		if err := writeFiles(dir, lab.opts.Small, smallSize); err != nil {
			return nil, err
		}
	}
	restic := lab.has("restic")
	if restic {
		if _, err := lab.run(ctx, lab.restic(p.git, repo, "init")); err != nil {
			return nil, err
		}
	}
	if err := lab.flush(ctx); err != nil {
		return nil, err
	}
	var rows []Row
	for _, step := range []struct {
		work                 string
		edits                int
		genesis, restic, git []string
		targets              []Target
	}{
		{fmt.Sprintf("first commit of %d files of 4 KiB", lab.opts.Small), 0, []string{"commit", "new", "-m", "work"}, []string{"backup", "--exclude", ".git", "."}, []string{"work"},
			[]Target{{Against: "git", Most: 0.25}, {Against: "restic", Most: 0.5}}},
		{fmt.Sprintf("commit after %d edits", wideEdits), wideEdits, []string{"commit", "new", "-m", "more"}, []string{"backup", "--exclude", ".git", "."}, []string{"more"},
			[]Target{{Against: "git", Most: 1}}},
		{"verify", 0, []string{"store", "verify"}, []string{"check", "--read-data"}, nil, nil},
	} {
		c := contest{lab: lab}
		edited := func(dir string, calls ...call) func(context.Context, int) (time.Duration, error) {
			return func(ctx context.Context, turn int) (time.Duration, error) {
				if step.edits > 0 {
					if err := editFiles(dir, step.edits, turn); err != nil {
						return 0, err
					}
				}
				return lab.all(ctx, calls...)
			}
		}
		c.enter("genesis", lab.genesis("", step.genesis...).name(), edited(p.genesis, lab.genesis(p.genesis, step.genesis...)))
		gitCalls := []call{lab.git(p.git, "fsck", "--full")}
		if step.git != nil {
			gitCalls = []call{lab.git(p.git, "add", "-A"), lab.git(p.git, "commit", "-q", "-m", step.git[0])}
		}
		c.enter("git", gitCalls[0].name(), edited(p.git, gitCalls...))
		if restic {
			// restic reads the same files as git did, whose edits are made already.
			one := lab.restic(p.git, repo, step.restic...)
			c.enter("restic", one.name(), func(ctx context.Context, _ int) (time.Duration, error) { return lab.all(ctx, one) })
		}
		if err := c.turn(ctx); err != nil {
			return nil, err
		}
		rows = append(rows, c.row(step.work, step.targets...))
	}
	return rows, nil
}

// writeFiles writes count files of about size bytes, perDir in a directory, each
// with content of its own that compresses like text.
func writeFiles(dir string, count, size int) error {
	words := make([]byte, 0, size+16)
	for i := range count {
		name := filepath.Join(dir, fmt.Sprintf("d%02d", i/perDir/50), fmt.Sprintf("e%04d", i/perDir), fmt.Sprintf("f%02d.txt", i%perDir))
		if i%perDir == 0 {
			if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
				return err
			}
		}
		words = words[:0]
		for n := i; len(words) < size; n = n*31 + 7 {
			words = fmt.Appendf(words, "%x word %d\n", n&0xffff, n%97)
		}
		if err := os.WriteFile(name, words[:size], 0o666); err != nil {
			return err
		}
	}
	return nil
}
