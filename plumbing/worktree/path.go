package worktree

// joinPath appends a component to a root-relative path.
func joinPath(dir, name string) string {
	if dir == "" {
		return name
	}
	return dir + "/" + name
}
