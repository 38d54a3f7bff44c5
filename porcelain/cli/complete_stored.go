package cli

import (
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/genesis-vcs/genesis/refs"
)

// stored are names that the store knows. They are looked for within a bounded
// time, and a store that cannot be read has none.
func (l *line) stored(sort Completion, word string) candidates {
	look := l.lookFor(sort)
	if look == nil {
		return noFiles(nil)
	}
	ctx, cancel := context.WithTimeout(context.Background(), completionTime)
	defer cancel()
	found := make(chan []candidate, 1)
	go func() {
		var list []candidate
		guard(func() outcome {
			list = l.openAndLook(ctx, look)
			return outcome{}
		})
		found <- list
	}()
	before := ""
	if sort == Revisions {
		before = rangeStart(word)
	}
	answer := noFiles(nil)
	select {
	case list := <-found:
		for _, c := range list {
			if isPlainWord(c.value) {
				answer.list = append(answer.list, candidate{before + c.value, c.help})
			}
		}
	case <-ctx.Done():
	}
	answer.list = startingWith(word, answer.list)
	if sort == Operations {
		answer.directive |= cobra.ShellCompDirectiveKeepOrder
	}
	return answer
}

// rangeStart is what stands before the revision that is being typed, as in
// "main..topic" and "^main".
func rangeStart(word string) string {
	if i := strings.LastIndex(word, ".."); i >= 0 {
		return word[:i+2]
	}
	if strings.HasPrefix(word, "^") {
		return "^"
	}
	return ""
}

type looker func(ctx context.Context, db *refs.DB) []candidate

// openAndLook opens the store as a command that changes nothing would, and is
// silent where that one would warn.
func (l *line) openAndLook(ctx context.Context, look looker) []candidate {
	r := l.run
	r.globals.lockTimeout = completionLock
	r.env.Stderr = io.Discard
	if r.changeDirectory() != nil {
		return nil
	}
	var list []candidate
	if db, err := r.env.DB(ctx); err == nil {
		list = look(ctx, db)
	}
	_ = r.env.close(nil)
	return list
}

// lookFor says how to find the values of a sort; nil when the store has none.
func (l *line) lookFor(sort Completion) looker {
	switch sort {
	case Revisions:
		return func(ctx context.Context, db *refs.DB) []candidate {
			return append([]candidate{{"HEAD", "where the workspace is"}}, refCandidates(ctx, db, "")...)
		}
	case Branches:
		return func(ctx context.Context, db *refs.DB) []candidate { return refCandidates(ctx, db, refs.Heads) }
	case Tags:
		return func(ctx context.Context, db *refs.DB) []candidate { return refCandidates(ctx, db, refs.Tags) }
	case Refs:
		return fullNames
	case Operations:
		return operations
	default:
		return nil
	}
}

// refCandidates are the short names of refs.
func refCandidates(ctx context.Context, db *refs.DB, prefix string) []candidate {
	list, _ := db.List(ctx, prefix) // what cannot be read has nothing to offer
	var names []candidate
	for _, r := range list {
		names = append(names, candidate{r.Name.Short(), familyOf(r.Name)})
	}
	return names
}

func familyOf(name refs.Name) string {
	switch {
	case name.IsBranch():
		return "branch"
	case strings.HasPrefix(string(name), refs.Tags):
		return "tag"
	}
	return "ref"
}

func fullNames(ctx context.Context, db *refs.DB) []candidate {
	list, _ := db.List(ctx, "") // what cannot be read has nothing to offer
	var names []candidate
	for _, r := range list {
		names = append(names, candidate{string(r.Name), familyOf(r.Name)})
	}
	return names
}

// shortOp is the number of digits by which an operation is offered.
const shortOp = 12

func operations(ctx context.Context, db *refs.DB) []candidate {
	ops, _, _ := db.Log(ctx, refs.LogQuery{Max: completionOps}) // a chain with a hole still has what is newer
	var list []candidate
	for _, op := range ops {
		list = append(list, candidate{op.ID.String()[:shortOp], op.Verb})
	}
	return list
}
