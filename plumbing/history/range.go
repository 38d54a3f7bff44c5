package history

import (
	"context"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/refs"
)

// ResolveRange finds the commits that the arguments of a walk name. "A..B" is
// what B reaches and A does not, "^A" leaves out what A reaches; an empty side
// of "A..B" is HEAD. When nothing says where to begin, from is HEAD, and empty
// on a branch without a commit. Errors: those of ResolveCommit, and
// *RevSyntaxError for "A...B", which is no range here.
func ResolveRange(ctx context.Context, db *refs.DB, args []string) (from, exclude []objects.ID, err error) {
	starts := false
	add := func(list *[]objects.ID, text string) error {
		_, commit, err := ResolveCommit(ctx, db, text)
		*list = append(*list, commit.ID)
		return err
	}
	for _, arg := range args {
		without, with, isRange := strings.Cut(arg, "..")
		rest, isExcluded := strings.CutPrefix(arg, "^")
		switch {
		case isRange && strings.HasPrefix(with, "."):
			err = &RevSyntaxError{Rev: arg, Reason: "has three dots; a range has two"}
		case isRange:
			starts = true
			if err = add(&exclude, orHead(without)); err == nil {
				err = add(&from, orHead(with))
			}
		case isExcluded:
			err = add(&exclude, rest)
		default:
			starts = true
			err = add(&from, arg)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	if starts {
		return from, exclude, nil
	}
	_, head, err := db.Head(ctx)
	if err != nil || head.IsZero() {
		return nil, nil, err
	}
	return []objects.ID{head}, exclude, nil
}

func orHead(text string) string {
	if text == "" {
		return "HEAD"
	}
	return text
}
