package objects

import (
	"errors"
	"fmt"
)

// Tag is an annotated tag.
type Tag struct {
	Target     ID
	TargetKind Kind
	Name       Bytes
	Tagger     *Person
	Message    Bytes
	Encoding   string
	Extra      []Header
}

// tagWire is the encoding of a tag, in which the kind is its name.
type tagWire struct {
	Target   ID       `cbor:"target"`
	Kind     string   `cbor:"kind"`
	Name     Bytes    `cbor:"name"`
	Tagger   *Person  `cbor:"tagger,omitempty"`
	Message  Bytes    `cbor:"message"`
	Encoding string   `cbor:"encoding,omitempty"`
	Extra    []Header `cbor:"extra,omitempty"`
}

// Kind implements Structured.
func (*Tag) Kind() Kind { return KindTag }

func (t *Tag) check() error {
	switch {
	case t.Target.IsZero():
		return errors.New("no target")
	case !t.TargetKind.Valid():
		return errors.New("unknown kind of target")
	case t.Name == "" || len(t.Name) > MaxName:
		return fmt.Errorf("a name of %d bytes", len(t.Name))
	}
	if t.Tagger != nil {
		if err := t.Tagger.check("tagger"); err != nil {
			return err
		}
	}
	return first(checkText("encoding", t.Encoding), checkHeaders(t.Extra))
}

func (t *Tag) marshal() ([]byte, error) {
	return marshal(tagWire{t.Target, t.TargetKind.String(), t.Name, t.Tagger, t.Message, t.Encoding, t.Extra})
}

func (t *Tag) unmarshal(data []byte) error {
	var w tagWire
	if err := unmarshal(data, &w); err != nil {
		return err
	}
	kind, _ := ParseKind(w.Kind)
	*t = Tag{w.Target, kind, w.Name, w.Tagger, w.Message, w.Encoding, w.Extra}
	return nil
}
