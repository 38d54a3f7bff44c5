package packstore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"
	"golang.org/x/sys/unix"

	"github.com/genesis-vcs/genesis/objects"
)

const (
	// catalogMem is the least size of Badger's tables in memory. Small ones
	// open faster; a larger transaction asks for more.
	catalogMem = 2 << 20
	// catalogRow is what a row costs in a transaction besides its bytes.
	catalogRow = 128
	// compactTables is the number of table files from which a writer compacts
	// them when it closes the catalog: fewer are not worth the 50 ms.
	compactTables = 8
	// catalogHeadroom is the disk space that must be free before the catalog is
	// opened for writing. Badger maps its files, and a page that the disk has
	// no room for kills the process instead of failing.
	catalogHeadroom = 6 << 20
	// frugalHeadroom is what putting a store in order on a full disk makes do
	// with, besides twice the size of the tables.
	frugalHeadroom = 1 << 20
)

var (
	// errUnclean reports a catalog that was not closed: one opening for writing
	// puts it in order.
	errUnclean = errors.New("the catalog was not closed")
	// errUnwritable reports that the catalog cannot be opened for writing where
	// it is: a read-only medium, a full disk, a directory of somebody else.
	errUnwritable = errors.New("the catalog cannot be opened for writing")
)

// catalogLog listens to Badger, which reports some damage only to its log.
type catalogLog struct {
	dir  string // of the store, whose ballast goes when Badger cannot write a table
	mu   sync.Mutex
	errs []string
}

// Errorf implements badger.Logger. Badger tries again and again to write a
// table when the disk is full; giving up the ballast lets it succeed.
func (l *catalogLog) Errorf(format string, args ...any) {
	line := strings.TrimSpace(fmt.Sprintf(format, args...))
	l.mu.Lock()
	defer l.mu.Unlock()
	l.errs = append(l.errs, line)
	if strings.HasPrefix(line, "error flushing memtable") {
		dropBallast(l.dir)
	}
}

// Warningf implements badger.Logger.
func (*catalogLog) Warningf(string, ...any) {}

// Infof implements badger.Logger.
func (*catalogLog) Infof(string, ...any) {}

// Debugf implements badger.Logger.
func (*catalogLog) Debugf(string, ...any) {}

func (l *catalogLog) damage() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.errs) == 0 {
		return nil
	}
	return catalogFault("", errors.New(l.errs[0]))
}

func catalogDamage(format string, args ...any) *objects.CorruptError {
	return &objects.CorruptError{What: "catalog", Path: catalogName, Reason: fmt.Sprintf(format, args...)}
}

// catalog is the open Badger database. Its owner holds the store's lock.
type catalog struct {
	db  *badger.DB
	log *catalogLog
}

// access says what the catalog is opened for.
type access struct {
	write  bool
	need   int64 // bytes of the transaction
	frugal bool  // with the space that the ballast left
}

// headroom is the disk space that writing wants to find free.
func (a access) headroom(path string) uint64 {
	if !a.frugal {
		return uint64(catalogHeadroom + 4*a.need)
	}
	tables, _ := diskBytes(path)
	return frugalHeadroom + 2*tables
}

// openCatalog opens the catalog for reading or writing. Errors: errUnclean
// (reading), errUnwritable (writing), *objects.NoSpaceError, *UnreadableError,
// *objects.CorruptError.
func openCatalog(dir string, a access) (*catalog, error) {
	path := filepath.Join(dir, catalogName)
	if _, err := os.Stat(filepath.Join(path, "MANIFEST")); err != nil {
		return nil, catalogFault("", err)
	}
	if a.write {
		if err := reach(pointCatalogOpen); err != nil {
			return nil, unwritable(dir, err)
		}
		if err := unix.Access(path, unix.W_OK); err != nil {
			return nil, unwritable(dir, err)
		}
		if err := needSpace(dir, a.headroom(path)); err != nil {
			return nil, err
		}
	}
	return openBadger(path, dir, a)
}

// openBadger opens, or with write makes, the database at path for the store in
// dir.
func openBadger(path, dir string, a access) (c *catalog, err error) {
	log := &catalogLog{dir: dir}
	opts := catalogOptions(path, log, a)
	if _, err := os.Stat(filepath.Join(path, badger.ManifestFilename)); err == nil {
		if err := prepareCatalog(path, a, &opts); err != nil {
			return nil, err
		}
	}
	defer recoverDamage(&err)
	defer guardFaults()()
	db, err := openDB(opts)
	switch {
	case err == nil:
	case isLocked(err):
		return nil, &objects.BusyError{}
	case strings.Contains(err.Error(), "Log truncate required"):
		return nil, errUnclean
	case a.write && whyUnwritable(err) != nil:
		return nil, unwritable(dir, whyUnwritable(err))
	default:
		return nil, catalogFault("", err)
	}
	c = &catalog{db: db, log: log}
	if err := log.damage(); err != nil {
		return nil, errors.Join(err, c.close())
	}
	return c, nil
}

// openDB opens the database. Badger takes a lock of its own on the directory,
// does not wait for it, and can find it taken although nobody works with the
// database: a process that is just being started has a copy of the descriptor
// until it runs its own program. That takes milliseconds.
func openDB(opts badger.Options) (*badger.DB, error) {
	deadline := time.Now().Add(2 * time.Second)
	for {
		db, err := badger.Open(opts)
		if !isLocked(err) || time.Now().After(deadline) {
			return db, err
		}
		time.Sleep(2 * time.Millisecond)
	}
}

func isLocked(err error) bool {
	return err != nil && strings.Contains(err.Error(), "Cannot acquire directory lock")
}

// whyUnwritable returns the error of the system because of which a database
// cannot be written, or nil. Badger passes some on as text only.
func whyUnwritable(err error) error {
	for _, e := range []error{unix.EROFS, unix.EACCES, unix.EPERM, unix.ENOSPC, unix.EDQUOT} {
		if errors.Is(err, e) || strings.Contains(err.Error(), e.Error()) {
			return e
		}
	}
	return nil
}

// unwritable is errUnwritable with its reason, or a *objects.NoSpaceError.
func unwritable(dir string, err error) error {
	var full *objects.NoSpaceError
	if errors.As(spaceError(dir, err, catalogHeadroom), &full) {
		return full
	}
	return fmt.Errorf("%w: %w", errUnwritable, err)
}

// trimPath drops the path of a file error: messages name files relative to the
// store.
func trimPath(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return fmt.Errorf("%s %s: %w", pe.Op, filepath.Base(pe.Path), pe.Err)
	}
	return err
}

// prepareCatalog checks the files of an existing catalog and fits the options
// to them. Reading needs a catalog that was closed: Badger would find the log of
// a killed process too, but only after reading it through a mapping, which a
// full disk may turn into a signal.
func prepareCatalog(path string, a access, opts *badger.Options) error {
	files, err := listCatalog(path)
	if err != nil {
		return err
	}
	clean, err := files.check(*opts)
	switch {
	case err != nil:
		return err
	case !a.write && !clean:
		return errUnclean
	case a.write:
		if err := files.removeEmpty(); err != nil {
			return err
		}
	}
	// A log is twice the size of the table that it has to fit into.
	opts.MemTableSize = max(opts.MemTableSize, files.log)
	opts.CompactL0OnClose = a.write && !a.frugal && len(files.tables) >= compactTables
	return nil
}

// catalogOptions are measured; libraries that change them must measure again.
func catalogOptions(path string, log badger.Logger, a access) badger.Options {
	o := badger.DefaultOptions(path)
	o.ReadOnly = !a.write
	o.SyncWrites = true
	o.Logger = log
	o.MetricsEnabled = false
	o.MemTableSize = max(catalogMem, 8*a.need) // a transaction may fill 15 % of it
	o.NumMemtables = 2
	// Values of rows are capped far below this, so nothing reaches Badger's
	// value log, whose damage it does not report.
	o.ValueThreshold = catalogMem * 14 / 100
	o.ValueLogFileSize = 1 << 20
	o.Compression = options.None
	o.BlockCacheSize, o.IndexCacheSize = 0, 0
	o.NumCompactors = 2 // none blocks for ever at 15 tables, one is refused
	o.DetectConflicts = false
	o.VerifyValueChecksum = true
	// They have been verified; verified by block when it is read, a damaged
	// block makes its keys vanish without an error.
	o.ChecksumVerificationMode = options.NoVerification
	return o
}

// recoverDamage turns a panic of Badger into damage of the catalog, a fault in
// a file that it maps too (guardFaults lets that be a panic).
func recoverDamage(err *error) {
	if r := recover(); r != nil {
		*err = catalogFault("", fmt.Errorf("%v", r))
	}
}

// guardFaults makes faults of this goroutine panics; the result ends that.
func guardFaults() func() {
	old := debug.SetPanicOnFault(true)
	return func() { debug.SetPanicOnFault(old) }
}

func (c *catalog) close() (err error) {
	defer recoverDamage(&err)
	defer guardFaults()()
	return c.db.Close()
}

// state reads the state row. A catalog without one is damaged: the first
// transaction of every store writes it.
func (c *catalog) state() (st *state, err error) {
	defer recoverDamage(&err)
	defer guardFaults()()
	err = c.db.View(func(txn *badger.Txn) error {
		item, err := txn.Get(stateKey)
		if err != nil {
			return err
		}
		return item.Value(func(v []byte) error {
			st, err = parseState(v)
			return err
		})
	})
	if errors.Is(err, badger.ErrKeyNotFound) {
		return nil, catalogDamage("the state row is missing")
	}
	if err != nil {
		return nil, catalogFault("", err)
	}
	return st, c.log.damage()
}

// row is a key of a family and its value.
type row struct {
	name  string
	value []byte
}

// family reads all rows of a family, sorted by name, and compares their count
// and hash with what the state says. With an error it returns the rows that it
// could read, of which none is certain.
func (c *catalog) family(f family, want digest) (rows []row, err error) {
	defer recoverDamage(&err)
	defer guardFaults()()
	var got digest
	err = c.db.View(func(txn *badger.Txn) error {
		o := badger.DefaultIteratorOptions
		o.Prefix = f.key("")
		o.PrefetchValues = false
		it := txn.NewIterator(o)
		defer it.Close()
		for it.Rewind(); it.Valid(); it.Next() {
			value, err := it.Item().ValueCopy(nil)
			if err != nil {
				return err
			}
			r := row{name: string(it.Item().Key()[2:]), value: value}
			got.add(f, r.name, r.value)
			rows = append(rows, r)
		}
		return nil
	})
	if err != nil {
		return rows, catalogFault("", err)
	}
	if got != want {
		return rows, catalogDamage("family %q has %d rows that are not the %d that were written", byte(f), got.count, want.count)
	}
	return rows, c.log.damage()
}

// catalogTx collects the changes of one transaction and keeps the digests.
type catalogTx struct {
	state *state
	sets  []catalogSet
}

type catalogSet struct {
	key    []byte
	value  []byte
	remove bool
}

// replace sets a row (value nil: removes it) that held old (nil: did not exist).
func (t *catalogTx) replace(f family, name string, old, value []byte) {
	d := t.state.digest(f)
	if old != nil {
		d.remove(f, name, old)
	}
	if value != nil {
		d.add(f, name, value)
	}
	t.sets = append(t.sets, catalogSet{key: f.key(name), value: value, remove: value == nil})
}

// commit writes everything and the state in one synced transaction.
func (c *catalog) commit(t *catalogTx) (err error) {
	defer recoverDamage(&err)
	defer guardFaults()()
	if err := reach(pointCatalogCommit); err != nil {
		return err
	}
	txn := c.db.NewTransaction(true)
	defer txn.Discard()
	for _, s := range t.sets {
		if s.remove {
			err = txn.Delete(s.key)
		} else {
			err = txn.Set(s.key, s.value)
		}
		if err != nil {
			return err
		}
	}
	if err := txn.Set(stateKey, t.state.encode()); err != nil {
		return err
	}
	return txn.Commit()
}
