package worktree

import "time"

// clock is a moment by the clock of a file system: ns since 1970, and the
// device whose clock it is.
type clock struct {
	time int64
	dev  uint64
}

// foreignSlack is how far the clock of another file system may be behind: a
// server's, for example.
const foreignSlack = int64(time.Minute)

// racy reports whether a file may have changed, without its times showing it,
// after it was read by a scan that began then: when the change fell into the
// same tick of the file system's clock. Times with zeros at their end may come
// from a coarse clock, so the start is rounded down as coarsely.
func (c clock) racy(s *fileStat) bool {
	start := c.time
	if s.dev != c.dev {
		start -= foreignSlack
	}
	return s.mtime >= tick(s.mtime, start) || s.ctime >= tick(s.ctime, start)
}

// tick rounds start down to the granularity that t seems to have. FAT counts
// by two seconds.
func tick(t, start int64) int64 {
	grain := int64(1)
	for grain < 1e9 && t%(grain*10) == 0 {
		grain *= 10
	}
	if grain == 1e9 {
		grain = 2e9
	}
	return start - start%grain
}

// earlier returns the clock, or the same clock at time t if that is earlier:
// when a clock went back, the files of the time in between are suspect too.
func (c clock) earlier(t int64) clock {
	c.time = min(c.time, t)
	return c
}
