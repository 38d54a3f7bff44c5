//go:build genesis_hooks

package worktree

// SetFailpoints makes every passage of a point of a move call hook with its
// name, in builds for tests of failures.
func SetFailpoints(hook func(name string)) {
	onPoint = func(p point) { hook(string(p)) }
}
