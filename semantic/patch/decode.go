package patch

import (
	"bytes"

	"github.com/genesis-vcs/genesis/semantic/coreform"
)

// Decode reads a patch in either spelling: JSON is an object whose first key is in
// quotes. The error is a *DecodeError or a *coreform.SyntaxError.
func Decode(content []byte) (*Patch, error) {
	head := bytes.TrimLeft(bytes.TrimPrefix(content, []byte("\ufeff")), " \t\r\n")
	if inner, ok := bytes.CutPrefix(head, []byte("{")); ok {
		if inner = bytes.TrimLeft(inner, " \t\r\n"); len(inner) > 0 && inner[0] == '"' {
			return fromJSON(head)
		}
	}
	t, err := coreform.ReadTerm(content)
	if err != nil {
		return nil, err
	}
	return FromTerm(t)
}

// Encode is the text of a .gcpatch file.
func (p *Patch) Encode() ([]byte, error) {
	t, err := p.Term()
	if err != nil {
		return nil, err
	}
	text, err := t.Print()
	return []byte(text + "\n"), err
}
