package vcscmd

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// logOptions are the flags of `vcs log`.
type logOptions struct {
	unit         string
	since, until string
	author, grep string
	graph        bool
}

// selects reports that some commits are left out.
func (o *logOptions) selects() bool {
	return o.unit != "" || o.since != "" || o.until != "" || o.author != "" || o.grep != ""
}

func (o *logOptions) flags(fs *pflag.FlagSet) {
	fs.StringVar(&o.unit, "unit", "", "only commits that shaped the definition, entry or section `NAME` of the one PATH")
	fs.StringVar(&o.since, "since", "", "only commits of `TIME` or later, by the committer's clock")
	fs.StringVar(&o.until, "until", "", "only commits of `TIME` or earlier")
	fs.StringVar(&o.author, "author", "", "only commits whose author, as \"Name <email>\", matches the regular expression `PATTERN`")
	fs.StringVar(&o.grep, "grep", "", "only commits whose message matches the regular expression `PATTERN`")
	fs.BoolVar(&o.graph, "graph", false, "draw which commit stands on which")
}

// query reads the flags into a query.
func (o *logOptions) query(q *history.LogQuery, now time.Time) (err error) {
	if q.Since, err = bound("--since", o.since, now, false); err != nil {
		return err
	}
	if q.Until, err = bound("--until", o.until, now, true); err != nil {
		return err
	}
	author, err := pattern("--author", o.author)
	if err != nil {
		return err
	}
	message, err := pattern("--grep", o.grep)
	if err != nil || author == nil && message == nil {
		return err
	}
	q.Match = func(c history.Commit) bool {
		by := string(c.Author.Name) + " <" + string(c.Author.Email) + ">"
		return (author == nil || author.MatchString(by)) && (message == nil || message.MatchString(string(c.Message)))
	}
	return nil
}

// pattern compiles a regular expression, in which ^ and $ stand for the ends of
// lines; nil for a flag that was not given.
func pattern(flag, text string) (*regexp.Regexp, error) {
	if text == "" {
		return nil, nil
	}
	re, err := regexp.Compile("(?m)" + text)
	var malformed *syntax.Error
	if !errors.As(err, &malformed) {
		return re, err
	}
	facts := contract.Facts{"argument": flag, "value": text, "reason": malformed.Code.String()}
	if at := strings.Index(text, malformed.Expr); at >= 0 && malformed.Expr != "" {
		facts["column"] = at + 1
	}
	return nil, contract.Failf("usage/bad-argument", facts, "The pattern is no regular expression")
}

// bound reads a time; nil for a flag that was not given. A day that bounds from
// above counts as a whole.
func bound(flag, text string, now time.Time, end bool) (*int64, error) {
	if text == "" {
		return nil, nil
	}
	t, ok := moment(text, now, end)
	if !ok {
		return nil, contract.Failf("usage/bad-argument", contract.Facts{"argument": flag, "value": text},
			"A time is a day like 2026-11-30, a time like 2026-11-30T14:05:00Z, or how long ago it was, like \"2 weeks\"")
	}
	seconds := t.Unix()
	return &seconds, nil
}

// moment reads a time: one of RFC 3339, a day of the local calendar, "3 days ago" or
// "3 days".
func moment(text string, now time.Time, end bool) (time.Time, bool) {
	if t, err := time.Parse(time.RFC3339, text); err == nil {
		return t, true
	}
	if day, err := time.ParseInLocation(time.DateOnly, text, now.Location()); err == nil {
		if end {
			day = day.AddDate(0, 0, 1).Add(-time.Second)
		}
		return day, true
	}
	return ago(strings.Fields(text), now)
}

// ago reads a number and a unit of time, with or without "ago".
func ago(words []string, now time.Time) (time.Time, bool) {
	if len(words) == 3 && words[2] == "ago" {
		words = words[:2]
	}
	if len(words) != 2 {
		return now, false
	}
	n, err := cli.ParseDecimal(words[0])
	if err != nil || n < 0 || n > maxAgo {
		return now, false
	}
	switch strings.TrimSuffix(words[1], "s") {
	case "second":
		return now.Add(-time.Duration(n) * time.Second), true
	case "minute":
		return now.Add(-time.Duration(n) * time.Minute), true
	case "hour":
		return now.Add(-time.Duration(n) * time.Hour), true
	case "day":
		return now.AddDate(0, 0, -n), true
	case "week":
		return now.AddDate(0, 0, -7*n), true
	case "month":
		return now.AddDate(0, -n, 0), true
	case "year":
		return now.AddDate(-n, 0, 0), true
	}
	return now, false
}

// maxAgo keeps sums of times within their type.
const maxAgo = 100_000
