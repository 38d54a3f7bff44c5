package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"
)

const (
	mostLate   = 50 // of the last puts are compared, fewer in a short run
	youngSkip  = 5  // puts into a new store before it counts
	youngCount = 10
)

// growth puts single files into one store, one process each, and into young
// stores in between.
type growth struct {
	lab   *lab
	files string
	store string
	young []string
	made  int
	late  int // the last puts, which are compared; a multiple of youngCount
}

// measureGrowth asks whether the thousandth small command is as fast as the
// tenth, and whether the store stays small in files. Times from the start of
// the run would be those of another disk: the young stores are the control.
func measureGrowth(ctx context.Context, lab *lab) ([]Row, error) {
	g := &growth{lab: lab, late: min(mostLate, lab.opts.Puts/2/youngCount*youngCount)}
	var err error
	if g.files, err = lab.place("files"); err != nil {
		return nil, err
	}
	if g.store, err = g.open(ctx); err != nil {
		return nil, err
	}
	if err := lab.flush(ctx); err != nil {
		return nil, err
	}
	var all, late, young []float64
	for i := range lab.opts.Puts {
		if i == lab.opts.Puts-g.late {
			if err := g.raise(ctx); err != nil {
				return nil, err
			}
		}
		wall, err := g.put(ctx, g.store)
		if err != nil {
			return nil, err
		}
		all = append(all, ms(wall))
		if n := i - (lab.opts.Puts - g.late); n >= 0 {
			late = append(late, ms(wall))
			if wall, err = g.put(ctx, g.young[n/youngCount]); err != nil {
				return nil, err
			}
			young = append(young, ms(wall))
		}
		if (i+1)%250 == 0 {
			lab.say("growth: %d of %d", i+1, lab.opts.Puts)
		}
	}
	return g.rows(all, late, young)
}

func (g *growth) open(ctx context.Context) (string, error) {
	dir, err := g.lab.place("growth")
	if err != nil {
		return "", err
	}
	_, err = g.lab.run(ctx, g.lab.genesis(dir, "init"))
	return dir, err
}

// raise makes the young stores, as many as the late puts need.
func (g *growth) raise(ctx context.Context) error {
	for range g.late / youngCount {
		dir, err := g.open(ctx)
		if err != nil {
			return err
		}
		for range youngSkip {
			if _, err := g.put(ctx, dir); err != nil {
				return err
			}
		}
		g.young = append(g.young, dir)
	}
	return g.lab.flush(ctx)
}

func (g *growth) put(ctx context.Context, dir string) (time.Duration, error) {
	g.made++
	path, err := smallFile(g.files, g.made)
	if err != nil {
		return 0, err
	}
	return g.lab.all(ctx, g.lab.genesis(dir, "store", "put", path))
}

func (g *growth) rows(all, late, young []float64) ([]Row, error) {
	bytes, files, err := allocated(filepath.Join(g.store, ".genesis", "store"))
	if err != nil {
		return nil, err
	}
	n := len(all)
	return []Row{
		{
			Work: fmt.Sprintf("puts %d–%d", n-g.late+1, n), Unit: "ms", Command: "genesis store put FILE",
			Genesis: summarize(late),
			Rivals: []Rival{{
				Name: "young store", Stat: summarize(young),
				Command: fmt.Sprintf("puts %d–%d of a new store, in turns", youngSkip+1, youngSkip+youngCount),
			}},
			Targets: []Target{{Against: "young store", Most: 1.3}},
		},
		{Work: fmt.Sprintf("slowest of %d puts", n), Unit: "ms", Genesis: exactly(slices.Max(all)), Targets: []Target{{Most: 500}}},
		{Work: fmt.Sprintf("files in the store after %d puts", n), Unit: "files", Genesis: exactly(float64(files)), Targets: []Target{{Most: 64}}},
		{Work: fmt.Sprintf("store size after %d puts", n), Unit: "MiB", Genesis: exactly(float64(bytes) / (1 << 20))},
	}, nil
}
