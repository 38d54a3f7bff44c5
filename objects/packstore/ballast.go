package packstore

import (
	"errors"
	"os"
	"path/filepath"
)

// The ballast is a file that occupies disk space and holds nothing. It is given
// up when the disk is full and the catalog has to be put in order or closed,
// and made again by a later writer that finds room.
const (
	ballastSize = 8 << 20
	// ballastRoom is the free space from which the ballast is made again.
	ballastRoom = 16 * ballastSize
)

func makeBallast(dir string) error {
	f, err := os.Create(filepath.Join(dir, ballastName))
	if err != nil {
		return err
	}
	return errors.Join(preallocate(f, ballastSize), f.Close())
}

// dropBallast gives the ballast up; ok is false when it was gone already.
func dropBallast(dir string) (ok bool) {
	return os.Remove(filepath.Join(dir, ballastName)) == nil
}

// restoreBallast makes the ballast again if it is gone and there is room. It is
// no failure if that cannot be done.
func restoreBallast(dir string) {
	if _, err := os.Stat(filepath.Join(dir, ballastName)); err == nil {
		return
	}
	if needSpace(dir, ballastRoom) == nil && makeBallast(dir) != nil {
		dropBallast(dir)
	}
}
