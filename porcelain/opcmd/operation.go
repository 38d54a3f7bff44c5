package opcmd

import (
	"encoding/hex"
	"strconv"
	"time"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/refs"
)

// operation is one operation in a result.
type operation struct {
	ID        objects.ID `json:"id"`
	Seq       uint64     `json:"seq"`
	Time      string     `json:"time"`
	Workspace string     `json:"workspace"`
	Actor     actor      `json:"actor"`
	Verb      string     `json:"verb" min:"1"`
	Changes   []change   `json:"changes"`

	// Parent and the snapshots are of `op show` only.
	Parent         objects.ID `json:"parent,omitzero"`
	WorktreeBefore objects.ID `json:"worktree_before,omitzero"`
	WorktreeAfter  objects.ID `json:"worktree_after,omitzero"`
	Saved          objects.ID `json:"saved,omitzero"`
	Subject        objects.ID `json:"subject,omitzero"`

	seconds int64
}

type actor struct {
	Name          string `json:"name,omitempty"`
	NameEncoding  string `json:"name_encoding,omitempty"`
	Email         string `json:"email,omitempty"`
	EmailEncoding string `json:"email_encoding,omitempty"`
	Agent         string `json:"agent,omitempty"`
	Host          string `json:"host"`
}

// change is one row that an operation changed; null is "not there". Values of
// refs are hashes.
type change struct {
	Space        objects.Space `json:"space"`
	Name         string        `json:"name"`
	NameEncoding string        `json:"name_encoding,omitempty"`
	Old          *string       `json:"old"`
	OldEncoding  string        `json:"old_encoding,omitempty"`
	New          *string       `json:"new"`
	NewEncoding  string        `json:"new_encoding,omitempty"`
}

// operationOf makes the fields that every list shows.
func operationOf(op refs.Op) operation {
	out := operation{
		ID: op.ID, Seq: op.Seq, Time: fields.Time(op.Seconds), Workspace: op.Workspace, Verb: op.Verb,
		Changes: changesOf(op.Changes), seconds: op.Seconds,
	}
	out.Actor = actor{Agent: op.Actor.Agent, Host: op.Actor.Host}
	out.Actor.Name, out.Actor.NameEncoding = fields.Encode(string(op.Actor.Name))
	out.Actor.Email, out.Actor.EmailEncoding = fields.Encode(string(op.Actor.Email))
	return out
}

// withDetails adds what only `op show` shows.
func (o operation) withDetails(op refs.Op) operation {
	o.Parent, o.Subject = op.Parent, op.Subject
	o.WorktreeBefore, o.WorktreeAfter, o.Saved = op.WorktreeBefore, op.WorktreeAfter, op.Saved
	return o
}

func changesOf(list []objects.OpChange) []change {
	out := make([]change, len(list))
	for i, c := range list {
		out[i].Space = c.Space
		out[i].Name, out[i].NameEncoding = fields.Encode(string(c.Name))
		out[i].Old, out[i].OldEncoding = valueOf(c.Space, c.Old)
		out[i].New, out[i].NewEncoding = valueOf(c.Space, c.New)
	}
	return out
}

func valueOf(space objects.Space, value []byte) (text *string, encoding string) {
	if value == nil {
		return nil, ""
	}
	s := string(value)
	if space == objects.SpaceRef {
		s = hex.EncodeToString(value)
	} else {
		s, encoding = fields.Encode(s)
	}
	return &s, encoding
}

// row is the operation in one line: id, number, time, what and who.
func (o operation) row(p *render.Printer) []string {
	who := o.Actor.Name
	if who == "" {
		who = o.Actor.Host
	}
	return []string{
		p.Styled(render.Note, fields.Short(o.ID)), p.Styled(render.Faint, "#"+strconv.FormatUint(o.Seq, 10)),
		p.Styled(render.Faint, time.Unix(o.seconds, 0).Format("2006-01-02 15:04")), p.Styled(render.Strong, o.Verb), who,
	}
}

// details are the lines below it of one that is shown alone.
func (o operation) details(p *render.Printer) {
	writeChanges(p, o.Changes)
	if !o.Saved.IsZero() {
		p.Linef("    overwritten changes are kept in snapshot %s", fields.Short(o.Saved))
	}
}

// writeChanges writes one line a row.
func writeChanges(p *render.Printer, changes []change) {
	for _, c := range changes {
		name := c.Name
		if c.Space == objects.SpaceHead {
			name = "of workspace " + shorten(&c.Name)
		}
		p.Linef("    %s %s  %s -> %s", p.Styled(render.Faint, string(c.Space)), name, shorten(c.Old), shorten(c.New))
	}
}

// shorten shows a value in a line: hashes by their first digits.
func shorten(value *string) string {
	switch {
	case value == nil:
		return "unset"
	case len(*value) >= 32 && objects.IsHex(*value):
		return (*value)[:12]
	default:
		return *value
	}
}
