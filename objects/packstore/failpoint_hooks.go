//go:build genesis_hooks

package packstore

// SetFailpoints makes every passage of a failpoint call hook with its name, in
// builds for tests of failures. An error of the hook is the error of the step.
func SetFailpoints(hook func(name string) error) {
	setFailpoints(func(p point) error { return hook(string(p)) })
}
