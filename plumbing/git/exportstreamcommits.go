package git

import (
	"context"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/chunk"
	"github.com/genesis-vcs/genesis/plumbing/git/fastio"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

func (ex *streamExport) writeCommits(ctx context.Context) error {
	for i := range ex.order {
		if err := ex.writeCommit(ctx, &ex.order[i]); err != nil {
			return err
		}
	}
	return nil
}

// writeCommit writes a commit behind the blobs that it brings.
func (ex *streamExport) writeCommit(ctx context.Context, at *planned) error {
	c, err := history.Load(ctx, ex.store, at.id)
	if err != nil {
		return err
	}
	snap, err := snapshot.Load(ctx, ex.store, c.Snapshot)
	if err != nil {
		return err
	}
	at.root = snap.Root
	out, whole := commitOf(c.Commit)
	out.Ref = ex.done.Refs[at.ref].Git
	var before objects.ID
	for i, p := range c.Parents {
		parent := &ex.order[ex.places[p]]
		name := fastio.MarkName(uint64(parent.mark))
		if i == 0 {
			out.From, before = name, parent.root
		} else {
			out.Merges = append(out.Merges, name)
		}
	}
	list, exact, err := ex.changes(ctx, before, snap.Root, out.Ref)
	if err != nil {
		return err
	}
	if !whole || !exact {
		ex.done.Altered++
	}
	if out.From == "" { // else it would follow what its branch is at
		if err := ex.w.Reset(&fastio.Reset{Ref: out.Ref}); err != nil {
			return err
		}
	}
	at.mark = uint32(ex.nextMark())
	out.Mark = uint64(at.mark)
	ex.done.Commits++
	ex.note(uint64(len(out.Message)))
	return ex.put(out, list)
}

func (ex *streamExport) put(c *fastio.Commit, list []fastio.Change) error {
	if err := ex.w.Commit(c); err != nil {
		return err
	}
	for i := range list {
		if err := ex.w.Change(&list[i]); err != nil {
			return err
		}
	}
	return ex.w.EndCommit()
}

// changes are those between two trees, what goes before what comes: a file may give
// way to a directory of its name. The blobs that they need are written. Exact is
// false when a stream cannot have a mode.
func (ex *streamExport) changes(ctx context.Context, before, after objects.ID, ref string) (list []fastio.Change, exact bool, err error) {
	diff, err := snapshot.Diff(ctx, ex.trees, before, after, nil)
	if err != nil {
		return nil, false, err
	}
	exact = true
	var come []fastio.Change
	for _, d := range diff {
		if d.New == nil || d.New.Mode == objects.ModeDir {
			if d.New != nil {
				ex.drop(d.Path)
			}
			if d.Old != nil && d.Old.Mode != objects.ModeDir {
				list = append(list, fastio.Change{Kind: fastio.Delete, Path: d.Path})
			}
			continue
		}
		c := fastio.Change{Kind: fastio.Modify, Mode: d.New.Mode, Path: d.Path}
		exact = exact && fastio.CarriesMode(d.New.Mode)
		if c.Object, err = ex.content(ctx, d.New, d.Path, ref); err != nil {
			return nil, false, err
		}
		come = append(come, c)
	}
	return append(list, come...), exact, nil
}

// content names in the stream what an entry holds.
func (ex *streamExport) content(ctx context.Context, e *objects.Entry, path, ref string) (string, error) {
	if e.Mode != objects.ModeGitlink {
		mark, err := ex.blob(ctx, e.ID)
		return fastio.MarkName(mark), err
	}
	if len(e.Gitlink) != gitobj.OIDSize {
		return "", &UnsendableError{Ref: ref, Path: path, Reason: "it links to a repository with SHA-256"}
	}
	return gitobj.OID([]byte(e.Gitlink)).String(), nil
}

// blob writes a blob if it was not yet, and returns its mark.
func (ex *streamExport) blob(ctx context.Context, id objects.ID) (uint64, error) {
	if mark, ok := ex.blobs[id]; ok {
		return uint64(mark), nil
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	r, err := chunk.Open(ctx, ex.store, id)
	if err != nil {
		return 0, err
	}
	mark := ex.nextMark()
	ex.blobs[id] = uint32(mark)
	ex.done.Blobs++
	ex.note(r.Size())
	return mark, ex.w.Blob(mark, r.Size(), r)
}

// noDate stands where a person has no date that a stream could have.
const noDate = "0 +0000"

// commitOf is a commit as a stream has it; whole is false when that is not all of it.
func commitOf(c *objects.Commit) (out *fastio.Commit, whole bool) {
	body := gitobj.CommitBody{Fields: *c}
	full := string(body.Encode())
	author, committer := gitobj.FormatPerson(&c.Author), gitobj.FormatPerson(&c.Committer)
	for _, h := range c.Extra {
		if h.Name == gitobj.RawHeader { // it has what the fields are only near to
			full = string(h.Value)
			author, committer = rawPeople(full, author, committer)
		}
	}
	out = &fastio.Commit{
		Author: streamPerson(author), Committer: streamPerson(committer), Encoding: plainLine(c.Encoding), Message: []byte(c.Message),
	}
	return out, behindLinks(string(out.Body(gitobj.OID{}, nil))) == behindLinks(full)
}

// hasOddZone reports whether a person has a zone that git fast-import wants to be
// told of.
func hasOddZone(p *objects.Person) bool {
	_, odd, err := fastio.CheckPerson(gitobj.FormatPerson(p))
	return odd && err == nil
}

// behindLinks is what follows the tree and the parents.
func behindLinks(body string) string {
	for strings.HasPrefix(body, "tree ") || strings.HasPrefix(body, "parent ") {
		_, body, _ = strings.Cut(body, "\n")
	}
	return body
}

// rawPeople finds the lines of the people in the bytes of an odd commit.
func rawPeople(body, author, committer string) (string, string) {
	line, rest, _ := strings.Cut(behindLinks(body), "\n")
	if text, ok := strings.CutPrefix(line, "author "); ok {
		author = text
		line, _, _ = strings.Cut(rest, "\n")
	}
	if text, ok := strings.CutPrefix(line, "committer "); ok {
		committer = text
	}
	return author, committer
}

// streamPerson is a person as near as a stream can have it.
func streamPerson(text string) string {
	if text, _, err := fastio.CheckPerson(text); err == nil {
		return text
	}
	p, _ := gitobj.ParsePerson([]byte(text))
	name, email := personText.Replace(string(p.Name)), personText.Replace(string(p.Email))
	dated := name + " <" + email + "> " + strings.TrimSpace(text[strings.LastIndexByte(text, '>')+1:])
	if text, _, err := fastio.CheckPerson(dated); err == nil {
		return text
	}
	return name + " <" + email + "> " + noDate
}

// personText takes out what would end a name or an address.
var personText = strings.NewReplacer("<", "", ">", "", "\n", " ", "\x00", "")

// plainLine is a text that may stand behind the name of a header.
func plainLine(text string) string {
	if strings.ContainsAny(text, "\n\x00") {
		return ""
	}
	return text
}
