package git

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/git/fastio"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
	"github.com/genesis-vcs/genesis/refs"
)

// writeRefs writes the tags, and says where every ref is. Commits were written to the
// first of the refs that reach them.
func (ex *streamExport) writeRefs(ctx context.Context) error {
	names := tagNames{of: map[objects.ID]string{}, taken: map[string]bool{}, written: map[string]uint64{}}
	for _, t := range ex.targets {
		if name := ex.shortName(t); len(t.tags) > 0 {
			names.of[t.tags[0]], names.taken[name] = name, true
		}
	}
	for _, t := range ex.targets {
		var err error
		if len(t.tags) > 0 {
			err = ex.writeTags(ctx, t, &names)
		} else {
			err = ex.w.Reset(&fastio.Reset{Ref: ex.done.Refs[t.ref].Git, From: ex.commitMark(t.id)})
		}
		if err != nil {
			return err
		}
	}
	for _, name := range names.extra {
		if err := ex.w.Reset(&fastio.Reset{Ref: refs.Tags + name, From: gitobj.OID{}.String()}); err != nil {
			return err
		}
	}
	return nil
}

// tagNames are the names that annotated tags have in a stream, where each is a ref.
type tagNames struct {
	of      map[objects.ID]string // of tags that a ref has
	taken   map[string]bool
	written map[string]uint64 // their marks
	// extra are the names of tags that only another tag names. They are no refs here,
	// and are taken away again at the end of the stream.
	extra []string
}

// inner is the name of a tag that another tag names.
func (n *tagNames) inner(id objects.ID, tag *objects.Tag) string {
	name, ok := n.of[id]
	if ok {
		return name
	}
	name = string(tag.Name)
	for i := 1; n.taken[name] || !validTag(name); i++ {
		name = "inner-" + strconv.Itoa(i)
	}
	n.of[id], n.taken[name] = name, true
	n.extra = append(n.extra, name)
	return name
}

func validTag(name string) bool {
	_, err := refs.ParseName(refs.Tags + name)
	return err == nil
}

func (ex *streamExport) shortName(t target) string {
	return strings.TrimPrefix(ex.done.Refs[t.ref].Git, refs.Tags)
}

func (ex *streamExport) commitMark(id objects.ID) string {
	return fastio.MarkName(uint64(ex.order[ex.places[id]].mark))
}

// writeTags writes the tag of a ref, after those that it names.
func (ex *streamExport) writeTags(ctx context.Context, t target, names *tagNames) error {
	from := ""
	if t.kind == objects.KindCommit {
		from = ex.commitMark(t.id)
	} else {
		mark, err := ex.blob(ctx, t.id)
		if err != nil {
			return err
		}
		from = fastio.MarkName(mark)
	}
	for i, id := range slices.Backward(t.tags) {
		tag, err := ex.loadTag(ctx, id)
		if err != nil {
			return err
		}
		name := ex.shortName(t)
		if i > 0 {
			name = names.inner(id, tag)
		}
		if names.written[name] == 0 {
			names.written[name] = ex.nextMark()
			if err := ex.writeTag(tag, &fastio.Tag{Name: name, Mark: names.written[name], From: from}); err != nil {
				return err
			}
		}
		from = fastio.MarkName(names.written[name])
	}
	return nil
}

// writeTag writes one tag.
func (ex *streamExport) writeTag(tag *objects.Tag, out *fastio.Tag) error {
	out.Message = []byte(tag.Message)
	if tag.Tagger != nil {
		out.Tagger = streamPerson(gitobj.FormatPerson(tag.Tagger))
	}
	if !sameTag(tag, out) {
		ex.done.Altered++
	}
	ex.done.Tags++
	ex.note(uint64(len(out.Message)))
	return ex.w.Tag(out)
}

// sameTag reports whether the stream has all of a tag.
func sameTag(tag *objects.Tag, out *fastio.Tag) bool {
	body := gitobj.TagBody{Type: typeOf(tag.TargetKind), Fields: *tag}
	full := string(body.Encode())
	for _, h := range tag.Extra {
		if h.Name == gitobj.RawHeader {
			full = string(h.Value)
		}
	}
	return behindObject(full) == behindObject(string(out.Body(gitobj.OID{}, body.Type)))
}

// behindObject is what follows the first line.
func behindObject(body string) string {
	_, rest, _ := strings.Cut(body, "\n")
	return rest
}
