package objects

import (
	"encoding/hex"
	"strconv"
	"time"
)

// JSON projects a structured object for people and agents: an ordered JSON
// object with the field names of the encoding, in the order of DESIGN §2.
// Hashes are hex; bytes that are not UTF-8 are percent-escaped and have a
// sibling "<field>_encoding": "percent"; people and operations gain a derived
// "time" (RFC 3339, UTC) where a calendar has one; values of ref rows are hex.
// Optional fields that are absent are left out; lists that are not optional
// are there when empty.
func JSON(v Structured) ([]byte, error) {
	p, ok := v.(interface{ project(w *jsonWriter) })
	if !ok {
		return nil, &EncodingError{Kind: v.Kind(), Reason: "the kind has no projection"}
	}
	w := &jsonWriter{}
	p.project(w)
	return w.buf, nil
}

func (t *Tree) project(w *jsonWriter) {
	w.object(func() {
		list(w, "entries", t.Entries, func(e *Entry) {
			w.bytes("name", string(e.Name))
			w.text("mode", string(e.Mode))
			if e.Mode == ModeGitlink {
				w.gitlink("id", e.Gitlink)
			} else {
				w.id("id", e.ID)
			}
			if e.Mode.IsFile() {
				w.uint("size", e.Size)
			}
		})
	})
}

func (s *Snapshot) project(w *jsonWriter) {
	w.object(func() {
		w.id("root", s.Root)
		w.uint("files", s.Files)
		w.uint("bytes", s.Bytes)
		if p := s.Package; p != nil {
			w.key("package")
			w.object(func() {
				w.text("name", p.Name)
				w.text("version", p.Version)
				w.id("manifest", p.Manifest)
			})
		}
	})
}

func (c *Commit) project(w *jsonWriter) {
	w.object(func() {
		w.ids("parents", c.Parents)
		w.id("snapshot", c.Snapshot)
		c.Author.project(w, "author")
		c.Committer.project(w, "committer")
		w.bytes("message", string(c.Message))
		w.optional("encoding", c.Encoding)
		projectHeaders(w, c.Extra)
		w.optionalID("base", c.Base)
		w.optionalID("patch", c.Patch)
		if t := c.Target; t != nil {
			w.key("target")
			w.object(func() {
				w.text("kind", t.Kind)
				w.text("id", t.ID)
			})
		}
		w.optional("why", c.Why)
		if len(c.Obligations) > 0 {
			w.key("obligations")
			w.array(len(c.Obligations), func(i int) { w.quote(c.Obligations[i]) })
		}
		if len(c.Evidence) > 0 {
			w.ids("evidence", c.Evidence)
		}
		w.optional("session", c.Session)
	})
}

func (t *Tag) project(w *jsonWriter) {
	w.object(func() {
		w.id("target", t.Target)
		w.text("kind", t.TargetKind.String())
		w.bytes("name", string(t.Name))
		if t.Tagger != nil {
			t.Tagger.project(w, "tagger")
		}
		w.bytes("message", string(t.Message))
		w.optional("encoding", t.Encoding)
		projectHeaders(w, t.Extra)
	})
}

func (l *ChunkList) project(w *jsonWriter) {
	w.object(func() {
		w.uint("level", uint64(l.Level))
		w.uint("size", l.Size)
		list(w, "entries", l.Entries, func(e *ChunkEntry) {
			w.id("id", e.ID)
			w.uint("size", e.Size)
		})
	})
}

func (op *Operation) project(w *jsonWriter) {
	w.object(func() {
		w.uint("seq", op.Seq)
		w.optionalID("parent", op.Parent)
		w.text("workspace", op.Workspace)
		w.key("actor")
		w.object(func() {
			w.optionalBytes("name", string(op.Actor.Name))
			w.optionalBytes("email", string(op.Actor.Email))
			w.optional("agent", op.Actor.Agent)
			w.text("host", op.Actor.Host)
		})
		w.seconds(op.Seconds)
		w.text("verb", op.Verb)
		list(w, "changes", op.Changes, func(c *OpChange) {
			w.text("space", string(c.Space))
			w.bytes("name", string(c.Name))
			w.row("old", c.Space, c.Old)
			w.row("new", c.Space, c.New)
		})
		w.optionalID("worktree_before", op.WorktreeBefore)
		w.optionalID("worktree_after", op.WorktreeAfter)
		w.optionalID("saved", op.Saved)
		w.optionalID("subject", op.Subject)
	})
}

func (v *View) project(w *jsonWriter) {
	names := map[Space]string{
		SpaceRef: "refs", SpaceHead: "heads", SpacePin: "pins", SpaceSetting: "settings", SpaceMark: "marks",
	}
	w.object(func() {
		w.uint("seq", v.Seq)
		w.optionalID("operation", v.Operation)
		rest := v.Rows
		for _, space := range Spaces {
			n := 0
			for n < len(rest) && rest[n].Space == space {
				n++
			}
			list(w, names[space], rest[:n], func(r *Row) {
				w.bytes("name", r.Name)
				w.row("value", r.Space, present(r.Value, true))
			})
			rest = rest[n:]
		}
		w.ids("quarantine", v.Quarantine)
		w.ids("tombstones", v.Tombstones)
		w.ids("shallow", v.Shallow)
	})
}

func (p *Person) project(w *jsonWriter, field string) {
	w.key(field)
	w.object(func() {
		w.bytes("name", string(p.Name))
		w.bytes("email", string(p.Email))
		w.seconds(p.Seconds)
		w.bytes("zone", string(p.Zone))
		w.optional("agent", p.Agent)
	})
}

func projectHeaders(w *jsonWriter, extra []Header) {
	if len(extra) == 0 {
		return
	}
	list(w, "extra", extra, func(h *Header) {
		w.bytes("name", string(h.Name))
		w.bytes("value", string(h.Value))
	})
}

// seconds writes a time as it is stored and as people read it. RFC 3339 knows
// the years 0 to 9999 only.
func (w *jsonWriter) seconds(seconds int64) {
	w.key("seconds")
	w.buf = strconv.AppendInt(w.buf, seconds, 10)
	if t := time.Unix(seconds, 0).UTC(); t.Year() >= 0 && t.Year() <= 9999 {
		w.text("time", t.Format(time.RFC3339))
	}
}

// row writes a value of a row, unless there is none.
func (w *jsonWriter) row(field string, space Space, value []byte) {
	switch {
	case value == nil:
	case space == SpaceRef:
		w.text(field, hex.EncodeToString(value))
	default:
		w.bytes(field, string(value))
	}
}
