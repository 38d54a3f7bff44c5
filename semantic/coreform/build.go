package coreform

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxDepth is how deep brackets and quotes may nest, in sources and in terms.
const MaxDepth = 10_000

// ErrTooDeep says that a term would nest deeper than MaxDepth.
var ErrTooDeep = errors.New("nesting deeper than 10000")

var (
	errNotUTF8  = errors.New("a string is UTF-8")
	errImproper = errors.New("a list ends in nil")
)

// BoolOf is true or false.
func BoolOf(b bool) Term { return Term{tag: Bool, text: strconv.FormatBool(b)} }

// IntOf is an integer.
func IntOf(n int64) Term { return Term{tag: Int, text: strconv.FormatInt(n, 10)} }

// StrOf is a string; text that is not UTF-8 is refused.
func StrOf(text string) (Term, error) {
	if !utf8.ValidString(text) {
		return Term{}, errNotUTF8
	}
	return Term{tag: Str, text: text}, nil
}

// BytesOf is octets.
func BytesOf(octets string) Term { return Term{tag: Bytes, text: octets} }

// SymbolOf is a symbol. A name that would be read as something else is refused.
func SymbolOf(name string) (Term, error) {
	bad := name == "" || !utf8.ValidString(name) || symbolEnd(name, 0) != len(name) || intStart(name, 0) ||
		name == "nil" || name == "true" || name == "false"
	if bad {
		return Term{}, fmt.Errorf("%q is not the name of a symbol", name)
	}
	return symbol(name), nil
}

// symbol is a symbol of a name that is known to be good.
func symbol(name string) Term { return Term{tag: Symbol, text: name} }

// ListOf is a proper list; without elements it is nil.
func ListOf(items ...Term) (Term, error) {
	if len(items) == 0 {
		return Term{}, nil
	}
	return build(Pair, slices.Clone(items))
}

// VectorOf is a vector.
func VectorOf(items ...Term) (Term, error) { return build(Vector, slices.Clone(items)) }

// MapOf is a map of keys and values in turns; of equal keys the last one counts.
func MapOf(items ...Term) (Term, error) {
	if len(items)%2 != 0 {
		return Term{}, errors.New("a map has a value for each key")
	}
	return build(Map, sortEntries(slices.Clone(items)))
}

// Cons is the list with first before the elements of rest, which must be a list.
func Cons(first, rest Term) (Term, error) {
	if !rest.IsList() {
		return Term{}, errImproper
	}
	return build(Pair, append([]Term{first}, rest.items...))
}

// Quote is (quote t).
func Quote(t Term) (Term, error) { return ListOf(symbol("quote"), t) }

func build(tag Tag, items []Term) (Term, error) { return Term{tag: tag}.with(items) }

// with is the term with other elements, which it keeps: same sort, same comments.
func (t Term) with(items []Term) (Term, error) {
	t.items = items
	t.depth, t.noted = 1, len(t.endComments()) > 0
	for i := range items {
		t.depth = max(t.depth, items[i].depth+1)
		t.noted = t.noted || items[i].noted || len(items[i].Comments()) > 0
	}
	if t.depth > MaxDepth {
		return Term{}, ErrTooDeep
	}
	return t, nil
}

// sortEntries brings the entries into the order of their keys. Of equal keys the
// last one counts, and gets the comments of those that go.
func sortEntries(items []Term) []Term {
	type entry struct{ key, value Term }
	entries := make([]entry, 0, len(items)/2)
	for i := 0; i < len(items); i += 2 {
		entries = append(entries, entry{items[i], items[i+1]})
	}
	slices.SortStableFunc(entries, func(a, b entry) int { return Compare(a.key, b.key) })
	out := items[:0]
	var lost []string
	for i, e := range entries {
		if i+1 < len(entries) && Compare(e.key, entries[i+1].key) == 0 {
			lost = e.value.allComments(e.key.allComments(lost))
			continue
		}
		out = append(out, e.key.withComments(slices.Concat(lost, e.key.Comments())), e.value)
		lost = nil
	}
	return out
}

// allComments appends the comments before and inside the term.
func (t Term) allComments(to []string) []string {
	to = append(to, t.Comments()...)
	if t.noted {
		for _, item := range t.items {
			to = item.allComments(to)
		}
		to = append(to, t.endComments()...)
	}
	return to
}

// withComments is the term with these comments before it.
func (t Term) withComments(lead []string) Term {
	tail := t.endComments()
	t.note = nil
	if len(lead)+len(tail) > 0 {
		t.note = &note{lead, tail}
	}
	return t
}

// decimal normalizes the digits of an integer: no leading zeros, no -0.
func decimal(digits string) string {
	sign, rest := "", digits
	if after, ok := strings.CutPrefix(digits, "-"); ok {
		sign, rest = "-", after
	}
	rest = strings.TrimLeft(rest, "0")
	if rest == "" {
		return "0"
	}
	return sign + rest
}
