package vcscmd

import (
	"context"
	"strconv"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/refs"
	"github.com/genesis-vcs/genesis/semantic"
)

// lineRanges reads values of -L: "A,B", "A,+N", "A," and "A".
func lineRanges(values []string) ([]history.LineRange, error) {
	var out []history.LineRange
	for _, value := range values {
		r, ok := lineRange(value)
		if !ok {
			return nil, contract.Failf("usage/bad-argument", contract.Facts{"argument": "--lines", "value": value},
				"Lines are A,B or A,+N, counted from 1, with A not above B")
		}
		out = append(out, r)
	}
	return out, nil
}

func lineRange(value string) (r history.LineRange, ok bool) {
	a, b, comma := strings.Cut(value, ",")
	first, err := strconv.Atoi(a)
	if err != nil || first < 1 {
		return r, false
	}
	r = history.LineRange{First: first, Last: first}
	switch count, more := strings.CutPrefix(b, "+"); {
	case !comma:
	case b == "":
		r.Last = history.LastLine
	case more:
		n, err := strconv.Atoi(count)
		if err != nil || n < 1 || n > history.LastLine-first {
			return r, false
		}
		r.Last = first + n - 1
	default:
		if r.Last, err = strconv.Atoi(b); err != nil || r.Last < first {
			return r, false
		}
	}
	return r, true
}

// fileOf is the path that an argument names in the tree of the commit rev. The root
// is no file.
func fileOf(ctx context.Context, env *cli.Env, arg, rev string) (path string, db *refs.DB, commit objects.ID, err error) {
	if path, err = env.Path(ctx, arg); err != nil {
		return "", nil, commit, err
	}
	if path == "" {
		shown, _ := fields.Encode(arg)
		return "", nil, commit, contract.Fail("history/not-file", contract.Facts{"path": shown, "mode": objects.ModeDir})
	}
	if db, err = env.DB(ctx); err != nil {
		return "", nil, commit, err
	}
	_, c, err := history.ResolveCommit(ctx, db, rev)
	return path, db, c.ID, err
}

// blaming makes the fields of what was found; it reads each commit once.
type blaming struct {
	db      *refs.DB
	commits map[objects.ID]history.Commit
}

func (b *blaming) commit(ctx context.Context, id objects.ID) (history.Commit, error) {
	if c, ok := b.commits[id]; ok {
		return c, nil
	}
	c, err := history.Load(ctx, b.db.Store(), id)
	if err == nil {
		b.commits[id] = c
	}
	return c, err
}

func (b *blaming) line(ctx context.Context, i int, l history.BlamedLine, content []byte) (blameLine, error) {
	c, err := b.commit(ctx, l.Commit)
	if err != nil {
		return blameLine{}, err
	}
	out := blameLine{
		Line: i + 1, Commit: l.Commit, Author: fields.PersonOf(c.Author), Path: fields.PathOf(l.Path),
		OriginLine: l.Line, date: fields.LocalTime(c.Author)[:len("2006-01-02")],
	}
	out.Content, out.ContentEncoding = fields.Encode(string(content))
	return out, nil
}

// units sums up the outermost units with a name of which a line was asked for.
func (b *blaming) units(ctx context.Context, found history.Blamed) ([]blameUnit, error) {
	out := []blameUnit{}
	at := semantic.LinesOf(found.Content)
	for _, unit := range outermost(found.Document) {
		u := blameUnit{Unit: strings.TrimSpace(unit.Kind + " " + unit.Name)}
		u.FirstLine, u.LastLine = at.Of(unit.Body)
		if err := b.sum(ctx, &u, found.Lines[u.FirstLine-1:min(u.LastLine, len(found.Lines))], found.Commits); err != nil {
			return nil, err
		}
		if u.Commits > 0 {
			out = append(out, u)
		}
	}
	return out, nil
}

// outermost gives the units that have a name and none around them that has one.
func outermost(doc *semantic.Document) []*semantic.Unit {
	var out []*semantic.Unit
	var walk func(units []semantic.Unit)
	walk = func(units []semantic.Unit) {
		for i := range units {
			if units[i].Name != "" {
				out = append(out, &units[i])
			} else {
				walk(units[i].Units)
			}
		}
	}
	walk(doc.Root.Units)
	return out
}

// sum takes the commits of lines together; order has the newest first.
func (b *blaming) sum(ctx context.Context, u *blameUnit, lines []history.BlamedLine, order []objects.ID) error {
	of := map[objects.ID]bool{}
	for _, l := range lines {
		of[l.Commit] = true
	}
	for _, id := range order {
		if !of[id] {
			continue
		}
		if u.Commits++; u.Commits > 1 {
			continue
		}
		c, err := b.commit(ctx, id)
		if err != nil {
			return err
		}
		u.Commit, u.Author = id, fields.PersonOf(c.Author)
	}
	return nil
}
