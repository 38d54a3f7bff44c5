package snapshot

import (
	"cmp"
	"context"
	"path"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
)

// SimilarOptions bound the search for renamed files; the zero value has the
// defaults.
type SimilarOptions struct {
	// Least is how much of the larger file has to be in the other one, in percent;
	// 0 stands for DefaultSimilarity.
	Least int
	// MaxSteps bounds the effort, a step being a line that is read or found in
	// another file. 0 stands for DefaultSimilarSteps. The added files that come
	// after the bound, in path order, stay added.
	MaxSteps int
}

const (
	// DefaultSimilarity is half of the file, as Git has it.
	DefaultSimilarity = 50
	// DefaultSimilarSteps keeps the search within seconds.
	DefaultSimilarSteps = 1 << 26
	// largestSimilar is the size of the files that are looked into.
	largestSimilar = 16 << 20
)

// Similar joins deleted and added (or untracked) files into Renamed changes:
// those of equal content and mode as Renames does, then those of which enough is
// common, most first; of equally similar ones first those of one base name, then
// in path order. What is common is counted in bytes of equal lines, wherever they
// stand. Links are joined only if they are equal, and empty files and
// very large ones the same. The result is sorted by path and does not depend on
// the order of changes. Errors are those of the reader.
func Similar(ctx context.Context, r Reader, changes []Change, opts SimilarOptions) ([]Change, error) {
	out := Renames(changes)
	s := similarity{
		ctx: ctx, r: r, changes: out, holders: map[uint64][]holder{},
		least: cmp.Or(opts.Least, DefaultSimilarity), left: cmp.Or(opts.MaxSteps, DefaultSimilarSteps),
	}
	var gone, come []int
	for i, c := range out {
		switch {
		case c.Status == Deleted && hasLines(c.Old):
			gone = append(gone, i)
		case (c.Status == Added || c.Status == Untracked) && hasLines(c.New):
			come = append(come, i)
		}
	}
	if len(gone) == 0 || len(come) == 0 {
		return out, nil
	}
	if err := s.find(gone, come); err != nil {
		return nil, err
	}
	return s.join(), nil
}

func hasLines(e *objects.Entry) bool {
	return e != nil && e.Mode.IsFile() && e.Size > 0 && e.Size <= largestSimilar
}

// similarity is a search. It knows which lines each deleted file has.
type similarity struct {
	ctx     context.Context
	r       Reader
	changes []Change
	least   int
	left    int // steps
	holders map[uint64][]holder
	found   []likeness
}

// holder is a deleted file that has a line, and how many bytes of it.
type holder struct{ change, bytes int }

// likeness is a deleted and an added file that could be one.
type likeness struct {
	from, to int // changes
	percent  int
}

func (s *similarity) find(gone, come []int) error {
	for _, i := range gone {
		lines, err := s.lines(s.changes[i].Old)
		if err != nil {
			return err
		}
		for _, l := range lines {
			s.holders[l.hash] = append(s.holders[l.hash], holder{i, l.bytes})
		}
	}
	common := make([]int, len(s.changes))
	for _, j := range come {
		if s.left <= 0 {
			return nil
		}
		lines, err := s.lines(s.changes[j].New)
		if err != nil {
			return err
		}
		for _, l := range lines {
			for _, h := range s.holders[l.hash] {
				common[h.change] += min(h.bytes, l.bytes)
			}
			s.left -= len(s.holders[l.hash])
		}
		for _, i := range gone {
			if percent := s.percent(i, j, common[i]); percent >= s.least {
				s.found = append(s.found, likeness{from: i, to: j, percent: percent})
			}
			common[i] = 0
		}
	}
	return nil
}

func (s *similarity) percent(from, to, common int) int {
	before, after := s.changes[from].Old, s.changes[to].New
	if before.ID == after.ID {
		return 100 // only the modes differ
	}
	return min(99, 100*common/int(max(before.Size, after.Size)))
}

// amount is a line of a file and the bytes of all lines that are equal to it.
type amount struct {
	hash  uint64
	bytes int
}

// lines reads a file, unless no step is left for it.
func (s *similarity) lines(e *objects.Entry) ([]amount, error) {
	if err := s.ctx.Err(); err != nil || s.left <= 0 {
		return nil, err
	}
	o, err := s.r.Get(s.ctx, e.ID)
	if err != nil {
		return nil, err
	}
	lines := amounts(o.Data)
	s.left -= len(lines)
	return lines, nil
}

// longestLine is where a line without an end is cut, as binary files have them.
const longestLine = 256

// amounts gives the distinct lines of a content, sorted by hash.
func amounts(content []byte) []amount {
	var out []amount
	hash, bytes := uint64(fnvStart), 0
	for i, c := range content {
		hash = (hash ^ uint64(c)) * fnvPrime
		bytes++
		if c == '\n' || bytes == longestLine || i == len(content)-1 {
			out = append(out, amount{hash, bytes})
			hash, bytes = fnvStart, 0
		}
	}
	slices.SortFunc(out, func(a, b amount) int { return cmp.Compare(a.hash, b.hash) })
	kept := out[:0]
	for _, a := range out {
		if last := len(kept) - 1; last >= 0 && kept[last].hash == a.hash {
			kept[last].bytes += a.bytes
		} else {
			kept = append(kept, a)
		}
	}
	return kept
}

// The constants of FNV-1a with 64 bits.
const (
	fnvStart = 14695981039346656037
	fnvPrime = 1099511628211
)

// join makes renames of what was found, each half used once.
func (s *similarity) join() []Change {
	slices.SortFunc(s.found, func(x, y likeness) int {
		return cmp.Or(cmp.Compare(y.percent, x.percent), cmp.Compare(s.moved(x), s.moved(y)),
			cmp.Compare(x.from, y.from), cmp.Compare(x.to, y.to))
	})
	taken := make([]bool, len(s.changes))
	gone := make([]bool, len(s.changes))
	for _, l := range s.found {
		if taken[l.from] || taken[l.to] {
			continue
		}
		taken[l.from], taken[l.to], gone[l.from] = true, true, true
		from, to := s.changes[l.from], &s.changes[l.to]
		*to = Change{Path: to.Path, OldPath: from.Path, Status: Renamed, Old: from.Old, New: to.New, Similarity: l.percent}
	}
	kept := s.changes[:0]
	for i, c := range s.changes {
		if !gone[i] {
			kept = append(kept, c)
		}
	}
	return kept
}

// moved orders files that kept their base name before those that got another.
func (s *similarity) moved(l likeness) int {
	if path.Base(s.changes[l.from].Path) == path.Base(s.changes[l.to].Path) {
		return 0
	}
	return 1
}
