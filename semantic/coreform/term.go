package coreform

// Tag is the sort of a term. The order of the tags is that of Compare.
type Tag uint8

// The tags.
const (
	Nil Tag = iota
	Bool
	Int
	Str
	Bytes
	Symbol
	Pair // a list that is not empty; the empty one is nil
	Vector
	Map
)

// String is the name of the tag in records of nodes.
func (t Tag) String() string {
	return [...]string{"nil", "bool", "int", "str", "bytes", "sym", "pair", "vec", "map"}[t]
}

// Term is an immutable term. The zero value is nil.
type Term struct {
	tag   Tag
	noted bool   // there is a comment inside, its own leading ones aside
	depth uint16 // of the nesting: 0 for atoms
	pos   uint32 // where it began in the source
	text  string
	items []Term // of a map: key, value, key, value
	note  *note
}

// note is the comments of a term, which are no part of its value.
type note struct {
	lead []string // before it
	tail []string // before its closing bracket
}

// Tag is the sort of the term.
func (t Term) Tag() Tag { return t.tag }

// Value is the decimal digits of an integer, the text of a string, the octets of
// bytes, the name of a symbol, and "true" or "false".
func (t Term) Value() string { return t.text }

// Items are the elements of a list or a vector, and the keys and values of a map
// in turns, in the order of the keys. They are not to be changed.
func (t Term) Items() []Term { return t.items }

// Offset is where the term began in the source that it was read from.
func (t Term) Offset() int { return int(t.pos) }

// IsAtom says that the term has no elements by its sort.
func (t Term) IsAtom() bool { return t.tag < Pair }

// IsList says that the term is a list, which nil is, too.
func (t Term) IsList() bool { return t.tag == Pair || t.tag == Nil }

// IsSymbol says that the term is the symbol of this name.
func (t Term) IsSymbol(name string) bool { return t.tag == Symbol && t.text == name }

// Comments are the comments before the term, each from its semicolon on.
func (t Term) Comments() []string {
	if t.note == nil {
		return nil
	}
	return t.note.lead
}

// endComments are the comments before the closing bracket.
func (t Term) endComments() []string {
	if t.note == nil {
		return nil
	}
	return t.note.tail
}

// head is the name of the symbol that a list begins with, or "".
func (t Term) head() string {
	if t.tag == Pair && t.items[0].tag == Symbol {
		return t.items[0].text
	}
	return ""
}

// Defines gives the name that the form (def name value) defines.
func (t Term) Defines() (name string, ok bool) {
	if t.head() == "def" && len(t.items) == 3 && t.items[1].tag == Symbol {
		return t.items[1].text, true
	}
	return "", false
}
