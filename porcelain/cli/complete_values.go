package cli

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/porcelain/contract"
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
