package render

import (
	"fmt"
	"path"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// The keys of facts that name the subject and the cause of a failure, most
// telling first.
var (
	subjectKeys = []string{
		"path", "paths", "file", "name", "revision", "hash", "id", "flag", "argument",
		"command", "value", "directory", "groups", "holder_verb", "holder_pid", "reported_code",
	}
	causeKeys  = []string{"reason", "rule", "cause", "missing", "prior_error"}
	nestedKeys = []string{"cause", "legacy_context"}
)

const (
	maxField  = 160 // runes of a subject or a cause
	maxListed = 20  // entries of a list that is printed
)

// Failure writes an error for a person: the first line with code, operation and
// subject, the cause, the next action, and the list of paths or candidates when
// there is one. It is made from the normalized error and diagnostic alone;
// target stands in for a subject that the facts do not name.
func (p *Printer) Failure(e *contract.ErrorObject, d *contract.Diagnostic, target string) {
	subject := placeOf(e.Context.PrimarySpan)
	if subject == "" {
		subject = firstFact(e.Context.Facts, subjectKeys)
	}
	if subject == "" && target != "" {
		subject = path.Base(target)
	}
	style := Bad
	if d.Severity == contract.SeverityWarning {
		style = Note
	}
	p.wrapped(p.Styled(style, e.Code)+":", operation(e.Context.Operation)+": "+or(bounded(subject), "<unknown subject>"))
	p.wrapped(p.Styled(Strong, "cause:"), or(sentence(causeOf(e, d)), "<unknown cause>"))
	p.wrapped(p.Styled(Strong, "next:"), or(d.NextSafeAction, "<no action known>"))
	p.lists(e.Context.Facts)
}

// placeOf is file and line of a span; "" without one, and for standard input,
// whose lines the cause tells.
func placeOf(span *contract.Span) string {
	if span == nil || span.Source == contract.Stdin {
		return ""
	}
	return fmt.Sprintf("%s:%d", span.Source, span.StartLine)
}

func operation(op string) string {
	return or(strings.ReplaceAll(op, "/", " "), "<unknown operation>")
}

// or is text, or what stands for it when there is none to see.
func or(text, placeholder string) string {
	if strings.TrimSpace(text) == "" {
		return placeholder
	}
	return text
}

// causeOf selects one cause: a fact, else what the producer said, else the
// catalog's first.
func causeOf(e *contract.ErrorObject, d *contract.Diagnostic) string {
	fact := firstFact(e.Context.Facts, causeKeys)
	switch {
	case fact != "" && e.Message != "":
		return e.Message + ": " + fact
	case fact != "":
		return fact
	case e.Message != "":
		return e.Message
	case len(d.LikelyCauses) > 0:
		return d.LikelyCauses[0]
	}
	return ""
}

// firstFact returns the text of the first key that has one, looking into nested
// contexts when none has.
func firstFact(facts map[string]any, keys []string) string {
	for _, key := range keys {
		if text := factText(facts[key]); text != "" {
			return spaced(facts, key, text)
		}
	}
	for _, key := range nestedKeys {
		if inner, ok := facts[key].(map[string]any); ok {
			if text := firstFact(inner, keys); text != "" {
				return text
			}
		}
	}
	return ""
}

// factText is the text of a scalar, or of the first entry of a list.
func factText(value any) string {
	switch v := value.(type) {
	case nil, map[string]any:
		return ""
	case string:
		return v
	case []any:
		if len(v) == 0 {
			return ""
		}
		text := entryText(v[0])
		if entry, ok := v[0].(map[string]any); ok {
			text = spaced(entry, "path", text)
		}
		if len(v) > 1 {
			text += fmt.Sprintf(" and %d more", len(v)-1)
		}
		return text
	default:
		return fmt.Sprint(v)
	}
}

// spaced is the text of a fact with spaces for its control characters, which the
// document has percent-escaped. The lists below keep every byte.
func spaced(facts map[string]any, key, text string) string {
	if facts[key+"_encoding"] != "percent" {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if c, ok := controlEscape(text[i:]); ok {
			b.WriteByte(c)
			i += len("%00") - 1
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// controlEscape reports that a text begins with the escape of an ASCII control
// character or of the percent sign, and what people see of it.
func controlEscape(s string) (byte, bool) {
	if len(s) < len("%00") || s[0] != '%' {
		return 0, false
	}
	switch c, err := strconv.ParseUint(s[1:3], 16, 8); {
	case err != nil:
		return 0, false
	case c == '%':
		return '%', true
	case c < ' ' || c == 0x7f:
		return ' ', true
	}
	return 0, false
}

// entryText is the text of one entry of a list: a string, an object with a
// path, or a group of such.
func entryText(value any) string {
	switch v := value.(type) {
	case map[string]any:
		return factText(v["path"])
	case []any:
		texts := make([]string, len(v))
		for i, inner := range v {
			texts[i] = entryText(inner)
		}
		return strings.Join(texts, ", ")
	default:
		return factText(v)
	}
}

// kindText says what an entry is, if it says so itself.
func kindText(entry any) string {
	if v, ok := entry.(map[string]any); ok {
		if kind := factText(v["kind"]); kind != "" {
			return " (" + kind + ")"
		}
	}
	return ""
}

// lists prints the lists among the facts, sorted by their keys.
func (p *Printer) lists(facts map[string]any) {
	var keys []string
	for key, value := range facts {
		// The message names the suggestions.
		if list, ok := value.([]any); ok && len(list) > 0 && key != "suggestions" {
			keys = append(keys, key)
		}
	}
	sort.Strings(keys)
	for _, key := range keys {
		list := facts[key].([]any)
		p.Linef("%s:", key)
		for i, entry := range list {
			if i == maxListed {
				p.Linef("  and %d more (--json lists all)", len(list)-maxListed)
				break
			}
			p.Linef("  %s", entryText(entry)+kindText(entry))
		}
	}
}

func sentence(s string) string { return bounded(strings.TrimRight(s, ".")) }

func bounded(s string) string {
	if utf8.RuneCountInString(s) <= maxField {
		return s
	}
	return string([]rune(s)[:maxField]) + "…"
}

// wrapped writes a label and its text, broken at blanks to the width; further
// lines are indented. A word that is too long stays whole.
func (p *Printer) wrapped(label, text string) {
	line, used := label, p.columns(label)
	for _, word := range strings.Fields(Escape(text)) {
		n := utf8.RuneCountInString(word)
		if used+1+n > p.look.Width && used > 2 {
			p.put(line + "\n")
			line, used = "  "+word, 2+n
			continue
		}
		line += " " + word
		used += 1 + n
	}
	p.put(line + "\n")
}
