package packstore

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
)

// oldCatalog is what can still be read of the catalog that is to be replaced.
type oldCatalog struct {
	state
	rows  rowSet // of families that pass their checks
	doubt rowSet // of those that do not
	packs []packID
}

// readOld reads the old catalog, if it can be read. What a catalog that cannot
// be opened for another reason than damage holds is not given up.
func (r *rebuild) readOld(context.Context) error {
	c, err := openCatalog(r.dir, access{})
	if errors.Is(err, errUnclean) && !r.dryRun {
		c, err = openCatalog(r.dir, access{write: true})
	}
	var damaged *objects.CorruptError
	if errors.As(err, &damaged) || errors.Is(err, errUnclean) {
		return nil
	}
	if err != nil {
		return err
	}
	st, err := c.state()
	if err == nil {
		r.old = &oldCatalog{state: *st, rows: rowSet{}, doubt: rowSet{}}
		err = r.old.read(c)
	}
	if isUnreadable(err) {
		return errors.Join(err, c.close())
	}
	if err := c.close(); err != nil && !errors.As(err, &damaged) {
		return err
	}
	return nil
}

// read takes the rows over. The only error is that of what may not be read.
func (o *oldCatalog) read(c *catalog) error {
	for _, f := range rowFamilies {
		rows, err := c.family(f, *o.digest(f))
		if isUnreadable(err) {
			return err
		}
		set := o.rows
		if err != nil {
			set = o.doubt
		}
		set[f] = map[string][]byte{}
		for _, row := range rows {
			set.put(f, row.name, row.value)
		}
	}
	packs, err := c.family(famPack, *o.digest(famPack))
	if isUnreadable(err) {
		return err
	}
	for _, row := range packs {
		if p, err := parsePackRow(row.name, row.value); err == nil {
			o.packs = append(o.packs, p.id)
		}
	}
	return nil
}

// missPacks reports packs that the old catalog lists and that are gone, unless
// another pack says that it has their objects. It is asked only when something
// is lost: a pack takes its operation with it, and where none is missing, the
// pack was merged, the result merged again, and the catalog forgot.
func (r *rebuild) missPacks() {
	if r.old == nil || len(r.report.Losses) == 0 {
		return
	}
	merged := map[packID]bool{}
	for _, p := range r.snap.packs {
		if _, idx, err := p.open(); err == nil {
			for _, id := range idx.packs {
				merged[id] = true
			}
		}
	}
	slices.SortFunc(r.old.packs, func(a, b packID) int { return slices.Compare(a[:], b[:]) })
	for _, id := range r.old.packs {
		path := filepath.Join(packsName, id.fileName())
		if _, err := os.Lstat(filepath.Join(r.dir, path)); err != nil && !merged[id] {
			r.lose("pack "+path, "%v", trimPath(err))
		}
	}
}
