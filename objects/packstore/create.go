package packstore

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// NotEmptyError reports a directory that a store cannot be made in, because it
// holds something else.
type NotEmptyError struct{ Dir string }

func (e *NotEmptyError) Error() string { return e.Dir + " is not empty" }

// Create makes a new store in dir, which must not exist or be empty
// (*NotEmptyError), and returns whether it did: an existing store is left as it
// is (created false). A creation that failed leaves nothing; one that was killed
// leaves a directory that is no store, and the next finishes it.
func Create(ctx context.Context, dir string, opts Options) (created bool, err error) {
	if there, err := exists(dir); there || err != nil {
		return false, err
	}
	if err := cmp.Or(ctx.Err(), CheckVacant(dir)); err != nil {
		return false, err
	}
	// Asked before anything is made: a disk that is too full stays as it is.
	if err := needSpace(nearest(dir), createSpace); err != nil {
		return false, err
	}
	made := topmost(dir)
	if err := os.MkdirAll(filepath.Join(dir, locksName), 0o700); err != nil {
		removeUpTo(filepath.Join(dir, locksName), made)
		return false, err
	}
	lock, err := lockStore(ctx, dir, lockExclusive, opts)
	if err != nil {
		return false, err
	}
	defer lock.release()
	if there, err := exists(dir); there || err != nil {
		return false, err // another process made it meanwhile
	}
	defer func() { // also when it panics
		if !created {
			unmake(dir, made)
		}
	}()
	if err := fill(ctx, dir, opts); err != nil {
		return false, spaceError(nearest(filepath.Dir(made)), err, createSpace)
	}
	return true, nil
}

// discardTimeout is how long Discard waits for somebody who looks at the store.
const discardTimeout = time.Second

// Discard removes a store that the caller has just created for a workspace: what
// follows has failed. Its directory stays, empty. A store that others have used
// meanwhile is left as it is, which is an error.
func Discard(ctx context.Context, dir, workspace string, opts Options) error {
	opts.LockTimeout = discardTimeout
	lock, err := lockStore(ctx, dir, lockExclusive, opts)
	if err != nil {
		return err
	}
	defer lock.release()
	if err := onlyFirst(dir, workspace); err != nil {
		return err
	}
	if err := os.Remove(filepath.Join(dir, formatName)); err != nil {
		return err
	}
	_ = os.RemoveAll(filepath.Join(dir, packsName))
	unmake(dir, filepath.Join(dir, locksName))
	return nil
}

// onlyFirst makes sure that nothing was published in a store but, at most, the
// first operation of a workspace.
func onlyFirst(dir, workspace string) error {
	slots, err := openSlots(dir)
	if err != nil {
		return err
	}
	newest, _, err := slots.read()
	if err = errors.Join(err, slots.close()); err != nil {
		return err
	}
	if newest.generation == 1 {
		return nil
	}
	found, err := scanPacks(dir)
	if err != nil {
		return err
	}
	snap := found.snapshot(dir)
	defer snap.close()
	op, err := snap.operation(newest.head)
	if err == nil && (op.Seq != 1 || op.Workspace != workspace) {
		err = errors.New("others have used the store")
	}
	return err
}

// createSpace is the disk space that a new store needs free.
const createSpace = smallBallast + 2*catalogHeadroom

// exists reports whether dir holds a store.
func exists(dir string) (bool, error) {
	var none *NotStoreError
	err := checkFormat(dir)
	if errors.As(err, &none) {
		return false, nil
	}
	return err == nil, err
}

// nearest returns the directory itself or the first above it that exists.
func nearest(dir string) string {
	for {
		if _, err := os.Stat(dir); err == nil || filepath.Dir(dir) == dir {
			return dir
		}
		dir = filepath.Dir(dir)
	}
}

// topmost returns the first directory that has to be made for dir to exist, or
// what is inside of dir when it does.
func topmost(dir string) string {
	above := nearest(dir)
	at := filepath.Join(dir, locksName)
	for at != above && filepath.Dir(at) != above {
		at = filepath.Dir(at)
	}
	return at
}

// fill makes everything in the directory, the format record last: without it
// the directory is no store.
func fill(ctx context.Context, dir string, opts Options) error {
	for _, step := range []func() error{
		func() error { return os.MkdirAll(filepath.Join(dir, packsName), 0o755) },
		func() error {
			return newCatalog(filepath.Join(dir, catalogName), dir, &catalogTx{state: &state{generation: 1}})
		},
		func() error { return createSlots(dir, slot{generation: 1}) },
		func() error { return makeBallast(dir, smallBallast) },
		func() error {
			return writeFileAtomic(filepath.Join(dir, formatName), newFormatFile(opts.now()))
		},
	} {
		if err := reach(pointCreate); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := step(); err != nil {
			return err
		}
	}
	return syncDir(filepath.Dir(dir))
}

// unmake removes what a creation that failed has made, under the store's lock,
// up to the topmost directory that it made. The format record goes first.
func unmake(dir, made string) {
	_ = os.Remove(filepath.Join(dir, formatName))
	_ = os.RemoveAll(filepath.Join(dir, catalogName))
	for _, name := range []string{slotsName, ballastName, packsName, locksName + "/" + lockQueue, locksName + "/" + lockOfStore, locksName} {
		_ = os.Remove(filepath.Join(dir, name))
	}
	removeUpTo(dir, made)
}

// removeUpTo removes empty directories from dir up to made, which is above it.
func removeUpTo(dir, made string) {
	for at := dir; len(at) >= len(made); at = filepath.Dir(at) {
		if err := os.Remove(at); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return // not empty: somebody else uses it
		}
	}
}

// newCatalog makes a catalog at path with the content of one transaction. What
// an interrupted attempt left there is removed first.
func newCatalog(path, dir string, tx *catalogTx) error {
	if err := os.RemoveAll(path); err != nil {
		return err
	}
	need := int64(0)
	for _, s := range tx.sets {
		need += int64(len(s.key) + len(s.value) + catalogRow)
	}
	c, err := openBadger(path, dir, access{write: true, need: need})
	if err != nil {
		return err
	}
	return errors.Join(c.commit(tx), c.close(), syncDir(dir))
}

// CheckVacant makes sure that a store can be made in dir (*NotEmptyError): the
// directory is absent, empty, or holds nothing but what a creation that was
// killed has left.
func CheckVacant(dir string) error {
	files, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return nil
	}
	// The locks come first, and before the format record there is no pack.
	packs, _ := os.ReadDir(filepath.Join(dir, packsName))
	_, err = os.Stat(filepath.Join(dir, locksName))
	ours := []string{packsName, catalogName, slotsName, locksName, ballastName}
	foreign := slices.ContainsFunc(files, func(f fs.DirEntry) bool {
		return !slices.Contains(ours, f.Name()) && !strings.HasPrefix(f.Name(), "."+formatName) && !strings.HasPrefix(f.Name(), "."+slotsName)
	})
	if err != nil || foreign || len(packs) > 0 {
		return &NotEmptyError{Dir: dir}
	}
	return nil
}
