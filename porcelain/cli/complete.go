package cli

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// The words with which the completion scripts ask the program what may stand at
// the end of a command line. They are commands of the frame that no description
// of the command tree has. The answer is cobra's protocol: one candidate a line,
// behind a tab what it is, and in the last line a colon and the directive. There
// is always an answer, the status is 0, and nothing is written anywhere.
const (
	completeWord       = cobra.ShellCompRequestCmd
	completeNoDescWord = cobra.ShellCompNoDescRequestCmd
)

// candidate is a word that may stand at the end of the line.
type candidate struct{ value, help string }

// candidates are the answer to a shell. The directive says what the shell may
// add: its own completion of files, a blank behind the word.
type candidates struct {
	list      []candidate
	directive cobra.ShellCompDirective
}

// noFiles are candidates that are all there are.
func noFiles(list []candidate) candidates {
	return candidates{list, cobra.ShellCompDirectiveNoFileComp}
}

// completionRequest takes the line to complete from the arguments.
func completionRequest(args []string) (line []string, ok bool) {
	if len(args) == 0 || args[0] != completeWord && args[0] != completeNoDescWord {
		return nil, false
	}
	if len(args) == 1 {
		return []string{""}, true
	}
	return args[1:], true
}

// complete answers a completion script. The last word of the line is the one
// that is being typed. Whatever goes wrong, the shell gets an empty answer.
func (r *run) complete(line []string, described bool) outcome {
	r.command, r.json = completeCommand(), false
	answer := noFiles(nil)
	guard(func() outcome {
		answer = r.readLine(line[:len(line)-1]).candidates(line[len(line)-1])
		return outcome{}
	})
	return outcome{result: rawText(answer.encode(described))}
}

// completeCommand stands for the request; it never runs.
func completeCommand() *Command { return &Command{Path: []string{"completion"}} }

// encode writes the answer in the protocol. A colon ends the list for the script
// of bash, so no description has one.
func (c candidates) encode(described bool) []byte {
	var b bytes.Buffer
	for _, item := range c.list {
		b.WriteString(item.value)
		if help, _, _ := strings.Cut(item.help, "\n"); described && help != "" {
			b.WriteString("\t" + strings.ReplaceAll(help, ":", ","))
		}
		b.WriteByte('\n')
	}
	b.WriteString(":" + strconv.Itoa(int(c.directive)) + "\n")
	return b.Bytes()
}

// candidates are what the word that is being typed may become.
func (l *line) candidates(word string) candidates {
	name, value, inline := strings.Cut(word, "=")
	switch {
	case l.dead:
		return noFiles(nil)
	case l.pending != nil:
		return l.valueOf(l.pending, word)
	case l.schema && !strings.HasPrefix(word, "-"):
		return noFiles(startingWith(word, schemaCandidates()))
	case !l.dash && inline && strings.HasPrefix(name, "--"):
		return l.inlineValue(name[2:], value)
	case !l.dash && strings.HasPrefix(word, "-"):
		return noFiles(startingWith(word, l.flagCandidates(strings.HasPrefix(word, "--"))))
	}
	words := startingWith(word, append(l.wordCandidates(), l.requiredFlags()...))
	arg := l.argument()
	if arg == nil {
		return noFiles(words)
	}
	answer := l.valuesOf(arg.completion(), arg.Values, word)
	answer.list = append(words, answer.list...)
	return answer
}

// inlineValue completes --name=value; the scripts know that only the value is
// given out.
func (l *line) inlineValue(name, value string) candidates {
	f := l.flags.Lookup(name)
	switch {
	case f == nil:
		return noFiles(nil)
	case f.Name == printSchemaFlag:
		return noFiles(startingWith(value, schemaCandidates()))
	}
	return l.valueOf(f, value)
}

// wordCandidates are the words of commands that can follow.
func (l *line) wordCandidates() []candidate {
	if len(l.args) > 0 || l.dash || l.ownFlags {
		return nil
	}
	list := childCandidates(l.node)
	if !l.node.HasParent() && !l.help {
		help := helpCommand()
		list = append(list, candidate{help.name(), help.Short})
	}
	slices.SortFunc(list, func(a, b candidate) int { return strings.Compare(a.value, b.value) })
	return list
}

func childCandidates(node *cobra.Command) []candidate {
	var list []candidate
	for _, sub := range node.Commands() {
		list = append(list, candidate{sub.Name(), sub.Short})
	}
	return list
}

// flagCandidates are the flags that the command honors and that are not given
// yet, with the long names alone or both.
func (l *line) flagCandidates(long bool) []candidate {
	var list []candidate
	l.flags.VisitAll(func(f *pflag.Flag) {
		_, repeats := f.Value.(pflag.SliceValue)
		if l.used[f.Name] && !repeats || l.command != nil && (!l.command.honors(f.Name) || l.command.excluded(f.Name, l.used)) {
			return
		}
		_, help := pflag.UnquoteUsage(f)
		list = append(list, candidate{"--" + f.Name, help})
		if f.Shorthand != "" && !long {
			list = append(list, candidate{"-" + f.Shorthand, help})
		}
	})
	return list
}

// requiredFlags are the flags that the line still lacks.
func (l *line) requiredFlags() []candidate {
	var list []candidate
	if l.command == nil || l.help || l.dash {
		return nil
	}
	for _, name := range l.command.Required {
		if f := l.flags.Lookup(name); !l.used[name] {
			_, help := pflag.UnquoteUsage(f)
			list = append(list, candidate{"--" + name, help})
		}
	}
	return list
}

// argument is the declaration of the argument that would come next, or nil.
func (l *line) argument() *Arg {
	if l.command == nil || l.help {
		return nil
	}
	specs, n := l.command.Args, len(l.args)
	if last := len(specs) - 1; last >= 0 && specs[last].AfterDash {
		if l.dash {
			specs, n = specs[last:], n-l.beforeDash
		} else {
			specs = specs[:last]
		}
	}
	switch {
	case n < len(specs):
		return &specs[n]
	case len(specs) > 0 && specs[len(specs)-1].Repeat:
		return &specs[len(specs)-1]
	}
	return nil
}

// startingWith keeps the candidates that begin with the word.
func startingWith(word string, list []candidate) []candidate {
	return slices.DeleteFunc(list, func(c candidate) bool { return !strings.HasPrefix(c.value, word) })
}
