package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

const (
	editedFiles = 100
	editTurns   = 5
	statusTurns = 11
)

// orchard holds the contests over a whole tree and the places of one round.
type orchard struct {
	lab      *lab
	pristine string // a copy of the tree that nothing changes
	p        pair

	first, status, edits, checkout contest
	sizes                          map[string][]float64 // MiB on the disk
}

// measureTree takes a real tree through a first commit, clean status, edits and
// a checkout, each round in fresh directories.
func measureTree(ctx context.Context, lab *lab) ([]Row, error) {
	o := &orchard{lab: lab, sizes: map[string][]float64{}}
	for _, c := range []*contest{&o.first, &o.status, &o.edits, &o.checkout} {
		c.lab = lab
	}
	files, err := o.plant(ctx)
	if err != nil {
		return nil, err
	}
	o.enter()
	for round := range lab.opts.Rounds {
		lab.say("tree: round %d of %d over %d files", round+1, lab.opts.Rounds, files)
		if err := o.round(ctx); err != nil {
			return nil, err
		}
	}
	return o.rows(files), nil
}

// plant copies the tree to where it is measured.
func (o *orchard) plant(ctx context.Context) (files int, err error) {
	from := o.lab.opts.tree
	if from == "" {
		out, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
		if err != nil {
			return 0, err
		}
		from = filepath.Join(strings.TrimSpace(string(out)), "src")
	}
	if o.pristine, err = o.lab.place("tree"); err != nil {
		return 0, err
	}
	files, err = copyTree(from, o.pristine)
	if err == nil && files == 0 {
		err = fmt.Errorf("no files in %s", from)
	}
	return files, err
}

// enter states the contests; the places are those of the round.
func (o *orchard) enter() {
	lab := o.lab
	calls := func(make func() []call) func(context.Context, int) (time.Duration, error) {
		return func(ctx context.Context, _ int) (time.Duration, error) { return lab.all(ctx, make()...) }
	}
	commit := func(dir string) []call {
		return []call{lab.git(dir, "add", "-A"), lab.git(dir, "commit", "-q", "-m", "work")}
	}
	const gitCommit = "git add -A && git commit -q -m MSG"
	o.first.enter("genesis", "genesis commit new -m MSG", calls(func() []call {
		return []call{lab.genesis(o.p.genesis, "commit", "new", "-m", "work")}
	}))
	o.first.enter("git", gitCommit, calls(func() []call { return commit(o.p.git) }))
	if lab.has("restic") {
		o.first.enter("restic", "restic backup TREE", o.backup)
	}

	o.status.enter("genesis", "genesis vcs status", calls(func() []call {
		return []call{lab.genesis(o.p.genesis, "vcs", "status")}
	}))
	o.status.enter("git", "git status --porcelain", calls(func() []call {
		return []call{lab.git(o.p.git, "status", "--porcelain")}
	}))

	edited := func(dir func() string, calls func() []call) func(context.Context, int) (time.Duration, error) {
		return func(ctx context.Context, turn int) (time.Duration, error) {
			if err := editFiles(dir(), editedFiles, turn); err != nil {
				return 0, err
			}
			return lab.all(ctx, calls()...)
		}
	}
	o.edits.enter("genesis", "genesis commit new -m MSG", edited(
		func() string { return o.p.genesis },
		func() []call { return []call{lab.genesis(o.p.genesis, "commit", "new", "-m", "work")} }))
	o.edits.enter("git", gitCommit, edited(
		func() string { return o.p.git },
		func() []call { return commit(o.p.git) }))

	o.checkout.enter("genesis", "genesis vcs checkout HASH (an empty workspace on the same store)", o.genesisCheckout)
	o.checkout.enter("git", "git checkout -q HEAD (after git clone --no-checkout --shared)", o.gitCheckout)
}

// backup is restic's first backup of the tree into a new repository. Making the
// repository is not part of the time: it is the price of a password.
func (o *orchard) backup(ctx context.Context, _ int) (time.Duration, error) {
	repo, err := o.lab.place("restic")
	if err != nil {
		return 0, err
	}
	if _, err := o.lab.run(ctx, o.lab.restic(o.pristine, repo, "init")); err != nil {
		return 0, err
	}
	wall, err := o.lab.all(ctx, o.lab.restic(o.pristine, repo, "backup", "."))
	return wall, errors.Join(err, o.weigh("restic", repo))
}

// round runs every contest once or more on fresh copies of the tree.
func (o *orchard) round(ctx context.Context) (err error) {
	if o.p, err = openPair(ctx, o.lab, "tree"); err != nil {
		return err
	}
	for _, dir := range []string{o.p.genesis, o.p.git} {
		if _, err := copyTree(o.pristine, dir); err != nil {
			return err
		}
	}
	if err := o.lab.flush(ctx); err != nil {
		return err
	}
	if err := o.first.turn(ctx); err != nil {
		return err
	}
	if err := errors.Join(o.weigh("genesis", filepath.Join(o.p.genesis, ".genesis", "store")),
		o.weigh("git", filepath.Join(o.p.git, ".git", "objects"))); err != nil {
		return err
	}
	// The first status after a commit reads again what changed in the same tick.
	if err := o.status.warm(ctx); err != nil {
		return err
	}
	if err := o.status.hold(ctx, statusTurns); err != nil {
		return err
	}
	if err := o.edits.hold(ctx, editTurns); err != nil {
		return err
	}
	if err := o.lab.flush(ctx); err != nil {
		return err
	}
	return o.checkout.turn(ctx)
}

// weigh notes what a store occupies.
func (o *orchard) weigh(name, dir string) error {
	size, _, err := allocated(dir)
	o.sizes[name] = append(o.sizes[name], float64(size)/(1<<20))
	return err
}

func (o *orchard) genesisCheckout(ctx context.Context, _ int) (time.Duration, error) {
	dir, err := o.lab.place("out-genesis")
	if err != nil {
		return 0, err
	}
	var head struct{ Commit string }
	if err := o.lab.ask(ctx, o.p.genesis, &head, "commit", "show"); err != nil {
		return 0, err
	}
	store := filepath.Join(o.p.genesis, ".genesis", "store")
	// A branch that does not exist yet: the new workspace starts from nothing.
	if _, err := o.lab.all(ctx, o.lab.genesis(dir, "init", "--store", store, "--branch", "empty")); err != nil {
		return 0, err
	}
	wall, err := o.lab.all(ctx, o.lab.genesis(dir, "vcs", "checkout", head.Commit))
	return wall, errors.Join(err, sameTree(o.p.genesis, dir))
}

func (o *orchard) gitCheckout(ctx context.Context, _ int) (time.Duration, error) {
	dir, err := o.lab.place("out-git")
	if err != nil {
		return 0, err
	}
	if _, err := o.lab.all(ctx, o.lab.git(dir, "clone", "-q", "--no-checkout", "--shared", o.p.git, ".")); err != nil {
		return 0, err
	}
	return o.lab.all(ctx, o.lab.git(dir, "checkout", "-q", "HEAD"))
}

func (o *orchard) rows(files int) []Row {
	first := o.first.row(fmt.Sprintf("first commit of %d files", files),
		Target{Against: "git", Most: 0.25}, Target{Against: "restic", Most: 0.5})
	size := Row{Work: "store size", Unit: "MiB", Genesis: summarize(o.sizes["genesis"]), Targets: []Target{{Against: "git", Most: 0.55}}}
	for _, name := range []string{"git", "restic"} {
		if values := o.sizes[name]; len(values) > 0 {
			size.Rivals = append(size.Rivals, Rival{Name: name, Stat: summarize(values)})
		}
	}
	return []Row{
		first, size,
		o.status.row("clean status", Target{Against: "git", Most: 1.5}),
		o.edits.row(fmt.Sprintf("commit of %d edits", editedFiles), Target{Against: "git", Most: 1}),
		o.checkout.row("checkout into an empty directory", Target{Against: "git", Most: 1}),
	}
}
