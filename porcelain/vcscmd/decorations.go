package vcscmd

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/refs"
)

// decorations are the names that a log shows beside commits.
type decorations struct {
	of    map[objects.ID][]refs.Name // the refs that hold a commit, or a tag of it
	short map[string]int             // how many refs have the same short name
}

// labels are names for a person: short, and with their family where another ref has
// the same short name.
func (d decorations) labels(names []refs.Name) []string {
	out := make([]string, len(names))
	for i, name := range names {
		if out[i] = name.Short(); d.short[out[i]] > 1 {
			out[i] = strings.TrimPrefix(string(name), "refs/")
		}
	}
	return out
}

// namesOf reads all refs.
func namesOf(ctx context.Context, db *refs.DB) (decorations, error) {
	list, err := db.List(ctx, "")
	if err != nil {
		return decorations{}, err
	}
	if err := followTags(ctx, db.Store(), list); err != nil {
		return decorations{}, err
	}
	d := decorations{of: make(map[objects.ID][]refs.Name, len(list)), short: make(map[string]int, len(list))}
	for _, r := range list {
		d.of[r.ID] = append(d.of[r.ID], r.Name)
		d.short[r.Name.Short()]++
	}
	for _, names := range d.of {
		slices.Sort(names)
	}
	return d, nil
}

// followTags replaces the tags that refs hold by what they name. There may be
// thousands, so it does that on several processors.
func followTags(ctx context.Context, store objects.Store, list []refs.Ref) error {
	var next atomic.Int64
	work := func() error {
		for {
			i := int(next.Add(1)) - 1
			if i >= len(list) {
				return nil
			}
			if !strings.HasPrefix(string(list[i].Name), refs.Tags) {
				continue
			}
			id, _, err := history.Target(ctx, store, list[i].ID)
			if err != nil {
				return err
			}
			list[i].ID = id
		}
	}
	const alone = 16 // so few are followed before others have begun
	if len(list) <= alone {
		return work()
	}
	errs := make([]error, min(runtime.GOMAXPROCS(0), 4))
	var workers sync.WaitGroup
	for i := range errs {
		workers.Go(func() { errs[i] = work() })
	}
	workers.Wait()
	return cmp.Or(errs...)
}
