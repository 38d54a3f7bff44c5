//go:build genesis_hooks

package worktree

// SetFailpoints makes every passage of a point of a move call hook with its
// name, in builds for tests of failures.
func SetFailpoints(hook func(name string)) {
	onPoint = func(p point) { hook(string(p)) }
}

// SetScanpoints makes every passage of a point of a scan call hook with its name
// and the path, relative to the root, in builds for tests of failures. An error
// of the hook at "scan-open" is the error of opening.
func SetScanpoints(hook func(name, path string) error) {
	onScan = func(p point, path string) error { return hook(string(p), path) }
}
