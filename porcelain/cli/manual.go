package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Manual is what is said about a word of the command tree. Help, manual page
// and reference are renderings of it.
type Manual struct {
	Words    string // after "genesis"; "" for genesis itself
	About    string
	Text     []Paragraph
	Sections []Section // only those that have something
	SeeAlso  []string  // words of related commands; "" is genesis itself
}

// Paragraph is a part of a longer text. One that is Verbatim keeps its lines.
type Paragraph struct {
	Text     string
	Verbatim bool
}

// Section is a part of a manual: lines as they are typed, or entries.
type Section struct {
	Title   Title
	Lines   []string
	Entries []Entry
}

// Entry is a term and what it means.
type Entry struct{ Term, Text string }

// Title names a section.
type Title string

// The titles, in the order of the sections.
const (
	UsageSection    Title = "USAGE"
	CommandSection  Title = "COMMANDS"
	ArgumentSection Title = "ARGUMENTS"
	FlagSection     Title = "FLAGS"
	PairSection     Title = "COMBINATIONS"
	GlobalSection   Title = "GLOBAL FLAGS"
	OutputSection   Title = "OUTPUT"
	ExampleSection  Title = "EXAMPLES"
	ExitSection     Title = "EXIT STATUS"
)

// Manual returns what is said about the node of n's tree with these words, or
// about the command that they are an alias of; ok is false when there is none.
// A word that is both a group and an alias has what belongs to either.
func (n *Node) Manual(words ...string) (m Manual, ok bool) {
	at, command := n.Find(words...), n.aliased(words)
	switch {
	case at == nil && command == nil:
		return Manual{}, false
	case at == nil:
		at = command
	case command == nil:
		command = at
	}
	m = Manual{Words: at.Words(), About: command.About, Text: paragraphs(command.Long)}
	m.add(Section{Title: UsageSection, Lines: usageLines(at, command)})
	m.add(Section{Title: CommandSection, Entries: n.commandEntries(at)})
	if command.Runnable() {
		m.add(Section{Title: ArgumentSection, Entries: optionEntries(command.Options, Option.isArgument)})
		m.add(Section{Title: FlagSection, Entries: optionEntries(command.Options, Option.isFlag)})
	}
	m.add(Section{Title: PairSection, Entries: command.pairEntries()})
	m.add(Section{Title: GlobalSection, Entries: optionEntries(n.Options, command.honors)})
	m.add(Section{Title: OutputSection, Entries: command.outputEntries()})
	m.add(Section{Title: ExampleSection, Lines: exampleLines(command.Example)})
	m.add(Section{Title: ExitSection, Entries: command.exitEntries()})
	m.SeeAlso = n.related(at)
	return m, true
}

// related are the words of what stands beside and below the node, and above.
func (n *Node) related(at *Node) []string {
	var words []string
	for _, sub := range at.Subcommands {
		words = append(words, sub.Words())
	}
	if at == n {
		return words
	}
	words = append(words, "")
	if parent := n.Find(at.Path[1 : len(at.Path)-1]...); parent != n {
		words = append(words, parent.Words())
		for _, sub := range parent.Subcommands {
			if sub != at {
				words = append(words, sub.Words())
			}
		}
	}
	slices.Sort(words)
	return words
}

// add adds a section that has something.
func (m *Manual) add(s Section) {
	if len(s.Lines)+len(s.Entries) > 0 {
		m.Sections = append(m.Sections, s)
	}
}

// aliased is the command of which the one word is an alias, or nil.
func (n *Node) aliased(words []string) *Node {
	if len(words) != 1 {
		return nil
	}
	commands := n.Commands()
	i := slices.IndexFunc(commands, func(c *Node) bool { return c.Alias == words[0] })
	if i < 0 {
		return nil
	}
	return commands[i]
}

// exampleLines are the lines of the declared example, as they are typed.
func exampleLines(example string) []string {
	if strings.TrimSpace(example) == "" {
		return nil
	}
	lines := strings.Split(strings.Trim(example, "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(line, "  ")
	}
	return lines
}

// paragraphs takes a text apart at its empty lines; a paragraph whose lines are
// indented is verbatim.
func paragraphs(text string) []Paragraph {
	var list []Paragraph
	for part := range strings.SplitSeq(strings.Trim(text, "\n"), "\n\n") {
		switch {
		case strings.TrimSpace(part) == "":
		case strings.HasPrefix(part, " "):
			list = append(list, Paragraph{Text: part, Verbatim: true})
		default:
			list = append(list, Paragraph{Text: strings.Join(strings.Fields(part), " ")})
		}
	}
	return list
}

// usageLines are the ways to call a node and the command that it stands for.
func usageLines(at, command *Node) []string {
	lines := []string{command.Usage}
	if command.Alias != "" {
		lines = append(lines, "genesis "+command.Alias+strings.TrimPrefix(command.Usage, "genesis "+command.Words()))
	}
	if at != command {
		lines = append(lines, at.Usage)
	}
	return lines
}

// commandEntries are the words that may follow; below genesis itself also those
// that are aliases.
func (n *Node) commandEntries(at *Node) []Entry {
	var list []Entry
	for _, sub := range at.Subcommands {
		list = append(list, Entry{sub.Name, sub.About})
	}
	if at == n {
		for _, c := range n.Commands() {
			if c.Alias != "" && n.Find(c.Alias) == nil {
				list = append(list, Entry{c.Alias, c.About})
			}
		}
	}
	slices.SortFunc(list, func(a, b Entry) int { return cmp.Compare(a.Term, b.Term) })
	return list
}

func (o Option) isArgument() bool { return o.Positional }

func (o Option) isFlag() bool { return !o.Positional }

// honors reports whether a global flag means something to the node: to a group
// all do.
func (n *Node) honors(o Option) bool {
	return !n.Runnable() || slices.Contains(n.Command.Honors, *o.Long)
}

func optionEntries(options []Option, keep func(Option) bool) []Entry {
	var list []Entry
	for _, o := range options {
		if keep(o) {
			list = append(list, Entry{o.term(), o.text()})
		}
	}
	return list
}

// term shows how the option is given.
func (o Option) term() string {
	value := strings.Join(o.ValueNames, " ")
	switch {
	case o.Positional:
		return value
	case o.Short != nil && value != "":
		return "-" + *o.Short + ", --" + *o.Long + " " + value
	case o.Short != nil:
		return "-" + *o.Short + ", --" + *o.Long
	case value != "" && o.MinValues == 0:
		return "    --" + *o.Long + " [" + value + "]"
	case value != "":
		return "    --" + *o.Long + " " + value
	}
	return "    --" + *o.Long
}

// text says what the option means, with the values that the parser accepts
// unless the help names them all, and with the default.
func (o Option) text() string {
	text := o.Help
	if slices.ContainsFunc(o.Allowed, func(v string) bool { return !strings.Contains(text, v) }) {
		text += " (" + strings.Join(o.Allowed, ", ") + ")"
	}
	if o.Required && !o.Positional {
		text += "; required"
	}
	if len(o.Defaults) > 0 {
		text += "; default " + strings.Join(o.Defaults, ",")
	}
	return strings.TrimSpace(text)
}

// outputEntries say what a command answers with.
func (n *Node) outputEntries() []Entry {
	if !n.Runnable() {
		return nil
	}
	c := n.Command
	if c.Raw != NotRaw {
		return []Entry{{"stdout", c.Raw.text()}}
	}
	stdout := "text for people"
	switch {
	case c.Bare:
		stdout = "one line of JSON"
	case c.Content:
		stdout = "the content itself, a raw stream"
	case len(c.ContentWith) > 0:
		stdout = "text for people; with --" + strings.Join(c.ContentWith, " or --") + " a raw stream"
	}
	list := []Entry{
		{"stdout", stdout + "; with --json one JSON object"},
		{"kind", string(c.Kind)},
		{"schema", "genesis --print-schema " + c.Kind.SchemaName()},
	}
	if c.Records != "" {
		list = append(list, Entry{"records", "data." + c.Records + ", one a line with --ndjson"})
	}
	return list
}

// text says what a raw stream consists of.
func (s Stream) text() string {
	switch s {
	case RecordLines:
		return "one JSON object a line"
	case ShellScript:
		return "a script for a shell"
	default:
		return "text for people"
	}
}

func (n *Node) exitEntries() []Entry {
	list := make([]Entry, len(n.Exits))
	for i, row := range n.Exits {
		list[i] = Entry{fmt.Sprintf("%-4s %s", strconv.Itoa(int(row.Status)), row.Name), row.When}
	}
	return list
}
