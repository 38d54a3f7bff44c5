package objects

import (
	"errors"
	"fmt"
)

// View is every row and mark of the catalog as of an operation, so that the
// catalog can be rebuilt without the whole chain.
type View struct {
	Seq        uint64
	Operation  ID    // zero only with Seq 0: before the first operation
	Rows       []Row // sorted by space (order of Spaces) and name, unique
	Quarantine []ID  // sorted, unique
	Tombstones []ID  // sorted, unique
	Shallow    []ID  // sorted, unique
}

// viewWire is the encoding of a view: a list of rows for each space.
type viewWire struct {
	Seq        uint64    `cbor:"seq"`
	Operation  ID        `cbor:"operation,omitzero"`
	Refs       []rowWire `cbor:"refs,omitempty"`
	Heads      []rowWire `cbor:"heads,omitempty"`
	Pins       []rowWire `cbor:"pins,omitempty"`
	Settings   []rowWire `cbor:"settings,omitempty"`
	Marks      []rowWire `cbor:"marks,omitempty"`
	Quarantine []ID      `cbor:"quarantine,omitempty"`
	Tombstones []ID      `cbor:"tombstones,omitempty"`
	Shallow    []ID      `cbor:"shallow,omitempty"`
}

type rowWire struct {
	Name  Bytes  `cbor:"name"`
	Value []byte `cbor:"value"`
}

// list returns the list of a space.
func (w *viewWire) list(s Space) *[]rowWire {
	switch s {
	case SpaceRef:
		return &w.Refs
	case SpaceHead:
		return &w.Heads
	case SpacePin:
		return &w.Pins
	case SpaceSetting:
		return &w.Settings
	default:
		return &w.Marks
	}
}

// Kind implements Structured.
func (*View) Kind() Kind { return KindView }

func (v *View) check() error {
	if (v.Seq == 0) != v.Operation.IsZero() {
		return errors.New("a sequence number without its operation, or the reverse")
	}
	if err := first(
		checkCount("rows", len(v.Rows), MaxEntries),
		checkSet("rows", v.Rows, func(a, b Row) int {
			return compareRows(a.Space, a.Name, b.Space, b.Name)
		}),
		checkIDs("quarantine", v.Quarantine, MaxEntries),
		checkIDs("tombstones", v.Tombstones, MaxEntries),
		checkIDs("shallow", v.Shallow, MaxEntries),
	); err != nil {
		return err
	}
	for _, r := range v.Rows {
		if err := checkRow(r.Space, r.Name, r.Value); err != nil {
			return fmt.Errorf("rows: %w", err)
		}
	}
	return nil
}

func (v *View) marshal() ([]byte, error) {
	w := viewWire{
		Seq: v.Seq, Operation: v.Operation,
		Quarantine: v.Quarantine, Tombstones: v.Tombstones, Shallow: v.Shallow,
	}
	for _, r := range v.Rows {
		list := w.list(r.Space)
		*list = append(*list, rowWire{Name: Bytes(r.Name), Value: r.Value})
	}
	return marshal(w)
}

func (v *View) unmarshal(data []byte) error {
	var w viewWire
	if err := unmarshal(data, &w); err != nil {
		return err
	}
	*v = View{
		Seq: w.Seq, Operation: w.Operation,
		Quarantine: w.Quarantine, Tombstones: w.Tombstones, Shallow: w.Shallow,
	}
	for _, s := range Spaces {
		for _, r := range *w.list(s) {
			v.Rows = append(v.Rows, Row{Space: s, Name: string(r.Name), Value: present(r.Value, true)})
		}
	}
	return nil
}
