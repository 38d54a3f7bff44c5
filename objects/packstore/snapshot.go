package packstore

import (
	"cmp"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
)

// snapshot is the catalog as of one transaction. It never changes; a process
// goes from one to the next. Families of rows are loaded when they are first
// asked for, always whole and checked.
type snapshot struct {
	state
	packs []*pack // newest first
	rows  map[family][]row
	// dropped are the files of merged packs that are still to be deleted.
	dropped []row

	refs int // users; guarded by Store.mu
}

// close closes the packs of a snapshot that no store has installed.
func (snap *snapshot) close() {
	for _, p := range snap.packs {
		p.close()
	}
}

// lookup returns the value of a row of a loaded family.
func (snap *snapshot) lookup(f family, name string) ([]byte, bool) {
	rows := snap.rows[f]
	i, ok := findRow(rows, name)
	if !ok {
		return nil, false
	}
	return rows[i].value, true
}

func findRow(rows []row, name string) (int, bool) {
	return slices.BinarySearchFunc(rows, name, func(r row, name string) int { return cmp.Compare(r.name, name) })
}

// loaded reports whether all these families are in the snapshot.
func (snap *snapshot) loaded(fams []family) bool {
	for _, f := range fams {
		if _, ok := snap.rows[f]; !ok {
			return false
		}
	}
	return true
}

// eagerRows is the number of rows up to which a family is loaded together with
// the state: opening the catalog once more would cost more.
const eagerRows = 2000

// rowFamilies are the families that hold the rows of the Store interface.
var rowFamilies = []family{famRef, famHead, famPin, famSetting, famMark}

// loadSnapshot reads the catalog. What base knows is taken over when nothing
// was published since. dir is the store's directory.
func loadSnapshot(c *catalog, dir string, base *snapshot, want []family) (*snapshot, error) {
	st, err := c.state()
	if err != nil {
		return nil, err
	}
	next := &snapshot{state: *st, rows: map[family][]row{}}
	if base != nil && base.generation == st.generation {
		next.packs, next.dropped = base.packs, base.dropped
		for f, rows := range base.rows {
			next.rows[f] = rows
		}
	} else if err := loadPacks(c, dir, next); err != nil {
		return nil, err
	}
	for _, f := range rowFamilies {
		if _, ok := next.rows[f]; ok {
			continue
		}
		if st.digest(f).count > eagerRows && !slices.Contains(want, f) {
			continue
		}
		if next.rows[f], err = c.family(f, *st.digest(f)); err != nil {
			return nil, err
		}
	}
	return next, nil
}

func loadPacks(c *catalog, dir string, next *snapshot) (err error) {
	rows, err := c.family(famPack, *next.digest(famPack))
	if err != nil {
		return err
	}
	for _, r := range rows {
		p, err := parsePackRow(r.name, r.value)
		if err != nil {
			return catalogDamage("%v", err)
		}
		next.packs = append(next.packs, &pack{packRow: p, dir: dir})
	}
	sortPacks(next.packs)
	next.dropped, err = c.family(famDropped, *next.digest(famDropped))
	return err
}

// sortPacks puts the newest first: that is where most lookups end.
func sortPacks(packs []*pack) {
	slices.SortFunc(packs, func(a, b *pack) int {
		return cmp.Or(cmp.Compare(b.created, a.created), slices.Compare(a.id[:], b.id[:]))
	})
}

// rowTable serves objects.ResolveBatch from a snapshot whose families are loaded.
type rowTable struct{ snap *snapshot }

// Row implements objects.Table.
func (t rowTable) Row(space objects.Space, name string) ([]byte, bool, error) {
	v, ok := t.snap.lookup(spaceFamily[space], name)
	return v, ok, nil
}

// Next implements objects.Table.
func (t rowTable) Next(space objects.Space, prefix, after string) (string, bool, error) {
	rows := t.snap.rows[spaceFamily[space]]
	i, found := findRow(rows, max(prefix, after))
	if found && rows[i].name == after && after != "" {
		i++
	}
	if i >= len(rows) || !strings.HasPrefix(rows[i].name, prefix) {
		return "", false, nil
	}
	return rows[i].name, true, nil
}

// batchFamilies are the families that a batch looks at.
func batchFamilies(b objects.Batch) []family {
	var out []family
	add := func(s objects.Space) {
		if f, ok := spaceFamily[s]; ok && !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	for _, c := range b.Changes {
		add(c.Space)
	}
	for _, g := range b.Guards {
		add(g.Space)
	}
	return out
}
