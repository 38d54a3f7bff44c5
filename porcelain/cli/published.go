package cli

// Published notes the result of a command that has published what it changes
// and goes on with the list of it: an answer that cannot wait for the rest of
// the list tells it all the same.
func (e *Env) Published(result Result) {
	e.noted.mu.Lock()
	defer e.noted.mu.Unlock()
	e.noted.result = result
}

// published is the result that was noted, or nil.
func (e *Env) published() Result {
	e.noted.mu.Lock()
	defer e.noted.mu.Unlock()
	return e.noted.result
}
