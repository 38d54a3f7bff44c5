package worktree

// The points of a scan at which a build for tests of failures steps in.
const (
	atOpen point = "scan-open" // a file or directory is about to be opened
	atRead point = "scan-read" // a file was read, but not yet compared with before
)

// onScan is nil but in builds for tests of failures.
var onScan func(p point, path string) error

func scanpoint(p point, path string) error {
	if onScan == nil {
		return nil
	}
	return onScan(p, path)
}
