package packstore

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/genesis-vcs/genesis/objects"
)

// Options tune how a store is opened. The zero value is safe.
type Options struct {
	// Verb is recorded in the lock file for the BusyError of other processes.
	Verb string
	// LockTimeout is how long to wait for another process; 0 means 30 s,
	// negative means not at all.
	LockTimeout time.Duration
	// Now is the clock for pack times; nil means time.Now.
	Now func() time.Time

	viewEvery uint64 // operations from one view to the next; 0 means viewInterval
	packCount int    // objects of an optimized pack; 0 means optimizeCount
}

func (o Options) optimizeCount() int {
	if o.packCount == 0 {
		return optimizeCount
	}
	return o.packCount
}

func (o Options) viewInterval() uint64 {
	if o.viewEvery == 0 {
		return viewInterval
	}
	return o.viewEvery
}

func (o Options) lockTimeout() time.Duration {
	if o.LockTimeout == 0 {
		return defaultLockTimeout
	}
	return max(o.LockTimeout, 0)
}

func (o Options) now() time.Time {
	if o.Now != nil {
		return o.Now()
	}
	return time.Now()
}

// Store implements objects.Store on the packs and the catalog in a directory.
type Store struct {
	dir   string
	opts  Options
	slots *slotFile

	// loading is held while the catalog is read, so that one goroutine does it
	// for all; writing while this process publishes. Both are taken with a
	// context, hence channels. Who holds writing never waits for loading.
	loading chan struct{}
	writing chan struct{}

	mu       sync.Mutex
	snap     *snapshot
	packs    map[packID]*pack // of all snapshots in use
	bases    *baseCache
	degraded string
	closed   bool
	// closing is done when a catalog that is closed in the background is.
	closing chan struct{}
}

var _ objects.Store = (*Store)(nil)

// NotStoreError reports a directory that holds no store.
type NotStoreError struct{ Dir string }

func (e *NotStoreError) Error() string { return "no store in " + e.Dir }

// FormatError reports a store that was written by a newer version.
type FormatError struct{ Found, Supported int }

func (e *FormatError) Error() string { return "the store has a newer format" }

// ErrClosed is returned by every method of a Store after Close.
var ErrClosed = errors.New("the store is closed")

// Open opens the store in dir. It reads the catalog under the shared lock for
// a moment and holds no lock of the store afterwards.
//
// After an unclean stop it takes the exclusive lock once to put the catalog in
// order. Where that is impossible (a read-only medium, a full disk) the store
// is opened all the same and reads from the packs alone; see Degraded.
//
// Errors: *NotStoreError, *FormatError (a newer format), *objects.BusyError,
// *objects.CorruptError (the catalog is missing or damaged: RebuildCatalog
// helps).
func Open(ctx context.Context, dir string, opts Options) (*Store, error) {
	if err := checkFormat(dir); err != nil {
		return nil, err
	}
	slots, err := openSlots(dir)
	if err != nil {
		return nil, err
	}
	s := &Store{
		dir: dir, opts: opts, slots: slots,
		loading: make(chan struct{}, 1), writing: make(chan struct{}, 1),
		packs: map[packID]*pack{}, bases: newBaseCache(baseCacheBytes),
	}
	if err := s.refresh(ctx, nil, true); err != nil {
		return nil, errors.Join(err, slots.close())
	}
	return s, nil
}

// Degraded says why the store reads from the packs alone, because its catalog
// needs to be written and cannot be; it is empty for a store in order.
func (s *Store) Degraded() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.degraded
}

// Close releases every lock and file. Calls that are under way in other
// goroutines finish first or fail with ErrClosed. It is idempotent.
func (s *Store) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	snap := s.snap
	s.snap = nil
	closing := s.closing
	s.mu.Unlock()
	if closing != nil {
		<-closing
	}
	s.release(snap)
	return s.slots.close()
}

// acquire returns the present snapshot, to be given back with release.
func (s *Store) acquire() (*snapshot, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, ErrClosed
	}
	s.snap.refs++
	return s.snap, nil
}

// release gives a snapshot back. With its last user go the packs that no other
// snapshot lists.
func (s *Store) release(snap *snapshot) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if snap.refs--; snap.refs > 0 {
		return
	}
	for _, p := range snap.packs {
		if p.refs--; p.refs == 0 {
			delete(s.packs, p.id)
			p.close()
		}
	}
}

// install makes a snapshot the present one, unless a newer one is there. Packs
// that are open already are kept open.
func (s *Store) install(next *snapshot) {
	s.mu.Lock()
	old := s.snap
	if old != nil && old.generation > next.generation {
		s.mu.Unlock()
		return
	}
	packs := make([]*pack, len(next.packs))
	for i, p := range next.packs {
		if known, ok := s.packs[p.id]; ok && known != p {
			p.close()
			p = known
		}
		if p.refs == 0 { // nobody reads it yet
			p.bases = s.bases
		}
		s.packs[p.id] = p
		p.refs++
		packs[i] = p
	}
	next.packs = packs
	next.refs = 1
	if s.closed { // Close ran meanwhile; nobody will use it
		s.mu.Unlock()
		s.release(next)
		return
	}
	s.snap = next
	s.mu.Unlock()
	if old != nil {
		s.release(old)
	}
}

// current returns a snapshot that has everything that was acknowledged before
// the call, with the wanted families loaded.
func (s *Store) current(ctx context.Context, want ...family) (*snapshot, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		snap, err := s.acquire()
		if err != nil {
			return nil, err
		}
		stale, err := s.stale(snap)
		if err == nil && !stale && snap.loaded(want) {
			return snap, nil
		}
		s.release(snap)
		if err != nil {
			return nil, err
		}
		if err := s.refresh(ctx, want, false); err != nil {
			return nil, err
		}
	}
}

// stale reports whether others have published since the snapshot.
func (s *Store) stale(snap *snapshot) (bool, error) {
	newest, _, err := s.slots.read()
	return err == nil && newest.generation > snap.generation, err
}

// enter takes one of the two semaphores; the result gives it back.
func enter(ctx context.Context, sem chan struct{}) (leave func(), err error) {
	select {
	case sem <- struct{}{}:
		return func() { <-sem }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
