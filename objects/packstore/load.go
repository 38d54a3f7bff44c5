package packstore

import (
	"context"
	"errors"

	"github.com/genesis-vcs/genesis/objects"
)

// refresh reads the catalog anew and installs what it says. With force it does
// so even when the snapshot looks current.
func (s *Store) refresh(ctx context.Context, want []family, force bool) error {
	leave, err := enter(ctx, s.loading)
	if err != nil {
		return err
	}
	defer leave()
	base, err := s.base()
	if err != nil {
		return err
	}
	if base != nil && !force {
		// Another goroutine may have done it while this one waited.
		if stale, err := s.stale(base); err != nil || !stale && base.loaded(want) {
			return err
		}
	}
	const attempts = 3
	for range attempts {
		next, err := s.readCatalog(ctx, base, want)
		switch {
		case err == nil:
			s.setDegraded("")
			s.install(next)
			return nil
		case !errors.Is(err, errUnclean):
			return err
		}
		if err := s.mend(ctx); err != nil {
			return s.fallBack(ctx, err)
		}
	}
	return catalogDamage("it needs recovery again and again")
}

func (s *Store) base() (*snapshot, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, ErrClosed
	}
	return s.snap, nil
}

func (s *Store) setDegraded(reason string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.degraded = reason
}

// readCatalog reads the catalog under the shared lock. errUnclean says that it
// must be mended first: it was not closed, or it lost its tail. The catalog is
// closed in the background, which a command that only reads need not wait for.
func (s *Store) readCatalog(ctx context.Context, base *snapshot, want []family) (*snapshot, error) {
	s.awaitClosing()
	lock, err := lockStore(ctx, s.dir, lockShared, s.opts)
	if err != nil {
		return nil, err
	}
	c, err := openCatalog(s.dir, access{})
	if err != nil {
		lock.release()
		return nil, err
	}
	next, err := loadSnapshot(c, s.dir, base, want)
	var newest slot
	if err == nil {
		newest, _, err = s.slots.read()
	}
	done := make(chan struct{})
	s.mu.Lock()
	s.closing = done
	s.mu.Unlock()
	go func() {
		_ = c.close()
		lock.release()
		close(done)
	}()
	if err != nil {
		return nil, err
	}
	if newest.generation > next.generation {
		return nil, errUnclean
	}
	return next, nil
}

// awaitClosing waits until a catalog that is closed in the background is.
func (s *Store) awaitClosing() {
	s.mu.Lock()
	closing := s.closing
	s.mu.Unlock()
	if closing != nil {
		<-closing
	}
}

// mend opens the catalog for writing under the exclusive lock, which replays
// what a killed process left, and brings back a lost tail. On a full disk it
// gives up the ballast for that.
func (s *Store) mend(ctx context.Context) error {
	w, err := s.beginWrite(ctx, nil, access{write: true})
	var full *objects.NoSpaceError
	if errors.As(err, &full) && dropBallast(s.dir) {
		w, err = s.beginWrite(ctx, nil, access{write: true, frugal: true})
	}
	if err != nil {
		return err
	}
	w.end()
	return nil
}

// fallBack installs a snapshot that is made from the packs alone, when the
// reason is that the catalog cannot be written.
func (s *Store) fallBack(ctx context.Context, reason error) error {
	var full *objects.NoSpaceError
	if !errors.Is(reason, errUnwritable) && !errors.As(reason, &full) {
		return reason
	}
	next, err := s.readPacksOnly(ctx)
	if err != nil {
		return errors.Join(reason, err)
	}
	s.install(next)
	s.setDegraded(reason.Error())
	return nil
}
