package packstore

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/genesis-vcs/genesis/objects"
)

// errUnknownOutcome reports a transaction of which not even a second look at
// the catalog told whether it happened.
var errUnknownOutcome = errors.New("the outcome of a transaction is unknown")

// writeTx is the exclusive lock with the catalog open for writing.
type writeTx struct {
	s     *Store
	leave func()
	lock  *storeLock
	c     *catalog
	as    access    // what the catalog was opened for
	snap  *snapshot // the newest, not installed
	tx    catalogTx
	next  *snapshot // what snap becomes with tx
	done  bool      // next was committed
}

// beginWrite takes the exclusive lock, opens the catalog and puts in order what
// a crash left behind.
func (s *Store) beginWrite(ctx context.Context, want []family, as access) (_ *writeTx, err error) {
	start := time.Now()
	leave, err := s.enterWriting(ctx)
	if err != nil {
		return nil, err
	}
	t, ready := &writeTx{s: s, leave: leave, as: as}, false
	defer func() {
		if !ready { // also when it panics
			t.snap = nil // it may not be in order
			t.end()
		}
	}()
	s.awaitClosing()
	opts := s.opts
	if left := opts.lockTimeout() - time.Since(start); left > 0 {
		opts.LockTimeout = left
	} else {
		opts.LockTimeout = -1
	}
	if t.lock, err = lockStore(ctx, s.dir, lockExclusive, opts); err != nil {
		return nil, err
	}
	if t.c, err = openCatalog(s.dir, as); err != nil {
		return nil, err
	}
	base, err := s.base()
	if err != nil {
		return nil, err
	}
	if s.Degraded() != "" {
		base = nil
	}
	if t.snap, err = loadSnapshot(t.c, s.dir, base, want); err != nil {
		return nil, err
	}
	if err := t.putInOrder(ctx); err != nil {
		return nil, err
	}
	ready = true
	return t, nil
}

// enterWriting waits for its turn within this process.
func (s *Store) enterWriting(ctx context.Context) (func(), error) {
	limit, cancel := context.WithTimeout(ctx, max(s.opts.lockTimeout(), time.Millisecond))
	defer cancel()
	leave, err := enter(limit, s.writing)
	if err != nil && ctx.Err() == nil {
		return nil, &objects.BusyError{PID: os.Getpid(), Verb: s.opts.Verb}
	}
	return leave, err
}

// begin starts a transaction on the present snapshot.
func (t *writeTx) begin() {
	st := t.snap.state
	st.generation++
	t.tx = catalogTx{state: &st}
	t.next = &snapshot{packs: slices.Clone(t.snap.packs), rows: map[family][]row{}}
	for f, rows := range t.snap.rows {
		t.next.rows[f] = rows
	}
	for _, d := range t.snap.dropped { // their files are gone by now
		t.tx.replace(famDropped, d.name, d.value, nil)
	}
}

// changeRows changes rows of loaded families. The changes are in the order of
// an operation, so that each family is gone through once.
func (t *writeTx) changeRows(changes []objects.OpChange) {
	for len(changes) > 0 {
		n := 1
		for n < len(changes) && changes[n].Space == changes[0].Space {
			n++
		}
		f := spaceFamily[changes[0].Space]
		for _, c := range changes[:n] {
			t.tx.replace(f, string(c.Name), c.Old, c.New)
		}
		t.next.rows[f] = changedRows(t.next.rows[f], changes[:n])
		changes = changes[n:]
	}
}

// changedRows returns a copy of sorted rows with sorted changes made.
func changedRows(rows []row, changes []objects.OpChange) []row {
	out := make([]row, 0, len(rows)+len(changes))
	for _, c := range changes {
		name := string(c.Name)
		i, found := findRow(rows, name)
		out = append(out, rows[:i]...)
		if c.New != nil {
			out = append(out, row{name, c.New})
		}
		if found {
			i++
		}
		rows = rows[i:]
	}
	return append(out, rows...)
}

// addPack makes a pack live.
func (t *writeTx) addPack(p packRow) {
	t.tx.replace(famPack, string(p.id[:]), nil, p.encode())
	t.next.packs = append(t.next.packs, &pack{packRow: p, dir: t.s.dir})
	sortPacks(t.next.packs)
}

// dropPack takes a live pack out of the catalog and notes that its file is to
// be deleted.
func (t *writeTx) dropPack(p packRow) {
	name := string(p.id[:])
	t.tx.replace(famPack, name, p.encode(), nil)
	t.tx.replace(famDropped, name, nil, []byte{})
	t.next.dropped = append(t.next.dropped, row{name: name, value: []byte{}})
	t.next.packs = slices.DeleteFunc(t.next.packs, func(q *pack) bool { return q.id == p.id })
}

// allRows lists every row as it will be after the transaction, in the order of
// a view.
func (t *writeTx) allRows() ([]objects.Row, error) {
	full, err := loadSnapshot(t.c, t.s.dir, t.snap, rowFamilies)
	if err != nil {
		return nil, err
	}
	var out []objects.Row
	for _, space := range objects.Spaces {
		f := spaceFamily[space]
		rows, ok := t.next.rows[f]
		if !ok {
			rows = full.rows[f]
			t.next.rows[f] = rows
		}
		for _, r := range rows {
			out = append(out, objects.Row{Space: space, Name: r.name, Value: r.value})
		}
	}
	return out, nil
}

// commit writes the transaction and, beside it, the slot. An error means
// that the transaction did not happen, unless it is errUnknownOutcome.
func (t *writeTx) commit() error {
	t.next.state = *t.tx.state
	if err := t.c.commit(&t.tx); err != nil {
		if landed, lookErr := t.lookAgain(); lookErr != nil {
			return fmt.Errorf("%w: %w", errUnknownOutcome, errors.Join(err, lookErr))
		} else if !landed {
			return spaceError(t.s.dir, err, uint64(catalogHeadroom))
		}
	}
	t.done = true
	t.writeSlot(t.next)
	return nil
}

// writeSlot notes a transaction that is durable in the catalog. A slot that
// cannot be written takes nothing back: the catalog is then newer than the
// slots, as after a crash here, and the next writer makes up for it. Until then
// a process that has the store open does not see the transaction.
func (t *writeTx) writeSlot(snap *snapshot) {
	_ = t.s.slots.write(slot{generation: snap.generation, head: snap.head})
}

// lookAgain opens the catalog anew after a failed commit: what it says now is
// what happened.
func (t *writeTx) lookAgain() (landed bool, err error) {
	_ = t.c.close()
	t.c = nil
	c, err := openCatalog(t.s.dir, t.as)
	if err != nil {
		return false, err
	}
	t.c = c
	st, err := c.state()
	if err != nil {
		return false, err
	}
	return st.generation == t.next.generation, nil
}

// end closes the catalog, gives the lock back and installs what is newest. A
// panic keeps it from none of that.
func (t *writeTx) end() {
	defer t.leave()
	defer t.install()
	defer func() {
		if t.lock != nil {
			t.lock.release()
		}
	}()
	if t.c != nil {
		// Everything is durable already. What closing leaves undone, the next
		// opening does.
		defer func() { _ = t.c.close() }()
		_ = reach(pointCatalogClose)
	}
}

func (t *writeTx) install() {
	switch {
	case t.done:
		t.s.setDegraded("")
		t.s.install(t.next)
	case t.snap != nil:
		t.s.setDegraded("")
		t.s.install(t.snap)
	}
}
