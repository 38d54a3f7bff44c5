package objects

import (
	"errors"
	"fmt"
	"slices"
)

// ConflictClasses lists what may stand in the way of a merge.
var ConflictClasses = []string{"text", "syntax", "structure", "binary"}

// ConflictChoices lists how a region of a conflict may be decided. "set" is a
// content of its own.
var ConflictChoices = []string{"left", "right", "base", "union", "set"}

// ConflictSettled is the state of a conflict that is a recorded resolution.
const ConflictSettled = "settled"

// Conflict is what a merge could not settle by itself: one file, or a whole merge
// with a part for each of its files. A conflict with some regions decided is
// again a conflict; one that is settled is a recorded resolution.
type Conflict struct {
	// Path is the file in the merged tree; empty for a whole merge.
	Path  Bytes  `cbor:"path,omitempty"`
	Class string `cbor:"class,omitempty"` // one of ConflictClasses; empty for a whole merge
	// Reason says of a conflict that is not in the text what the sides did, for
	// example "modify/delete".
	Reason string `cbor:"reason,omitempty"`
	// Base, Left and Right are the sides, nil where one has no such file. Of a whole
	// merge they are commits, snapshots or trees.
	Base  *ConflictSide `cbor:"base,omitempty"`
	Left  *ConflictSide `cbor:"left,omitempty"`
	Right *ConflictSide `cbor:"right,omitempty"`
	// Result is what the merged tree has at Path; of a whole merge, that tree.
	Result  *ConflictSide    `cbor:"result,omitempty"`
	Regions []ConflictRegion `cbor:"regions,omitempty"` // in the order of the result
	Parts   []ID             `cbor:"parts,omitempty"`   // of a whole merge, sorted, unique
	// State is ConflictSettled when Result is the decision and nothing is open.
	State string `cbor:"state,omitempty"`
}

// ConflictSide is what one side of a merge has.
type ConflictSide struct {
	Path Bytes `cbor:"path,omitempty"` // where, if not at the conflict's path
	// Mode is that of a tree entry; empty for a side of a whole merge, whose ID is
	// a commit, a snapshot or a tree.
	Mode    Mode   `cbor:"mode,omitempty"`
	ID      ID     `cbor:"id,omitzero"`
	Gitlink Bytes  `cbor:"gitlink,omitempty"`
	Size    uint64 `cbor:"size,omitempty"`
}

// ConflictRegion is one place in a file that both sides changed.
type ConflictRegion struct {
	// Unit is the innermost named unit around it, such as "func Open"; may be empty.
	Unit   string        `cbor:"unit,omitempty"`
	Class  string        `cbor:"class"` // one of ConflictClasses
	Base   ConflictLines `cbor:"base"`
	Left   ConflictLines `cbor:"left"`
	Right  ConflictLines `cbor:"right"`
	Result ConflictLines `cbor:"result"`
	// Choice is one of ConflictChoices once it is decided; Set is the blob of "set".
	Choice string `cbor:"choice,omitempty"`
	Set    ID     `cbor:"set,omitzero"`
}

// ConflictLines is a range of lines: the first, from 1, and how many. An empty
// range stands before its first line.
type ConflictLines struct {
	First uint64 `cbor:"first"`
	Count uint64 `cbor:"count"`
}

// Kind implements Structured.
func (*Conflict) Kind() Kind { return KindConflict }

// Settled says that nothing is open.
func (c *Conflict) Settled() bool { return c.State == ConflictSettled }

// Whole says that it is a whole merge and not one file.
func (c *Conflict) Whole() bool { return c.Path == "" }

func (c *Conflict) check() error {
	if err := first(
		checkLength("path", len(c.Path)),
		checkText("reason", c.Reason),
		c.Base.check("base", c.Whole()), c.Left.check("left", c.Whole()),
		c.Right.check("right", c.Whole()), c.Result.check("result", c.Whole()),
		checkCount("regions", len(c.Regions), MaxEntries),
		checkIDs("parts", c.Parts, MaxEntries),
	); err != nil {
		return err
	}
	if err := c.checkShape(); err != nil {
		return err
	}
	for i := range c.Regions {
		if err := c.Regions[i].check(); err != nil {
			return fmt.Errorf("regions: %w", err)
		}
	}
	return nil
}

// checkShape refuses what only the other sort of conflict has.
func (c *Conflict) checkShape() error {
	switch {
	case c.Whole() && (c.Class != "" || c.Reason != "" || len(c.Regions) > 0 || c.State != ""):
		return errors.New("a whole merge with what only a file has")
	case c.Whole() && (c.Left == nil || c.Right == nil || c.Result == nil):
		return errors.New("a whole merge without a side or a result")
	case c.State != "" && c.State != ConflictSettled:
		return fmt.Errorf("unknown state %q", c.State)
	case !c.Whole() && len(c.Parts) > 0:
		return errors.New("a file with parts")
	case !c.Whole() && !slices.Contains(ConflictClasses, c.Class):
		return fmt.Errorf("unknown class %q", c.Class)
	}
	return nil
}

func (s *ConflictSide) check(field string, whole bool) error {
	switch {
	case s == nil:
		return nil
	case len(s.Path) > MaxName:
		return checkLength(field, len(s.Path))
	case whole:
		if s.ID.IsZero() || *s != (ConflictSide{ID: s.ID}) {
			return fmt.Errorf("%s: a side of a whole merge is an id", field)
		}
		return nil
	case s.Mode == "":
		return fmt.Errorf("%s: %w", field, errBadMode)
	}
	e := s.Entry("name")
	if err := e.check(); err != nil {
		return fmt.Errorf("%s: %w", field, err)
	}
	return nil
}

// Entry is the tree entry of a side of a file.
func (s *ConflictSide) Entry(name Bytes) Entry {
	return Entry{Name: name, Mode: s.Mode, ID: s.ID, Gitlink: s.Gitlink, Size: s.Size}
}

func (r *ConflictRegion) check() error {
	switch {
	case !slices.Contains(ConflictClasses, r.Class):
		return fmt.Errorf("unknown class %q", r.Class)
	case r.Choice != "" && !slices.Contains(ConflictChoices, r.Choice):
		return fmt.Errorf("unknown choice %q", r.Choice)
	case (r.Choice == "set") == r.Set.IsZero():
		return errors.New("only the choice set has a content, and always")
	}
	return checkText("unit", r.Unit)
}

func (c *Conflict) marshal() ([]byte, error)    { return marshal(c) }
func (c *Conflict) unmarshal(data []byte) error { return unmarshal(data, c) }

func (c *Conflict) project(w *jsonWriter) {
	w.object(func() {
		w.optionalBytes("path", string(c.Path))
		w.optional("class", c.Class)
		w.optional("reason", c.Reason)
		c.Base.project(w, "base")
		c.Left.project(w, "left")
		c.Right.project(w, "right")
		c.Result.project(w, "result")
		if c.Whole() {
			w.ids("parts", c.Parts)
			return
		}
		list(w, "regions", c.Regions, func(r *ConflictRegion) {
			w.optional("unit", r.Unit)
			w.text("class", r.Class)
			r.Base.project(w, "base")
			r.Left.project(w, "left")
			r.Right.project(w, "right")
			r.Result.project(w, "result")
			w.optional("choice", r.Choice)
			w.optionalID("set", r.Set)
		})
		w.optional("state", c.State)
	})
}

func (s *ConflictSide) project(w *jsonWriter, field string) {
	if s == nil {
		return
	}
	w.key(field)
	w.object(func() {
		w.optionalBytes("path", string(s.Path))
		w.optional("mode", string(s.Mode))
		if s.Gitlink != "" {
			w.gitlink("id", s.Gitlink)
			return
		}
		w.id("id", s.ID)
		if s.Mode != "" && s.Mode.IsFile() {
			w.uint("size", s.Size)
		}
	})
}

func (l ConflictLines) project(w *jsonWriter, field string) {
	w.key(field)
	w.object(func() {
		w.uint("first", l.First)
		w.uint("count", l.Count)
	})
}

// Sides is the identity of the conflict's inputs: of what the sides have at the
// path, whatever was shown or decided. A resolution is found again by it.
func (c *Conflict) Sides() (ID, error) {
	data, err := Encode(&Conflict{Path: c.Path, Class: "structure", Base: c.Base, Left: c.Left, Right: c.Right})
	return Sum(KindConflict, data), err
}
