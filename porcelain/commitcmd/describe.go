package commitcmd

import (
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/workspace"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
)

// describe fills in who made the commit, when, and what they say about it. An
// amended commit keeps what no flag replaces.
func (m *maker) describe(ctx context.Context, c *objects.Commit) error {
	if m.amended != nil {
		old := m.amended.Commit
		c.Message, c.Encoding, c.Author, c.Target, c.Extra = old.Message, old.Encoding, old.Author, old.Target, nil
		c.Session = old.Session
		if c.Why == "" {
			c.Why = old.Why
		}
		if len(c.Obligations) == 0 {
			c.Obligations = old.Obligations
		}
	}
	if m.opts.targetKind != "" {
		c.Target = &objects.Target{Kind: m.opts.targetKind, ID: m.opts.targetID}
	}
	if err := m.message(ctx, c); err != nil {
		return err
	}
	return m.people(ctx, c)
}

// maxMessage is the greatest size of a message file in bytes; the encoding has
// a cap of its own, which names the reason.
const maxMessage = 64 << 20

func (m *maker) message(ctx context.Context, c *objects.Commit) error {
	switch {
	case len(m.opts.messages) > 0:
		c.Message, c.Encoding = objects.Bytes(strings.Join(m.opts.messages, "\n\n")), ""
	case m.opts.messageFile != "":
		data, err := m.readMessage(ctx)
		if err != nil {
			return err
		}
		c.Message, c.Encoding = objects.Bytes(data), ""
	case m.merge != nil:
		c.Message = objects.Bytes(m.merge.Message)
	case m.amended == nil:
		return contract.Fail("commit/no-message", nil)
	}
	if strings.TrimSpace(string(c.Message)) == "" {
		return contract.Fail("commit/no-message", nil)
	}
	if !strings.HasSuffix(string(c.Message), "\n") {
		c.Message += "\n"
	}
	return nil
}

func (m *maker) readMessage(ctx context.Context) ([]byte, error) {
	var in io.Reader
	if m.opts.messageFile == "-" {
		in = fields.Input(ctx, m.env.Stdin)
	} else {
		f, err := fields.OpenFile(m.env, m.opts.messageFile)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	return io.ReadAll(io.LimitReader(in, maxMessage))
}

// people fills in author and committer. The committer is whoever runs the
// command; when only --author is known, that is the author.
func (m *maker) people(ctx context.Context, c *objects.Commit) error {
	now := time.Now()
	committer, err := fields.Who(ctx, m.env)
	if m.opts.author == "" {
		if err != nil {
			return err
		}
		return m.sign(c, committer, committer, now)
	}
	author, authorErr := workspace.ParseIdentity(m.opts.author)
	if authorErr != nil {
		return authorErr
	}
	if err != nil {
		committer = author
	}
	return m.sign(c, author, committer, now)
}

// sign writes the people into the commit, with their times.
func (m *maker) sign(c *objects.Commit, author, committer workspace.Identity, now time.Time) error {
	authored := now
	if m.opts.date != "" {
		var err error
		if authored, err = parseDate(m.opts.date); err != nil {
			return err
		}
	}
	c.Committer = fields.Signature(committer, now, m.opts.agent)
	if m.amended == nil {
		c.Author = fields.Signature(author, authored, m.opts.agent)
		return nil
	}
	if m.opts.author != "" {
		c.Author.Name, c.Author.Email = objects.Bytes(author.Name), objects.Bytes(author.Email)
	}
	if m.opts.date != "" {
		c.Author.Seconds, c.Author.Zone = authored.Unix(), objects.Bytes(authored.Format("-0700"))
	}
	if m.opts.agent != "" {
		c.Author.Agent = m.opts.agent
	}
	return nil
}

// parseDate reads an RFC 3339 time, whose letters may be small. What time.Parse
// takes beyond that is refused: an hour of one digit, a comma, a zone that no
// clock can show.
func parseDate(text string) (time.Time, error) {
	upper := strings.ToUpper(text)
	t, err := time.Parse(time.RFC3339, upper)
	if err == nil {
		rest, whole := strings.CutPrefix(upper, t.Format("2006-01-02T15:04:05"))
		if fraction, ok := strings.CutPrefix(rest, "."); ok {
			rest = strings.TrimLeft(fraction, "0123456789")
		}
		_, offset := t.Zone()
		known := rest == "Z" || rest == "-00:00" || rest == t.Format("-07:00")
		if whole && known && max(offset, -offset) < 24*60*60 {
			return t, nil
		}
	}
	return time.Time{}, contract.Fail("commit/bad-date", contract.Facts{"value": text})
}

// sortedSet returns the list as a commit keeps it: sorted, each once.
func sortedSet(list []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(list)))
}

// orEmpty makes a list that JSON shows as [] when there is none.
func orEmpty(ids []objects.ID) []objects.ID {
	if ids == nil {
		return []objects.ID{}
	}
	return ids
}
