package semantic

import "strconv"

// Span is a half-open range [Start, End) of bytes of a document's content.
type Span struct{ Start, End int }

// Len is the number of bytes in the span.
func (s Span) Len() int { return s.End - s.Start }

// In gives the bytes of the span, which must lie within content.
func (s Span) In(content []byte) []byte { return content[s.Start:s.End] }

// Unit is a part of a document that has an identity of its own: a definition, an
// entry, a section. Units nest.
//
// The units of one parent tile it from the first's start to the last's end: each
// begins where the one before it ends. What a parent has before its first unit
// and after its last is its own (a brace, a heading, a license). A unit of a
// format in lines begins at the start of a line and ends after a line feed or at
// the end of the content, so that units can be cut out and put in as lines; where
// the format puts several on one line (JSON, a Go parameter list), the language
// makes them no units or says in its package comment how it cuts.
type Unit struct {
	// Kind is the language's own word: "func", "method", "type", "var", "const",
	// "import", "section", "key", "require", "form", "file".
	Kind string
	// Name is the name within the parent, "" for a unit that has none and is
	// recognized by content alone. A Go method is "Type.Method".
	Name string
	// Span is the unit with what belongs to it: the comment above it, the blank
	// lines before that, the rest of its last line.
	Span Span
	// Body begins after the blank lines and comments that lead the unit, and ends
	// with its last byte that is not white space or a comment.
	Body Span
	// Hash does not change with formatting, nor with the position of comments,
	// but with their text.
	Hash Hash
	// Set says that the order of Units carries no meaning and that two of one
	// identity are a mistake: imports, requires, the keys of an object.
	Set bool
	// Units are the parts that have an identity within this one.
	Units []Unit
}

// Document is the content of a file with the units found in it.
type Document struct {
	// Language is the language that was found, which may be a dialect of the one
	// that read it: "jsonc" for JSON with comments. What is made of documents of
	// one dialect has to be of that dialect, too.
	Language string
	Content  []byte
	// HashKind says what Hash is the hash of: "module", "term" or "file".
	HashKind string
	// Root is the file as a unit of kind "file" without a name; its span is the
	// whole content and its hash the canonical hash of the file.
	Root Unit
}

// Units are the outermost units of the document, in order.
func (d *Document) Units() []Unit { return d.Root.Units }

// Identity tells units of one parent apart: the kind and the name, and for a
// second unit of the same kind and name its ordinal.
type Identity struct {
	Kind, Name string
	Ordinal    int // 0 for the first of its kind and name
}

// String is how a person names the unit: "func Open", "key deps#2".
func (i Identity) String() string {
	s := i.Kind
	if i.Name != "" {
		s += " " + i.Name
	}
	if i.Ordinal > 0 {
		s += "#" + strconv.Itoa(i.Ordinal+1)
	}
	return s
}

// Identities gives the identity of each of a parent's units, in their order.
func Identities(units []Unit) []Identity {
	seen := make(map[Identity]int, len(units))
	out := make([]Identity, len(units))
	for i, u := range units {
		id := Identity{Kind: u.Kind, Name: u.Name}
		id.Ordinal = seen[id]
		seen[Identity{Kind: u.Kind, Name: u.Name}]++
		out[i] = id
	}
	return out
}
