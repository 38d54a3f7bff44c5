package merging

import (
	"context"
	"fmt"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/plumbing/treemerge"
	"github.com/genesis-vcs/genesis/semantic/linediff"
)

// Pick decides one unit.
type Pick struct {
	Unit   string
	Choice string     // one of objects.ConflictChoices
	Set    objects.ID // the blob of the choice "set"
}

// UnitError reports a unit that a conflict does not have, or no more: Decided says
// that it is decided already.
type UnitError struct {
	Unit    string
	Decided bool
	Open    []string // the units that can be decided
}

func (e *UnitError) Error() string {
	if e.Decided {
		return "the unit " + e.Unit + " is decided already"
	}
	return "the conflict has no unit " + e.Unit
}

// UnionError reports a union of what is not text.
type UnionError struct{ Unit string }

func (e *UnionError) Error() string { return "there is no union of what is not text" }

// whole says that a region stands for the file and not for lines of it.
func whole(r objects.ConflictRegion) bool { return r.Result.First == 0 }

// Units are the names of the regions.
func Units(c *objects.Conflict) []string {
	count := make(map[string]int)
	for _, r := range c.Regions {
		count[r.Unit]++
	}
	names := make([]string, len(c.Regions))
	for i, r := range c.Regions {
		names[i] = r.Unit
		if r.Unit == "" || count[r.Unit] > 1 {
			names[i] = fmt.Sprintf("#%d", i+1)
		}
	}
	return names
}

// OpenUnits are the names of the regions that are not decided.
func OpenUnits(c *objects.Conflict) []string {
	open := []string{}
	for i, name := range Units(c) {
		if c.Regions[i].Choice == "" {
			open = append(open, name)
		}
	}
	return open
}

// Resolve decides regions of the conflict of a file: those that the picks name, and
// with a strategy all others that are open. It returns a new conflict, settled if
// nothing is left; contents go through the desk. Errors: *UnitError, *UnionError.
func Resolve(ctx context.Context, desk *treemerge.Desk, c *objects.Conflict, strategy string, picks []Pick) (*objects.Conflict, error) {
	next := *c
	next.Regions = slices.Clone(c.Regions)
	now := make(map[int]bool)
	for _, p := range picks {
		i, err := find(c, p.Unit)
		if err != nil {
			return nil, err
		}
		if now[i] {
			return nil, &UnitError{Unit: p.Unit, Decided: true, Open: OpenUnits(&next)}
		}
		next.Regions[i].Choice, next.Regions[i].Set = p.Choice, p.Set
		now[i] = true
	}
	for i := range next.Regions {
		if strategy != "" && next.Regions[i].Choice == "" {
			next.Regions[i].Choice = strategy
			now[i] = true
		}
	}
	r := &resolver{desk: desk, c: &next, now: now}
	if err := r.decide(ctx); err != nil {
		return nil, err
	}
	if len(OpenUnits(&next)) == 0 {
		next.State = objects.ConflictSettled
	}
	return &next, nil
}

// find is the region of an open unit.
func find(c *objects.Conflict, unit string) (int, error) {
	i := slices.Index(Units(c), unit)
	if i < 0 {
		return 0, &UnitError{Unit: unit, Open: OpenUnits(c)}
	}
	if c.Regions[i].Choice != "" {
		return 0, &UnitError{Unit: unit, Decided: true, Open: OpenUnits(c)}
	}
	return i, nil
}

// resolver carries out decisions.
type resolver struct {
	desk *treemerge.Desk
	c    *objects.Conflict
	now  map[int]bool // the regions that are decided now
}

// decide changes the result. The lines come first, then what is decided for the
// file as a whole.
func (r *resolver) decide(ctx context.Context) error {
	if err := r.lines(ctx); err != nil {
		return err
	}
	for i := range r.c.Regions {
		if r.now[i] && whole(r.c.Regions[i]) {
			if err := r.whole(ctx, &r.c.Regions[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *resolver) side(choice string) *objects.ConflictSide {
	switch choice {
	case "left":
		return r.c.Left
	case "right":
		return r.c.Right
	default:
		return r.c.Base
	}
}

// whole decides the file as a whole: what one side has, or a content.
func (r *resolver) whole(ctx context.Context, region *objects.ConflictRegion) error {
	side := r.side(region.Choice)
	switch {
	case region.Choice == "union":
		return &UnionError{Unit: region.Unit}
	case region.Choice == "set":
		return r.set(ctx, region.Set)
	case side == nil:
		r.c.Result = nil
	case region.Unit == treemerge.UnitMode:
		result := *r.c.Result
		result.Mode = side.Mode
		r.c.Result = &result
	case r.c.Reason == treemerge.RenamedApart:
		// Each side has the file at its own path; the content is the merged one.
		result := *r.c.Result
		result.Path = side.Path
		r.c.Result = &result
	default:
		r.c.Result = side
	}
	return nil
}

// set makes a blob the result.
func (r *resolver) set(ctx context.Context, blob objects.ID) error {
	content, err := r.desk.Content(ctx, blob)
	if err != nil {
		return err
	}
	result := objects.ConflictSide{Mode: objects.ModeFile, ID: blob, Size: uint64(len(content))}
	for _, s := range []*objects.ConflictSide{r.c.Left, r.c.Right} {
		if s != nil && s.Mode.IsFile() {
			result.Mode = s.Mode
			break
		}
	}
	r.c.Result = &result
	return nil
}

// lines replaces the regions of lines that are decided now, and moves the others
// to where they stand then.
func (r *resolver) lines(ctx context.Context) error {
	if !slices.ContainsFunc(r.indexes(), func(i int) bool { return !whole(r.c.Regions[i]) }) {
		return nil
	}
	old, err := r.read(ctx, r.c.Result)
	if err != nil {
		return err
	}
	var text [][]byte
	at := 0
	for i := range r.c.Regions {
		region := &r.c.Regions[i]
		if whole(*region) {
			continue
		}
		from, to, err := within(region.Result, old)
		if err != nil {
			return err
		}
		if from < at {
			return &objects.EncodingError{Kind: objects.KindConflict, Reason: "a range of lines that begins in the one before"}
		}
		text = append(text, old[at:from]...)
		part := old[from:to]
		if r.now[i] {
			if part, err = r.chosen(ctx, region, to == len(old)); err != nil {
				return err
			}
		}
		region.Result = objects.ConflictLines{First: uint64(len(text) + 1), Count: uint64(len(part))}
		text, at = append(text, part...), to
	}
	return r.write(ctx, append(text, old[at:]...))
}

func (r *resolver) indexes() []int {
	var list []int
	for i := range r.c.Regions {
		if r.now[i] {
			list = append(list, i)
		}
	}
	return list
}

// chosen are the lines of a decision. Only the last one of a file may lack an end.
func (r *resolver) chosen(ctx context.Context, region *objects.ConflictRegion, last bool) ([][]byte, error) {
	var parts [][][]byte
	switch region.Choice {
	case "set":
		content, err := r.desk.Content(ctx, region.Set)
		if err != nil {
			return nil, err
		}
		parts = append(parts, linediff.Split(content))
	case "union":
		for _, choice := range []string{"left", "right"} {
			part, err := r.part(ctx, region, choice)
			if err != nil {
				return nil, err
			}
			parts = append(parts, part)
		}
	default:
		part, err := r.part(ctx, region, region.Choice)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	var out [][]byte
	for i, part := range parts {
		for j, line := range part {
			if n := len(line); n > 0 && line[n-1] != '\n' && !(last && i == len(parts)-1 && j == len(part)-1) {
				line = append(slices.Clone(line), '\n')
			}
			out = append(out, line)
		}
	}
	return out, nil
}

// part are the lines that one side has in a region.
func (r *resolver) part(ctx context.Context, region *objects.ConflictRegion, choice string) ([][]byte, error) {
	at := region.Base
	switch choice {
	case "left":
		at = region.Left
	case "right":
		at = region.Right
	}
	side := r.side(choice)
	if side == nil {
		return nil, nil
	}
	lines, err := r.read(ctx, side)
	if err != nil {
		return nil, err
	}
	from, to, err := within(at, lines)
	return lines[from:to], err
}

func (r *resolver) read(ctx context.Context, side *objects.ConflictSide) ([][]byte, error) {
	content, err := r.desk.Content(ctx, side.ID)
	return linediff.Split(content), err
}

// within are the indexes of a range of lines. A conflict whose ranges do not fit
// its contents was not made by a merge.
func within(at objects.ConflictLines, lines [][]byte) (from, to int, err error) {
	n := uint64(len(lines))
	if at.First < 1 || at.First > n+1 || at.Count > n+1-at.First {
		return 0, 0, &objects.EncodingError{Kind: objects.KindConflict, Reason: "a range of lines that is not there"}
	}
	return int(at.First - 1), int(at.First - 1 + at.Count), nil
}

func (r *resolver) write(ctx context.Context, lines [][]byte) error {
	content := slices.Concat(lines...)
	e, err := r.desk.Take(ctx, content)
	if err != nil {
		return err
	}
	result := *r.c.Result
	result.ID, result.Size = e.ID, e.Size
	r.c.Result = &result
	return nil
}

// Places are the paths at which a conflict has the file in the merged tree.
func Places(c *objects.Conflict) []string {
	places := []string{string(c.Path)}
	if c.Reason == treemerge.RenamedApart && c.Right != nil && c.Right.Path != "" {
		places = append(places, string(c.Right.Path))
	}
	return places
}

// Edits bring the result of a conflict into a tree.
func Edits(c *objects.Conflict) []snapshot.Edit {
	var edits []snapshot.Edit
	for _, path := range Places(c) {
		edits = append(edits, snapshot.Edit{Path: path, Entry: EntryAt(c, path)})
	}
	return edits
}

// apart says that the file is at two places.
func apart(c *objects.Conflict) bool {
	return c.Reason == treemerge.RenamedApart && slices.ContainsFunc(c.Regions, func(r objects.ConflictRegion) bool {
		return whole(r) && r.Choice == ""
	})
}

// EntryAt is what the tree has at one of the places of a conflict; nil for nothing.
func EntryAt(c *objects.Conflict, path string) *objects.Entry {
	at := c.Path
	switch {
	case c.Result == nil:
		return nil
	case c.Result.Path != "":
		at = c.Result.Path
	}
	if string(at) != path && !apart(c) {
		return nil
	}
	e := c.Result.Entry("")
	return &e
}
