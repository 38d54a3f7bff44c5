package cli

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/refs"
)

// Completion says what the values of an argument or of a flag are, where the
// declaration does not list them: a shell then offers those that there are.
type Completion string

// The sorts of values. The name of a value stands for the sort of the same word:
// REV for Revisions, FILE and PATH for Paths.
const (
	Revisions   Completion = "REV"
	Branches    Completion = "BRANCH"
	Tags        Completion = "TAG"
	Refs        Completion = "REF"
	Operations  Completion = "OP"
	Paths       Completion = "PATH"
	Directories Completion = "DIR"
	Fields      Completion = "FIELDS"
	Faults      Completion = "CODE"
	Words       Completion = "COMMAND"
)

const (
	completionTime = time.Second            // what a look into the store may take
	completionLock = 200 * time.Millisecond // of that, the wait for another process
	completionOps  = 20                     // operations that are offered
)

// completion is the sort of the argument's values.
func (a *Arg) completion() Completion {
	if a.Complete != "" {
		return a.Complete
	}
	return completionNamed(a.Name)
}

func completionNamed(name string) Completion {
	if name == "FILE" {
		return Paths
	}
	return Completion(name)
}

// valueOf completes the value of a flag.
func (l *line) valueOf(f *pflag.Flag, word string) candidates {
	name, _ := pflag.UnquoteUsage(f)
	var allowed []string
	if v, ok := f.Value.(allowedValues); ok {
		allowed = v.Allowed()
	}
	return l.valuesOf(completionNamed(name), allowed, word)
}

// valuesOf are the values of a sort, or the allowed ones.
func (l *line) valuesOf(sort Completion, allowed []string, word string) candidates {
	var list []candidate
	switch {
	case len(allowed) > 0:
		for _, value := range allowed {
			list = append(list, candidate{value: value})
		}
	case sort == Paths || sort == Directories:
		return l.files(word, sort == Directories)
	case sort == Fields:
		return l.fields(word)
	case sort == Faults:
		list = faultCandidates()
	case sort == Words:
		list = l.words()
	default:
		return l.stored(sort, word)
	}
	return noFiles(startingWith(word, list))
}

func schemaCandidates() []candidate {
	var list []candidate
	for _, name := range SchemaNames() {
		list = append(list, candidate{value: name})
	}
	return list
}

func faultCandidates() []candidate {
	var list []candidate
	for _, fault := range contract.Faults() {
		list = append(list, candidate{fault.Code, fault.Message})
	}
	slices.SortFunc(list, func(a, b candidate) int { return strings.Compare(a.value, b.value) })
	return list
}

// words are the words of commands that follow the arguments so far.
func (l *line) words() []candidate {
	node, rest := l.run.tree.resolve(l.args)
	if len(rest) > 0 {
		return nil
	}
	return childCandidates(node)
}

// fields completes the last of the fields of --select.
func (l *line) fields(word string) candidates {
	if l.command == nil {
		return noFiles(nil)
	}
	before := word[:strings.LastIndexByte(word, ',')+1]
	var list []candidate
	for _, name := range l.command.recordFields().names() {
		list = append(list, candidate{value: before + name})
	}
	answer := noFiles(startingWith(word, list))
	answer.directive |= cobra.ShellCompDirectiveNoSpace
	return answer
}

// files leaves files to the shell, which knows about ~ and quotes. With -C the
// shell would look into the wrong directory.
func (l *line) files(word string, directories bool) candidates {
	switch {
	case l.run.globals.workspace != "" && l.pendingName() != "workspace":
		return l.filesBelow(word, directories)
	case directories:
		return candidates{directive: cobra.ShellCompDirectiveFilterDirs}
	default:
		return candidates{directive: cobra.ShellCompDirectiveDefault}
	}
}

func (l *line) pendingName() string {
	if l.pending == nil {
		return ""
	}
	return l.pending.Name
}

// filesBelow lists the directory that the word leads to, from that of -C on.
func (l *line) filesBelow(word string, directories bool) candidates {
	dir, base := word[:strings.LastIndexByte(word, '/')+1], word[strings.LastIndexByte(word, '/')+1:]
	from := l.run.env.Abs(l.run.globals.workspace)
	if filepath.IsAbs(dir) {
		from = ""
	}
	entries, _ := os.ReadDir(filepath.Join(from, dir)) // what cannot be listed has nothing to offer
	var list []candidate
	for _, entry := range entries {
		name := entry.Name()
		hidden := strings.HasPrefix(name, ".") && !strings.HasPrefix(base, ".")
		if hidden || !isPlainWord(name) || directories && !entry.IsDir() {
			continue
		}
		if entry.IsDir() {
			name += "/"
		}
		list = append(list, candidate{value: dir + name})
	}
	answer := noFiles(startingWith(word, list))
	answer.directive |= cobra.ShellCompDirectiveNoSpace
	return answer
}

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

// isPlainWord reports whether every shell takes the text for itself, wherever it
// stands. Names come from other people, too, so nothing else is offered.
func isPlainWord(s string) bool {
	if s == "" || strings.HasPrefix(s, "-") || strings.HasPrefix(s, "~") {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsControl(r) || unicode.IsSpace(r) || r == unicode.ReplacementChar ||
			strings.ContainsRune("\"'`$\\;&|<>(){}[]*?!#:,=", r)
	})
}
