package worktree

import "sync"

// writing adds up what a checkout wrote and reports it, one call at a time.
type writing struct {
	report    func(done, all Amount)
	mu        sync.Mutex
	done, all Amount
}

// expect adds what is to be written.
func (w *writing) expect(jobs []job) {
	if w.report == nil {
		return
	}
	for _, j := range jobs {
		for _, s := range j.steps {
			w.all.count(s.After)
		}
	}
}

// add notes that a step is done.
func (w *writing) add(s step) {
	if w.report == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.done.count(s.After)
	w.report(w.done, w.all)
}

func (a *Amount) count(s *state) {
	files, bytes := s.totals()
	a.Files += int(files)
	a.Bytes += bytes
}
