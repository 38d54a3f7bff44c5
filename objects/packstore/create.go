package packstore

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// NotEmptyError reports a directory that a store cannot be made in, because it
// holds something else.
type NotEmptyError struct{ Dir string }

func (e *NotEmptyError) Error() string { return e.Dir + " is not empty" }

// Create makes a new store in dir, which must not exist or be empty
// (*NotEmptyError), and returns whether it did: an existing store is left as it
// is (created false). A creation that was interrupted is finished by the next.
func Create(ctx context.Context, dir string, opts Options) (created bool, err error) {
	var none *NotStoreError
	if err := checkFormat(dir); !errors.As(err, &none) {
		return false, err // nil: it is there
	}
	if err := checkVacant(dir); err != nil {
		return false, err
	}
	if err := os.MkdirAll(filepath.Join(dir, locksName), 0o700); err != nil {
		return false, err
	}
	lock, err := lockStore(ctx, dir, lockExclusive, opts)
	if err != nil {
		return false, err
	}
	defer lock.release()
	if err := checkFormat(dir); !errors.As(err, &none) {
		return false, err // another process made it meanwhile
	}
	if err := ctx.Err(); err != nil {
		return false, err
	}
	if err := needSpace(dir, smallBallast+2*catalogHeadroom); err != nil {
		return false, err
	}
	if err := fill(dir, opts); err != nil {
		return false, spaceError(dir, err, smallBallast+2*catalogHeadroom)
	}
	return true, nil
}

// fill makes everything in the directory, the format record last: without it
// the directory is no store.
func fill(dir string, opts Options) error {
	if err := os.MkdirAll(filepath.Join(dir, packsName), 0o755); err != nil {
		return err
	}
	if err := newCatalog(filepath.Join(dir, catalogName), dir, &catalogTx{state: &state{generation: 1}}); err != nil {
		return err
	}
	if err := createSlots(dir, slot{generation: 1}); err != nil {
		return err
	}
	if err := makeBallast(dir, smallBallast); err != nil {
		return err
	}
	if err := reach(pointCreate); err != nil {
		return err
	}
	if err := writeFileAtomic(filepath.Join(dir, formatName), newFormatFile(opts.now())); err != nil {
		return err
	}
	return syncDir(filepath.Dir(dir))
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

// checkVacant makes sure that the directory is absent, empty, or holds nothing
// but what a store is made of.
func checkVacant(dir string) error {
	files, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	ours := []string{formatName, packsName, catalogName, slotsName, locksName, ballastName}
	for _, f := range files {
		if !slices.Contains(ours, f.Name()) && !strings.HasPrefix(f.Name(), "."+formatName) && !strings.HasPrefix(f.Name(), "."+slotsName) {
			return &NotEmptyError{Dir: dir}
		}
	}
	return nil
}
