package objects

import "errors"

// Patch is what turns one tree into another. The layer of languages reads Term;
// here only what it needs of the store is known.
type Patch struct {
	// Term is the patch in normal form: the canonical text of a CoreForm term.
	Term string `cbor:"term"`
	// Contents are the blobs that its operations write, sorted, unique.
	Contents []ID `cbor:"contents,omitempty"`
}

// Kind implements Structured.
func (*Patch) Kind() Kind { return KindPatch }

func (p *Patch) check() error {
	if p.Term == "" {
		return errors.New("no term")
	}
	return first(
		checkUTF8("term", p.Term),
		checkIDs("contents", p.Contents, MaxEntries),
	)
}

func (p *Patch) marshal() ([]byte, error)    { return marshal(p) }
func (p *Patch) unmarshal(data []byte) error { return unmarshal(data, p) }

func (p *Patch) project(w *jsonWriter) {
	w.object(func() {
		w.text("term", p.Term)
		w.ids("contents", p.Contents)
	})
}
