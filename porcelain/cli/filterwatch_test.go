package cli

import (
	"strings"
	"testing"
	"time"
)

// A record in the filter is measured from the look before it came.
func TestWatchOfTheFilter(t *testing.T) {
	start := time.Unix(0, 0)
	first := look{peak: 300 << 20}
	for name, c := range map[string]struct {
		looks []look // turn, peak in MiB, now
		hurry bool
		want  string
	}{
		"none in it":          {[]look{{peak: 900}}, false, ""},
		"much, but no more":   {[]look{{turn: 1, peak: 500}}, false, ""},
		"a record takes much": {[]look{{turn: 1, peak: 557}}, false, "256 MiB"},
		"it grows slowly":     {[]look{{turn: 1, peak: 400}, {turn: 1, peak: 500}, {turn: 1, peak: 600}}, false, "256 MiB"},
		"it left":             {[]look{{turn: 1, peak: 400}, {turn: 2, peak: 600}}, false, ""},
		"each takes some":     {[]look{{turn: 1, peak: 500}, {turn: 3, peak: 700}, {turn: 5, peak: 900}}, false, ""},
		"it takes long":       {[]look{{turn: 1, peak: 300, now: start.Add(time.Second)}, {turn: 1, peak: 300, now: start.Add(12 * time.Second)}}, false, "10s"},
		"many take long":      {[]look{{turn: 1, peak: 300, now: start.Add(time.Second)}, {turn: 3, peak: 300, now: start.Add(12 * time.Second)}}, false, ""},
		"a second":            {[]look{{turn: 1, now: start}, {turn: 1, now: start.Add(time.Second)}}, false, ""},
		"a second in a hurry": {[]look{{turn: 1, now: start}, {turn: 1, now: start.Add(time.Second)}}, true, "250ms"},
	} {
		l := first
		for _, next := range c.looks {
			l = l.next(next.turn, next.peak<<20, next.now)
		}
		if got := l.reason(c.hurry); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// A record that left the filter in time counts; what comes after an end does not.
func TestEndInTheFilter(t *testing.T) {
	var s shapes
	s.watch.enter()
	turn := s.watch.turn.Load()
	s.watch.leave()
	if s.endIn(turn) || s.ended {
		t.Error("the run was ended for a record that is through")
	}
	s.watch.enter()
	if !s.endIn(s.watch.turn.Load()) || !s.ended {
		t.Error("the run goes on")
	}
}
