//go:build !linux

package packstore

import "os"

// datasync makes the content of a file durable.
func datasync(f *os.File) error { return f.Sync() }

// startWriteback is a hint that this platform has no call for.
func startWriteback(*os.File, int64, int64) {}

// awaitWriteback has nothing to wait for.
func awaitWriteback(*os.File, int64, int64) {}

// preallocate reserves n bytes of disk for a file by writing them.
func preallocate(f *os.File, n int64) error {
	zeros := make([]byte, 1<<20)
	for off := int64(0); off < n; off += int64(len(zeros)) {
		if _, err := f.WriteAt(zeros[:min(n-off, int64(len(zeros)))], off); err != nil {
			return err
		}
	}
	return nil
}
