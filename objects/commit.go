package objects

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// TargetKinds lists what a commit can be about.
var TargetKinds = []string{"package", "module", "contract", "workspace"}

// Target is what a commit is about, as said by its author.
type Target struct {
	Kind string `cbor:"kind"` // one of TargetKinds
	ID   string `cbor:"id"`
}

// Commit is a snapshot in history.
type Commit struct {
	Parents     []ID     `cbor:"parents,omitempty"` // in order; may be empty
	Snapshot    ID       `cbor:"snapshot"`
	Author      Person   `cbor:"author"`
	Committer   Person   `cbor:"committer"`
	Message     Bytes    `cbor:"message"`
	Encoding    string   `cbor:"encoding,omitempty"`
	Extra       []Header `cbor:"extra,omitempty"`
	Base        ID       `cbor:"base,omitzero"`  // zero when absent
	Patch       ID       `cbor:"patch,omitzero"` // zero when absent
	Target      *Target  `cbor:"target,omitempty"`
	Why         string   `cbor:"why,omitempty"`
	Obligations []string `cbor:"obligations,omitempty"` // sorted, unique
	Evidence    []ID     `cbor:"evidence,omitempty"`    // sorted, unique
	Session     string   `cbor:"session,omitempty"`
}

// Kind implements Structured.
func (*Commit) Kind() Kind { return KindCommit }

func (c *Commit) check() error {
	if c.Snapshot.IsZero() {
		return errors.New("no snapshot")
	}
	if slices.ContainsFunc(c.Parents, ID.IsZero) {
		return errors.New("a parent without an id")
	}
	return first(
		checkCount("parents", len(c.Parents), MaxParents),
		c.Author.check("author"),
		c.Committer.check("committer"),
		checkText("encoding", c.Encoding),
		checkHeaders(c.Extra),
		c.Target.check(),
		checkUTF8("why", c.Why),
		checkCount("obligations", len(c.Obligations), MaxHeaders),
		checkText("obligations", c.Obligations...),
		checkSet("obligations", c.Obligations, strings.Compare),
		checkIDs("evidence", c.Evidence, MaxHeaders),
		checkText("session", c.Session),
	)
}

func (t *Target) check() error {
	if t == nil {
		return nil
	}
	if !slices.Contains(TargetKinds, t.Kind) || t.ID == "" {
		return fmt.Errorf("target: unknown kind %q or no id", t.Kind)
	}
	return checkText("target", t.ID)
}

func (c *Commit) marshal() ([]byte, error)    { return marshal(c) }
func (c *Commit) unmarshal(data []byte) error { return unmarshal(data, c) }
