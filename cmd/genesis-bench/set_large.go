package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// rivalLimit is the largest file that git and restic are given too: they need
// minutes for it.
const rivalLimit = 2 << 30

// heavy is the place and the samples of the large set.
type heavy struct {
	lab    *lab
	p      pair
	files  string
	size   uint64
	memory uint64 // the largest that any call needed
	disk   []float64
}

// measureLarge takes one large incompressible file in and out, puts it again
// after small edits, and looks at what other commands feel meanwhile.
func measureLarge(ctx context.Context, lab *lab) ([]Row, error) {
	h := &heavy{lab: lab, size: lab.opts.Size}
	if err := h.prepare(ctx); err != nil {
		return nil, err
	}
	in, hash, err := h.put(ctx)
	if err != nil {
		return nil, err
	}
	out, err := h.get(ctx, hash)
	if err != nil {
		return nil, err
	}
	again, err := h.putEdited(ctx)
	if err != nil {
		return nil, err
	}
	beside, err := h.beside(ctx)
	if err != nil {
		return nil, err
	}
	rows := append([]Row{in, out}, again...)
	rows = append(rows, beside...)
	if h.memory > 0 {
		rows = append(rows, Row{Work: "peak anonymous memory", Unit: "MB", Genesis: exactly(float64(h.memory) / 1e6), Targets: []Target{{Most: 100}}})
	}
	return rows, nil
}

func (h *heavy) prepare(ctx context.Context) (err error) {
	if h.files, err = h.lab.place("large"); err != nil {
		return err
	}
	// The file, its edition, what is stored of it, the copy that is got back and
	// the disk's own two; another one beside, stored too, and the rivals'.
	if err := needSpace(h.files, 6*h.size+8*min(h.size, rivalLimit)); err != nil {
		return err
	}
	if h.p, err = openPair(ctx, h.lab, "large"); err != nil {
		return err
	}
	return writeRandom(h.path("one"), h.size, 1)
}

func (h *heavy) path(name string) string { return filepath.Join(h.files, name) }

// rate is the speed in MB/s of work on the whole file.
func (h *heavy) rate(wall time.Duration) float64 { return float64(h.size) / 1e6 / wall.Seconds() }

// run measures one call of genesis with its memory.
func (h *heavy) run(ctx context.Context, c call) (outcome, error) {
	c.memory = true
	done, err := h.lab.run(ctx, c)
	h.memory = max(h.memory, done.memory)
	return done, err
}

// measureDisk writes a file of the same size in order and syncs it, on the same
// disk, now: a smaller one might fit into a burst that the disk allows.
func (h *heavy) measureDisk(ctx context.Context) error {
	if err := h.lab.flush(ctx); err != nil {
		return err
	}
	wall, err := writeSequential(h.path(fmt.Sprintf("disk-%d", len(h.disk))), h.size)
	h.disk = append(h.disk, h.rate(wall))
	return err
}

func (h *heavy) put(ctx context.Context) (Row, string, error) {
	row := Row{Work: fmt.Sprintf("put of a file of %s", sizeText(h.size)), Unit: "MB/s", Command: "genesis store put FILE"}
	if err := h.measureDisk(ctx); err != nil {
		return row, "", err
	}
	if err := h.lab.flush(ctx); err != nil {
		return row, "", err
	}
	c := h.lab.genesis(h.p.genesis, "store", "put", h.path("one"))
	done, err := h.run(ctx, c)
	if err != nil {
		return row, "", err
	}
	row.Genesis = exactly(h.rate(done.wall))
	if err := h.measureDisk(ctx); err != nil {
		return row, "", err
	}
	disk := summarize(h.disk)
	row.Rivals = []Rival{{Name: "disk", Command: "write in order, then fsync", Stat: disk}}
	row.Targets = []Target{{Least: min(250, 0.8*disk.Median)}}
	if err := h.rivalPuts(ctx, &row); err != nil {
		return row, "", err
	}
	// Asked again, because what was measured printed for a person.
	var put struct{ Hash string }
	err = h.lab.ask(ctx, h.p.genesis, &put, "store", "put", h.path("one"))
	return row, put.Hash, err
}

func (h *heavy) rivalPuts(ctx context.Context, row *Row) error {
	if h.size > rivalLimit {
		return nil
	}
	calls := []call{h.lab.git(h.p.git, "hash-object", "-w", h.path("one"))}
	if h.lab.has("restic") {
		repo, err := h.lab.place("restic")
		if err != nil {
			return err
		}
		if _, err := h.lab.run(ctx, h.lab.restic(h.files, repo, "init")); err != nil {
			return err
		}
		calls = append(calls, h.lab.restic(h.files, repo, "backup", "one"))
	}
	for _, c := range calls {
		if err := h.lab.flush(ctx); err != nil {
			return err
		}
		wall, err := h.lab.all(ctx, c)
		if err != nil {
			return err
		}
		row.Rivals = append(row.Rivals, Rival{Name: c.tool, Command: c.name(), Stat: exactly(h.rate(wall))})
	}
	return nil
}

// get writes the file out again and compares it.
func (h *heavy) get(ctx context.Context, hash string) (Row, error) {
	row := Row{Work: fmt.Sprintf("get of a file of %s", sizeText(h.size)), Unit: "MB/s", Command: "genesis store get HASH --out FILE"}
	if err := h.lab.flush(ctx); err != nil {
		return row, err
	}
	done, err := h.run(ctx, h.lab.genesis(h.p.genesis, "store", "get", hash, "--out", h.path("one-out")))
	if err != nil {
		return row, err
	}
	row.Genesis = exactly(h.rate(done.wall))
	if err := sameStream(h.path("one"), h.path("one-out")); err != nil || h.size > rivalLimit {
		return row, err
	}
	c := h.lab.git(h.p.git, "hash-object", h.path("one"))
	c.keepOutput = true
	named, err := h.lab.run(ctx, c)
	if err != nil {
		return row, err
	}
	out, err := os.Create(h.path("git-out"))
	if err != nil {
		return row, err
	}
	defer out.Close()
	c = h.lab.git(h.p.git, "cat-file", "blob", firstLine(named.output))
	c.stdout = out
	wall, err := h.lab.all(ctx, c)
	row.Rivals = []Rival{{Name: "git", Command: "git cat-file blob HASH >FILE", Stat: exactly(h.rate(wall))}}
	return row, err
}

// editsFor is 500 for 2 GiB and more, and as dense in a smaller file: each edit
// costs a chunk or two, whatever the size of the file.
func editsFor(size uint64) int {
	return max(1, int(500*min(size, rivalLimit)/rivalLimit))
}

// putEdited puts the file with small edits and looks at what that adds.
func (h *heavy) putEdited(ctx context.Context) ([]Row, error) {
	n := editsFor(h.size)
	if err := writeEdited(h.path("one"), h.path("edited"), edits(h.size, n, 2)); err != nil {
		return nil, err
	}
	if err := h.lab.flush(ctx); err != nil {
		return nil, err
	}
	store := filepath.Join(h.p.genesis, ".genesis", "store")
	before, _, err := allocated(store)
	if err != nil {
		return nil, err
	}
	done, err := h.run(ctx, h.lab.genesis(h.p.genesis, "store", "put", h.path("edited")))
	if err != nil {
		return nil, err
	}
	after, _, err := allocated(store)
	if err != nil {
		return nil, err
	}
	added := 100 * (float64(after) - float64(before)) / float64(h.size)
	return []Row{
		{Work: fmt.Sprintf("put of the file with %d edits", n), Unit: "MB/s", Genesis: exactly(h.rate(done.wall))},
		{Work: fmt.Sprintf("new bytes of the file with %d edits", n), Unit: "%", Genesis: exactly(added), Targets: []Target{{Most: 3}}},
	}, nil
}

// beside runs small commands on the store while another large put runs, and
// reports the slowest of each.
func (h *heavy) beside(ctx context.Context) ([]Row, error) {
	h.lab.say("large: small commands beside a put")
	if err := writeRandom(h.path("two"), min(h.size, rivalLimit), 3); err != nil {
		return nil, err
	}
	if err := errors.Join(writeFile(filepath.Join(h.p.genesis, "file"), "first\n"), h.lab.flush(ctx)); err != nil {
		return nil, err
	}
	// The put has a lab of its own: two calls cannot share one file of errors.
	other := *h.lab
	var err error
	if other.errors, err = os.Create(h.path("stderr")); err != nil {
		return nil, err
	}
	defer other.errors.Close()
	ended := make(chan error, 1)
	go func() {
		_, err := other.run(ctx, other.genesis(h.p.genesis, "store", "put", h.path("two")))
		ended <- err
	}()
	times := map[string][]float64{}
	for i := 0; ; i++ {
		if err := h.small(ctx, i, times); err != nil {
			return nil, errors.Join(err, <-ended)
		}
		select {
		case err := <-ended:
			return besideRows(times), err
		default:
		}
	}
}

// small runs each of the small commands once.
func (h *heavy) small(ctx context.Context, i int, times map[string][]float64) error {
	path, err := smallFile(h.files, i)
	if err != nil {
		return err
	}
	if err := writeFile(filepath.Join(h.p.genesis, "file"), fmt.Sprintf("version %d\n", i)); err != nil {
		return err
	}
	for name, args := range map[string][]string{
		"refs list":  {"refs", "list"},
		"store put":  {"store", "put", path},
		"commit new": {"commit", "new", "-m", "beside"},
	} {
		wall, err := h.lab.all(ctx, h.lab.genesis(h.p.genesis, args...))
		if err != nil {
			return err
		}
		times[name] = append(times[name], ms(wall))
	}
	return nil
}

func besideRows(times map[string][]float64) (rows []Row) {
	for _, name := range []string{"refs list", "store put", "commit new"} {
		stat := summarize(times[name])
		rows = append(rows,
			Row{Work: name + " beside a large put", Unit: "ms", Command: "genesis " + name, Genesis: stat},
			Row{Work: "slowest " + name + " beside it", Unit: "ms", Genesis: exactly(stat.Max), Targets: []Target{{Most: 1000}}})
	}
	return rows
}

// needSpace refuses to fill the disk.
func needSpace(dir string, need uint64) error {
	var stat syscall.Statfs_t
	if err := syscall.Statfs(dir, &stat); err != nil {
		return err
	}
	if free := stat.Bavail * uint64(stat.Bsize); free < need {
		return fmt.Errorf("%s free where %s are needed; choose a smaller -size or another -dir", sizeText(free), sizeText(need))
	}
	return nil
}
