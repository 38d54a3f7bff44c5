package agent

import (
	"slices"
	"strings"
)

// Human knows what a person sees and that something may be done without asking,
// but not what. It does what the words suggest: it repeats a command where it is
// told to, takes the one name that is near to a wrong one, and else runs, once,
// the command that the next step quotes.
func Human(encoded []byte) []byte { return answer(encoded, human) }

func human(r *request) Response {
	cause, next := labeled(r.Message, "cause: "), labeled(r.Message, "next: ")
	if strings.HasPrefix(next, "Run the same command again") {
		return Response{Run: r.Command, Instead: true}
	}
	if wrong, right, ok := near(cause); ok {
		line := slices.Clone(r.Command)
		if at := slices.Index(line, wrong); at >= 0 {
			line[at] = right
			return Response{Run: line, Instead: true}
		}
	}
	words := strings.Fields(between(next, "`", "`"))
	seen := func(tried []string) bool { return slices.Equal(tried, words) }
	if len(words) > 1 && words[0] == "genesis" && !slices.ContainsFunc(r.Tried, seen) {
		return Response{Run: words}
	}
	return Response{}
}

// labeled is the text behind a label at the beginning of a line, with the lines
// that go on with it.
func labeled(message, label string) string {
	var words []string
	in := false
	for line := range strings.Lines(message) {
		line = strings.TrimRight(line, "\n")
		text, begins := strings.CutPrefix(line, label)
		switch {
		case begins:
			in = true
		case !strings.HasPrefix(line, "  "):
			in = false
		}
		if in {
			words = append(words, strings.Fields(text)...)
		}
	}
	return strings.Join(words, " ")
}

// near finds in a cause the last quoted word and the one word that it says is
// near to it.
func near(cause string) (wrong, right string, ok bool) {
	before, right, ok := strings.Cut(cause, "near to it: ")
	quoted := strings.Fields(between(before, `"`, `"`))
	if !ok || len(quoted) == 0 || strings.Contains(right, ",") {
		return "", "", false
	}
	return quoted[len(quoted)-1], right, true
}

// between is the text between the first two marks; "" without them.
func between(text, open, end string) string {
	_, text, ok := strings.Cut(text, open)
	inner, _, closed := strings.Cut(text, end)
	if !ok || !closed {
		return ""
	}
	return inner
}
