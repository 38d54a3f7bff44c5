package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// pair is a workspace of genesis and a repository of git with the same files.
type pair struct {
	genesis, git string
	hashes, oids []string // of the small files, in the same order
}

// openPair makes both, empty.
func openPair(ctx context.Context, lab *lab, name string) (pair, error) {
	var p pair
	var err error
	if p.genesis, err = lab.place(name + "-genesis"); err != nil {
		return p, err
	}
	if p.git, err = lab.place(name + "-git"); err != nil {
		return p, err
	}
	_, err = lab.all(ctx, lab.genesis(p.genesis, "init"), lab.git(p.git, "init", "-q"))
	return p, err
}

// fill stores n small files in both.
func (p *pair) fill(ctx context.Context, lab *lab, n int) error {
	files, err := lab.place("files")
	if err != nil {
		return err
	}
	var list bytes.Buffer
	for i := range n {
		path, err := smallFile(files, i)
		if err != nil {
			return err
		}
		fmt.Fprintln(&list, path)
	}
	paths := filepath.Join(files, "list")
	if err := os.WriteFile(paths, list.Bytes(), 0o666); err != nil {
		return err
	}
	var put struct{ Objects []struct{ Hash string } }
	if err := lab.ask(ctx, p.genesis, &put, "store", "put", "--paths-from", paths); err != nil {
		return err
	}
	for _, object := range put.Objects {
		p.hashes = append(p.hashes, object.Hash)
	}
	c := lab.git(p.git, "hash-object", "-w", "--stdin-paths")
	c.stdin, c.keepOutput = &list, true
	done, err := lab.run(ctx, c)
	if err != nil {
		return err
	}
	p.oids = strings.Fields(string(done.output))
	if len(p.hashes) != n || len(p.oids) != n {
		return fmt.Errorf("%d files gave %d hashes of genesis and %d of git", n, len(p.hashes), len(p.oids))
	}
	return nil
}

// smallFile writes a file of about 2 KiB that no other call writes.
func smallFile(dir string, i int) (string, error) {
	path := filepath.Join(dir, fmt.Sprintf("small-%06d", i))
	content := strings.Repeat(fmt.Sprintf("line of the small file %d in %s\n", i, filepath.Base(dir)), 40)
	return path, os.WriteFile(path, []byte(content), 0o666)
}

// measureFloor compares what the least useful commands cost as processes.
func measureFloor(ctx context.Context, lab *lab) ([]Row, error) {
	p, err := openPair(ctx, lab, "floor")
	if err != nil {
		return nil, err
	}
	if err := p.fill(ctx, lab, 200); err != nil {
		return nil, err
	}
	if err := lab.flush(ctx); err != nil {
		return nil, err
	}

	version := contest{lab: lab}
	version.enterCalls(lab.genesis(p.genesis, "version"))
	version.enterCalls(lab.git(p.git, "--version"))
	version.enterCalls(call{tool: "nothing", dir: lab.root})

	has := contest{lab: lab}
	has.enterCalls(lab.genesis(p.genesis, "store", "has", p.hashes[7]))
	has.enterCalls(lab.git(p.git, "cat-file", "-e", p.oids[7]))

	put, err := putContest(lab, p)
	if err != nil {
		return nil, err
	}
	// The three take turns with each other too, because their differences count.
	for _, c := range []*contest{&version, &has, put} {
		if err := c.warm(ctx); err != nil {
			return nil, err
		}
	}
	for range lab.opts.Samples {
		for _, c := range []*contest{&version, &has, put} {
			if err := c.turn(ctx); err != nil {
				return nil, err
			}
		}
	}
	rows := []Row{
		version.row("version", Target{Against: "git", Most: 3.2}),
		has.row("has", Target{Against: "git", Most: 4.5}),
		put.row("put of one small file"),
	}
	over := Row{Work: "has over version", Unit: "ms", Targets: []Target{{Most: 8}}}
	over.Genesis = exactly(rows[1].Genesis.Median - rows[0].Genesis.Median)
	return append(rows, over), nil
}

// putContest stores a new small file in each turn.
func putContest(lab *lab, p pair) (*contest, error) {
	files, err := lab.place("new-files")
	if err != nil {
		return nil, err
	}
	c := &contest{lab: lab}
	once := func(offset int, do func(path string) call) func(context.Context, int) (time.Duration, error) {
		turn := offset
		return func(ctx context.Context, _ int) (time.Duration, error) {
			turn++
			path, err := smallFile(files, turn)
			if err != nil {
				return 0, err
			}
			return lab.all(ctx, do(path))
		}
	}
	c.enter("genesis", "genesis store put FILE", once(0, func(path string) call {
		return lab.genesis(p.genesis, "store", "put", path)
	}))
	c.enter("git", "git hash-object -w FILE", once(500_000, func(path string) call {
		return lab.git(p.git, "hash-object", "-w", path)
	}))
	return c, nil
}
