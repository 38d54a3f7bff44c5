package packstore

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
)

// putInOrder runs under the exclusive lock before every transaction: rubbish of
// killed processes goes, packs that the catalog does not know are adopted, slots
// that are behind are written, and a catalog that lost its tail gets it back.
func (t *writeTx) putInOrder(ctx context.Context) error {
	newest, _, err := t.s.slots.read()
	if err != nil {
		return err
	}
	unknown, err := t.sweep()
	if err != nil {
		return err
	}
	if newest.generation < t.snap.generation {
		// A writer was stopped before it wrote its slot. Without that, readers
		// that are open would not see its transaction, and a rebuild of the
		// catalog would forget what others may have read by now.
		t.writeSlot(t.snap)
	}
	lost := newest.generation > t.snap.generation
	if !lost && len(unknown) == 0 {
		return nil
	}
	if err := reach(pointRecover); err != nil {
		return err
	}
	t.begin()
	for _, p := range unknown {
		t.addPack(p)
	}
	if lost {
		if err := t.replayTail(ctx, newest); err != nil {
			return err
		}
	}
	if err := t.commit(); err != nil {
		return err
	}
	t.snap, t.done = t.next, false
	return nil
}

// sweep removes what nobody needs from the directory of packs and returns the
// valid packs that the catalog does not list.
func (t *writeTx) sweep() (unknown []packRow, err error) {
	known := map[packID]bool{}
	for _, p := range t.snap.packs {
		known[p.id] = true
	}
	dropped := map[packID]bool{}
	for _, d := range t.snap.dropped {
		dropped[packID([]byte(d.name))] = true
	}
	dir := filepath.Join(t.s.dir, packsName)
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, cmp.Or(unreadable("packs", packsName, err), err)
	}
	for _, f := range files {
		path := filepath.Join(dir, f.Name())
		if strings.HasPrefix(f.Name(), tmpPrefix) {
			removeUnleased(path)
			continue
		}
		id, ok := parsePackName(f.Name())
		switch {
		case !ok || known[id]:
		case dropped[id]:
			if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, err // not there: the process that merged it is deleting, too
			}
		default:
			// What is not a whole pack is left where it is, for verify to report
			// and for a rebuild to take records from.
			if p, err := inspectPack(path); err == nil && p.id == id {
				unknown = append(unknown, p)
			}
		}
	}
	return unknown, nil
}

// removeUnleased removes a temporary pack whose process is gone.
func removeUnleased(path string) {
	f, err := os.Open(path)
	if err != nil {
		return
	}
	if tryLease(f) {
		_ = os.Remove(path)
	}
	_ = f.Close()
}

func parsePackName(name string) (packID, bool) {
	digits, ok := strings.CutSuffix(name, packSuffix)
	if !ok || len(digits) != 2*len(packID{}) || !objects.IsHex(digits) {
		return packID{}, false
	}
	var id packID
	_, err := hex.Decode(id[:], []byte(digits))
	return id, err == nil
}

// inspectPack reads what a catalog row says of a pack from the pack itself, and
// checks header, trailer and footer.
func inspectPack(path string) (packRow, error) {
	f, err := os.Open(path)
	if err != nil {
		return packRow{}, trimPath(err)
	}
	defer func() { _ = f.Close() }()
	row, footer, err := readFooterOf(f)
	if err != nil {
		return packRow{}, err
	}
	idx, err := parseIndex(row.trailer, footer)
	if err == nil {
		err = idx.checkAll()
	}
	return row, err
}

// readFooterOf reads header, trailer and footer bytes of a pack file.
func readFooterOf(f *os.File) (packRow, []byte, error) {
	info, err := f.Stat()
	if err != nil {
		return packRow{}, nil, err
	}
	size := info.Size()
	b := make([]byte, packHeaderSize)
	if _, err := f.ReadAt(b, 0); err != nil && !errors.Is(err, io.EOF) {
		return packRow{}, nil, err
	}
	head, err := parsePackHeader(b)
	if err != nil {
		return packRow{}, nil, err
	}
	if size < packHeaderSize+trailerSize {
		return packRow{}, nil, errors.New("pack is cut off")
	}
	b = make([]byte, trailerSize)
	if _, err := f.ReadAt(b, size-trailerSize); err != nil {
		return packRow{}, nil, err
	}
	t, err := parseTrailer(b, size)
	if err != nil {
		return packRow{}, nil, err
	}
	if t.id != head.id {
		return packRow{}, nil, errors.New("header and trailer are of different packs")
	}
	footer := make([]byte, size-t.footer)
	_, err = f.ReadAt(footer, t.footer)
	return packRow{size: size, created: head.created, trailer: t}, footer, err
}

// replayTail brings rows and operation head to what the newest slot names.
func (t *writeTx) replayTail(ctx context.Context, newest slot) error {
	if err := t.dropReplaced(); err != nil {
		return err
	}
	full, err := loadSnapshot(t.c, t.s.dir, t.snap, rowFamilies)
	if err != nil {
		return err
	}
	for f, rows := range full.rows {
		t.next.rows[f] = rows
	}
	chain := &replay{snap: t.next, bases: map[objects.ID]rowSet{full.head.Operation: newRowSet(full.rows)}}
	if err := chain.run(ctx, newest.head); err != nil {
		return err
	}
	if len(chain.losses) > 0 {
		return catalogDamage("its tail is lost: %s", chain.losses[0].Reason)
	}
	t.replaceAll(full.rows, chain.rows)
	t.tx.state.head = newest.head
	if chain.view.Seq > 0 {
		t.tx.state.view = chain.view
	}
	t.tx.state.generation = newest.generation + 1
	return t.makeRoom()
}

// dropReplaced takes packs out of the catalog whose files were deleted after a
// merge that the catalog forgot: a pack that says so has their objects.
func (t *writeTx) dropReplaced() error {
	replaced := map[packID]bool{}
	for _, p := range t.next.packs {
		if _, idx, err := p.open(); err == nil {
			for _, id := range idx.packs {
				replaced[id] = true
			}
		}
	}
	for _, p := range slices.Clone(t.next.packs) {
		_, err := os.Stat(t.s.packPath(p.id))
		if errors.Is(err, fs.ErrNotExist) && replaced[p.id] {
			t.dropPack(p.packRow)
		}
	}
	return nil
}

// replaceAll turns the rows of every family into others.
func (t *writeTx) replaceAll(from map[family][]row, to rowSet) {
	for _, f := range rowFamilies {
		for _, r := range from[f] {
			if _, ok := to[f][r.name]; !ok {
				t.tx.replace(f, r.name, r.value, nil)
			}
		}
		rows := to.sorted(f)
		for _, r := range rows {
			i, ok := findRow(from[f], r.name)
			if ok && string(from[f][i].value) == string(r.value) {
				continue
			}
			var old []byte
			if ok {
				old = from[f][i].value
			}
			t.tx.replace(f, r.name, old, r.value)
		}
		t.next.rows[f] = rows
	}
}

// makeRoom opens the catalog again when the transaction has grown beyond what
// it was opened for.
func (t *writeTx) makeRoom() error {
	need := int64(0)
	for _, s := range t.tx.sets {
		need += int64(len(s.key) + len(s.value) + catalogRow)
	}
	if need <= t.as.need {
		return nil
	}
	if err := t.c.close(); err != nil {
		return err
	}
	t.c = nil
	t.as.need = need
	c, err := openCatalog(t.s.dir, t.as)
	if err != nil {
		return fmt.Errorf("make room in the catalog: %w", err)
	}
	t.c = c
	return nil
}
