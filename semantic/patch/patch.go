package patch

import (
	"encoding/hex"
	"strconv"

	"github.com/zeebo/blake3"

	"github.com/genesis-vcs/genesis/semantic"
	"github.com/genesis-vcs/genesis/semantic/coreform"
)

// Version is the version of the format.
const Version = 1

// Patch is a patch in normal form.
type Patch struct {
	Intent     string
	Provenance coreform.Term // a map
	Ops        []Op
}

// Op is an operation of a patch.
type Op struct {
	Name string
	// Term is the operation in normal form: a map with each of its keys, nil where
	// there is no value.
	Term coreform.Term
	// Content is what write-file writes, if the patch has it with it. It is no part
	// of the normal form, which has its id.
	Content []byte
	Carries bool // Content is there, which may be empty
}

// ContentID is the id that a store has for a content.
func ContentID(content []byte) string {
	h := blake3.NewDeriveKey("genesis 2026 blob v1")
	_, _ = h.Write(content) // never fails
	var sum [32]byte
	_, _ = h.Digest().Read(sum[:])
	return hex.EncodeToString(sum[:])
}

// Hash is the hash of the operations in normal form.
func (p *Patch) Hash() (semantic.Hash, error) {
	ops, err := p.ops()
	if err != nil {
		return semantic.Hash{}, err
	}
	return ops.Hash()
}

func (p *Patch) ops() (coreform.Term, error) {
	terms := make([]coreform.Term, len(p.Ops))
	for i, op := range p.Ops {
		terms[i] = op.Term
	}
	return coreform.VectorOf(terms...)
}

// Normal is the patch in normal form, without the contents that it carries.
func (p *Patch) Normal() (coreform.Term, error) {
	ops, err := p.ops()
	if err != nil {
		return coreform.Term{}, err
	}
	return p.around(ops)
}

// Term is the patch as a .gcpatch file has it: with the contents that it carries.
func (p *Patch) Term() (coreform.Term, error) {
	terms := make([]coreform.Term, len(p.Ops))
	for i, op := range p.Ops {
		t, err := op.spelled()
		if err != nil {
			return coreform.Term{}, err
		}
		terms[i] = t
	}
	ops, err := coreform.VectorOf(terms...)
	if err != nil {
		return coreform.Term{}, err
	}
	return p.around(ops)
}

func (p *Patch) around(ops coreform.Term) (coreform.Term, error) {
	intent, err := coreform.StrOf(p.Intent)
	if err != nil {
		return coreform.Term{}, err
	}
	return mapOf("version", coreform.IntOf(Version), "intent", intent, "provenance", p.Provenance, "ops", ops)
}

// spelled is the operation as a person writes it: only the keys with a value.
func (o Op) spelled() (coreform.Term, error) {
	name, err := coreform.SymbolOf(":" + o.Name)
	if err != nil {
		return coreform.Term{}, err
	}
	items := []any{"op", name}
	op, _ := operationOf(o.Name)
	for _, f := range op.fields {
		if v := o.get(f.key); v.Tag() != coreform.Nil {
			items = append(items, f.key, v)
		} else if f.key == "content" && o.Carries {
			content, err := contentTerm(string(o.Content))
			if err != nil {
				return coreform.Term{}, err
			}
			items = append(items, f.key, content)
		}
	}
	return mapOf(items...)
}

// get is the value of a key, nil if it has none.
func (o Op) get(key string) coreform.Term { return valueOf(o.Term, key) }

func (o Op) text(key string) string { return o.get(key).Value() }

// Path is the file that the operation is about.
func (o Op) Path() string {
	for _, key := range [...]string{"path", "module-path", "from-module-path"} {
		if v := o.get(key); v.Tag() == coreform.Str || v.Tag() == coreform.Bytes {
			if key == "path" && o.get("module-path").Tag() != coreform.Nil {
				continue
			}
			return v.Value()
		}
	}
	return ""
}

// Writes is the id of the content that the operation needs and may not carry; "" if
// it needs none.
func (o Op) Writes() string {
	if mode := o.text("mode"); o.Name != "write-file" || mode == ModeGitlink || mode == ModeDir {
		return ""
	}
	return o.text("new")
}

func valueOf(m coreform.Term, key string) coreform.Term {
	items := m.Items()
	for i := 0; i+1 < len(items); i += 2 {
		if items[i].IsSymbol(":" + key) {
			return items[i+1]
		}
	}
	return coreform.Term{}
}

// mapOf is a map of keys and terms in turns.
func mapOf(items ...any) (coreform.Term, error) {
	terms := make([]coreform.Term, len(items))
	for i, item := range items {
		switch item := item.(type) {
		case string:
			key, err := coreform.SymbolOf(":" + item)
			if err != nil {
				return coreform.Term{}, err
			}
			terms[i] = key
		case coreform.Term:
			terms[i] = item
		}
	}
	return coreform.MapOf(terms...)
}

// contentTerm is text where the bytes are UTF-8, else bytes.
func contentTerm(content string) (coreform.Term, error) {
	t, err := coreform.StrOf(content)
	if err != nil {
		return coreform.BytesOf(content), nil
	}
	return t, nil
}

// DecodeError says what is no patch.
type DecodeError struct {
	Ordinal int // of the operation; -1 for the patch as a whole
	Field   string
	Reason  string
}

func (e *DecodeError) Error() string {
	s := "the patch"
	if e.Ordinal >= 0 {
		s = "operation " + strconv.Itoa(e.Ordinal)
	}
	if e.Field != "" {
		s += ", " + e.Field
	}
	return s + ": " + e.Reason
}

func wrong(ordinal int, field, reason string) *DecodeError {
	return &DecodeError{Ordinal: ordinal, Field: field, Reason: reason}
}
