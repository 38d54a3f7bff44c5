package packstore

import (
	"errors"
	"os"
	"path/filepath"
)

// The ballast is a file that occupies disk space and holds nothing. It is given
// up when the disk is full and the catalog has to be put in order or closed,
// and made again by a later writer that finds room. A small store has a small
// one: its catalog needs little, and the ballast would be a good part of what
// the store occupies.
const (
	ballastSize  = 8 << 20
	smallBallast = 2 << 20
	// ballastFrom is the size of all packs from which a store is not small.
	ballastFrom = 128 << 20
	// ballastRoom is the free space from which the ballast is made again.
	ballastRoom = 16 * ballastSize
)

// makeBallast makes the ballast, or lets it grow, to size bytes.
func makeBallast(dir string, size int64) error {
	f, err := os.OpenFile(filepath.Join(dir, ballastName), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	return errors.Join(preallocate(f, size), f.Close())
}

// dropBallast gives the ballast up; ok is false when it was gone already.
func dropBallast(dir string) (ok bool) {
	return os.Remove(filepath.Join(dir, ballastName)) == nil
}

// restoreBallast makes the ballast of a store with packs of live bytes, if it is
// gone or too small and there is room, and cuts it where the packs have become
// small. It is no failure if that cannot be done.
func restoreBallast(dir string, live int64) {
	size := int64(smallBallast)
	if live >= ballastFrom {
		size = ballastSize
	}
	path := filepath.Join(dir, ballastName)
	if info, err := os.Stat(path); err == nil && info.Size() >= size {
		if live < ballastFrom/2 && info.Size() > size { // else it would come and go
			_ = os.Truncate(path, size)
		}
		return
	}
	if needSpace(dir, ballastRoom) == nil && makeBallast(dir, size) != nil {
		dropBallast(dir)
	}
}

func sumSizes(packs []*pack) (sum int64) {
	for _, p := range packs {
		sum += p.size
	}
	return sum
}
