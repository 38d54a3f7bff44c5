package gitobj

import (
	"strings"

	"github.com/genesis-vcs/genesis/objects"
)

// The headers of the fields that Git does not have. They stand before the
// foreign headers, in this order.
const (
	headerAuthorAgent    = "genesis-author-agent"
	headerCommitterAgent = "genesis-committer-agent"
	headerBase           = "genesis-base"
	headerPatch          = "genesis-patch"
	headerTarget         = "genesis-target" // kind, blank, id
	headerWhy            = "genesis-why"
	headerObligation     = "genesis-obligation" // one each
	headerEvidence       = "genesis-evidence"   // one each
	headerSession        = "genesis-session"
)

// setOwn takes the value of a header of our own; false says that it is not one,
// or not in the form that appendOwn gives it.
func (c *CommitBody) setOwn(name, value string) bool {
	if !strings.HasPrefix(name, "genesis-") || value == "" {
		return false
	}
	f := &c.Fields
	switch name {
	case headerAuthorAgent:
		return setText(&f.Author.Agent, value)
	case headerCommitterAgent:
		return setText(&f.Committer.Agent, value)
	case headerBase:
		return setID(&f.Base, value)
	case headerPatch:
		return setID(&f.Patch, value)
	case headerTarget:
		kind, id, ok := strings.Cut(value, " ")
		if !ok || f.Target != nil {
			return false
		}
		f.Target = &objects.Target{Kind: kind, ID: id}
		return true
	case headerWhy:
		return setText(&f.Why, value)
	case headerObligation:
		f.Obligations = append(f.Obligations, value)
		return true
	case headerEvidence:
		id, err := objects.ParseID(value)
		if err == nil {
			f.Evidence = append(f.Evidence, id)
		}
		return err == nil
	case headerSession:
		return setText(&f.Session, value)
	default:
		return false
	}
}

// checkOwn drops fields of our own that no commit of ours may have: anybody can
// write such headers.
func (c *CommitBody) checkOwn() {
	if !c.hasOwn() {
		return
	}
	f := &c.Fields
	own := objects.Commit{
		Snapshot: objects.ID{1}, Base: f.Base, Patch: f.Patch, Target: f.Target, Why: f.Why,
		Author: objects.Person{Agent: f.Author.Agent}, Committer: objects.Person{Agent: f.Committer.Agent},
		Obligations: f.Obligations, Evidence: f.Evidence, Session: f.Session,
	}
	if _, err := objects.Encode(&own); err == nil {
		return
	}
	f.Author.Agent, f.Committer.Agent, f.Why, f.Session = "", "", "", ""
	f.Base, f.Patch = objects.ID{}, objects.ID{}
	f.Target, f.Obligations, f.Evidence = nil, nil, nil
}

func (c *CommitBody) hasOwn() bool {
	f := &c.Fields
	return f.Author.Agent != "" || f.Committer.Agent != "" || !f.Base.IsZero() || !f.Patch.IsZero() ||
		f.Target != nil || f.Why != "" || len(f.Obligations) > 0 || len(f.Evidence) > 0 || f.Session != ""
}

func setText(field *string, value string) bool {
	if *field != "" {
		return false
	}
	*field = value
	return true
}

func setID(field *objects.ID, value string) bool {
	id, err := objects.ParseID(value)
	if err != nil || !field.IsZero() {
		return false
	}
	*field = id
	return true
}

func (c *CommitBody) appendOwn(b []byte) []byte {
	f := &c.Fields
	b = appendText(b, headerAuthorAgent, f.Author.Agent)
	b = appendText(b, headerCommitterAgent, f.Committer.Agent)
	if !f.Base.IsZero() {
		b = appendHeader(b, headerBase, f.Base.String())
	}
	if !f.Patch.IsZero() {
		b = appendHeader(b, headerPatch, f.Patch.String())
	}
	if t := f.Target; t != nil {
		b = appendHeader(b, headerTarget, t.Kind+" "+t.ID)
	}
	b = appendText(b, headerWhy, f.Why)
	for _, name := range f.Obligations {
		b = appendHeader(b, headerObligation, name)
	}
	for _, id := range f.Evidence {
		b = appendHeader(b, headerEvidence, id.String())
	}
	return appendText(b, headerSession, f.Session)
}

func appendText(b []byte, name, value string) []byte {
	if value == "" {
		return b
	}
	return appendHeader(b, name, value)
}
