package history

import (
	"context"
	"strconv"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
)

// step is a suffix of a revision.
type step struct {
	parent int // ^n: the n-th parent, or 0
	back   int // ~n: so many first parents back; with it, parent is 0
}

// maxStep is the greatest n in ~n and ^n.
const maxStep = 1_000_000_000

// parseRev splits a revision into its base and its steps. The base cannot hold
// a '~', '^' or ':', but that of git: no ref name may.
func parseRev(text string) (base string, steps []step, err error) {
	bad := func(reason string) error { return &RevSyntaxError{Rev: text, Reason: reason} }
	switch {
	case strings.Contains(text, "@{"):
		return "", nil, bad("asks for an earlier value of a ref, which this version does not have")
	case strings.Contains(text, ".."):
		return "", nil, bad("is a range, and one object is needed")
	case strings.Contains(strings.TrimPrefix(text, gitPrefix), ":"):
		return "", nil, bad("holds a colon; paths are separate arguments")
	case strings.HasPrefix(text, "^"):
		return "", nil, bad("excludes commits, and one object is needed")
	}
	at := strings.IndexAny(text, "~^")
	if at < 0 {
		at = len(text)
	}
	base, rest := text[:at], text[at:]
	if base == "" {
		return "", nil, bad("has no name or id")
	}
	for rest != "" {
		sign, digits := rest[0], leadingDigits(rest[1:])
		rest = rest[1+len(digits):]
		if sign != '~' && sign != '^' {
			return "", nil, bad("has something else than ~n and ^n behind the name")
		}
		n := 1
		if digits != "" {
			if n, err = strconv.Atoi(digits); err != nil || n > maxStep {
				return "", nil, bad("has a number that is too great")
			}
		}
		if sign == '~' {
			steps = append(steps, step{back: n})
		} else {
			steps = append(steps, step{parent: n})
		}
	}
	return base, steps, nil
}

func leadingDigits(s string) string {
	return s[:len(s)-len(strings.TrimLeft(s, "0123456789"))]
}

// from makes the step. The result has no Commit when there is no such parent.
func (s step) from(ctx context.Context, store objects.Store, c Commit) (Commit, error) {
	if s.parent > 0 {
		return parentOf(ctx, store, c, s.parent)
	}
	for range s.back {
		if err := ctx.Err(); err != nil {
			return Commit{}, err
		}
		var err error
		if c, err = parentOf(ctx, store, c, 1); err != nil || c.Commit == nil {
			return c, err
		}
	}
	return c, nil
}

func parentOf(ctx context.Context, store objects.Store, c Commit, n int) (Commit, error) {
	if n > len(c.Parents) {
		return Commit{}, nil
	}
	return Load(ctx, store, c.Parents[n-1])
}
