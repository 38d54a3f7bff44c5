package packstore

import (
	"os"

	"golang.org/x/sys/unix"
)

// datasync makes the content of a file durable.
func datasync(f *os.File) error { return unix.Fdatasync(int(f.Fd())) }

// startWriteback asks the kernel to begin writing a range, so that the final
// sync of a large pack finds little left to do. It is a hint.
func startWriteback(f *os.File, off, n int64) {
	_ = unix.SyncFileRange(int(f.Fd()), off, n, unix.SYNC_FILE_RANGE_WRITE)
}

// awaitWriteback waits until a range that was started is written.
func awaitWriteback(f *os.File, off, n int64) {
	const wait = unix.SYNC_FILE_RANGE_WAIT_BEFORE | unix.SYNC_FILE_RANGE_WRITE | unix.SYNC_FILE_RANGE_WAIT_AFTER
	_ = unix.SyncFileRange(int(f.Fd()), off, n, wait)
}

// preallocate reserves n bytes of disk for a file.
func preallocate(f *os.File, n int64) error {
	return unix.Fallocate(int(f.Fd()), 0, 0, n)
}
