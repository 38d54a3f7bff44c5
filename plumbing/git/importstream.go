package git

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/chunk"
	"github.com/genesis-vcs/genesis/plumbing/git/fastio"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
	"github.com/genesis-vcs/genesis/plumbing/git/gitproc"
	"github.com/genesis-vcs/genesis/plumbing/git/oidmap"
	"github.com/genesis-vcs/genesis/refs"
)

// ImportStream is Import from a stream of `git fast-export`. What the stream cannot
// carry (signatures of commits, further headers) is not in it. The ids of the map are
// those that Git would give to what was stored. Refs move as with Import, and only
// when the whole stream was read.
//
// Errors: *fastio.StreamError, which says where; *RefNamesError, *DivergedError,
// those of the store.
func ImportStream(ctx context.Context, db *refs.DB, stream io.Reader, opts ImportOptions) (*Imported, error) {
	if err := opts.Filter.Check(); err != nil {
		return nil, err
	}
	ids, err := oidmap.Open(ctx, db)
	if err != nil {
		return nil, err
	}
	imp := &importer{db: db, opts: opts, table: newOIDTable(), ids: ids, done: &Imported{mapWas: ids.Root}}
	imp.sink = newSink(db.Store(), opts.DryRun)
	defer imp.sink.abort()
	s := &streamImport{
		importer: imp, p: fastio.NewParser(stream),
		marks: map[uint64]*marked{}, tips: map[string]*marked{}, lines: map[string]int{}, trees: newTreeStage(db.Store(), imp.sink),
	}
	if err := s.run(ctx); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, err
	}
	return imp.done, nil
}

// marked is an object that a stream can name.
type marked struct {
	typ  gitobj.Type
	id   objects.ID
	oid  gitobj.OID
	size uint64 // of a blob
	// root, files and bytes are those of a commit's tree.
	root         objects.ID
	files, bytes uint64
}

// maxMarks bounds the objects that a stream can name, of which each takes some two
// hundred bytes.
const maxMarks = 20_000_000

// streamImport is one run of ImportStream.
type streamImport struct {
	*importer
	p     *fastio.Parser
	marks map[uint64]*marked
	tips  map[string]*marked // refs, by their names in Git; nil: begun anew
	lines map[string]int     // at which the refs were moved last
	trees *treeStage
}

func (s *streamImport) run(ctx context.Context) error {
	for {
		command, err := s.p.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = s.command(ctx, command)
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
	}
	if err := s.sink.drain(); err != nil {
		return err
	}
	if err := s.takeRefs(); err != nil {
		return err
	}
	if !s.opts.DryRun && len(s.pairs) > 0 {
		if err := s.storeMap(ctx); err != nil {
			return err
		}
	}
	stats, err := s.sink.finish(ctx)
	if err != nil {
		return err
	}
	s.done.StageStats = stats
	return s.decideRefs(ctx)
}

func (s *streamImport) command(ctx context.Context, command any) error {
	switch c := command.(type) {
	case *fastio.Blob:
		return s.blob(ctx, c)
	case *fastio.Commit:
		return s.commit(ctx, c)
	case *fastio.Tag:
		return s.tag(ctx, c)
	case *fastio.Reset:
		return s.reset(ctx, c)
	case *fastio.Alias:
		to, err := s.object(ctx, c.To)
		if err != nil {
			return err
		}
		return s.mark(c.Mark, to)
	default:
		return s.p.Fail("a command that is not known")
	}
}

// mark names an object.
func (s *streamImport) mark(n uint64, m *marked) error {
	if n == 0 {
		return nil
	}
	if len(s.marks) >= maxMarks {
		return s.p.Fail("more than %d marks", maxMarks)
	}
	s.marks[n] = m
	return nil
}

// object finds what the stream names: a mark, a ref, 40 digits.
func (s *streamImport) object(ctx context.Context, name string) (*marked, error) {
	if strings.HasPrefix(name, ":") {
		n, ok := fastio.ParseMark(name)
		if !ok {
			return nil, s.p.Fail("%.40q is no mark", name)
		}
		m := s.marks[n]
		if m == nil {
			return nil, s.p.Fail("the mark %s was not given", name)
		}
		return m, nil
	}
	if oid, err := gitobj.ParseOID(name); err == nil {
		return s.stored(ctx, oid)
	}
	name = strings.TrimSuffix(name, "^0")
	if m := s.tips[name]; m != nil {
		return m, nil
	}
	return s.present(ctx, name)
}

// commitOf is object for what has to be a commit.
func (s *streamImport) commitOf(ctx context.Context, name string) (*marked, error) {
	m, err := s.object(ctx, name)
	if err == nil && m.typ != gitobj.Commit {
		err = s.p.Fail("%.80q is a %s and not a commit", name, m.typ)
	}
	return m, err
}

// blob stores the data of a blob.
func (s *streamImport) blob(ctx context.Context, b *fastio.Blob) error {
	m, err := s.data(ctx)
	if err != nil {
		return err
	}
	return s.mark(b.Mark, m)
}

// data stores the data that the parser is at.
func (s *streamImport) data(ctx context.Context) (*marked, error) {
	if err := s.sink.begin(ctx); err != nil {
		return nil, err
	}
	head, err := io.ReadAll(io.LimitReader(s.p.Data(), chunk.Threshold))
	if err != nil {
		return nil, err
	}
	m := &marked{typ: gitobj.Blob, size: uint64(len(head))}
	if len(head) < chunk.Threshold {
		m.id, m.oid = objects.Sum(objects.KindBlob, head), gitobj.Sum(gitobj.Blob, head)
		err = s.sink.put(ctx, objects.KindBlob, head, nil)
	} else {
		err = s.large(ctx, m, head)
	}
	if err == nil {
		s.trees.oids[m.id] = m.oid
		s.note(gitproc.Header{Type: gitobj.Blob, Size: int64(m.size)})
	}
	return m, err
}

// large stores data that does not fit into memory. Git hashes the size first, so
// the content is read again for its oid.
func (s *streamImport) large(ctx context.Context, m *marked, head []byte) error {
	if err := s.sink.drain(); err != nil {
		return err
	}
	spool, err := newSpool()
	if err != nil {
		return err
	}
	defer spool.close()
	rest := io.TeeReader(s.p.Data(), spool.w)
	if _, err := spool.add(head); err != nil {
		return err
	}
	put, err := chunk.Put(ctx, s.sink.stage, io.MultiReader(strings.NewReader(string(head)), rest), nil)
	if err != nil {
		return err
	}
	if err := spool.w.Flush(); err != nil {
		return err
	}
	h := gitobj.NewHash(gitobj.Blob, int64(put.Size))
	if _, err := io.Copy(h, io.NewSectionReader(spool.f, 0, int64(put.Size))); err != nil {
		return err
	}
	m.id, m.size, m.oid = put.ID, put.Size, gitobj.OID(h.Sum(nil))
	return nil
}

// parents are those of a commit: what it says, or the branch as it is.
func (s *streamImport) parents(ctx context.Context, c *fastio.Commit) (list []*marked, err error) {
	switch tip := s.tips[c.Ref]; {
	case c.From != "":
		from, err := s.commitOf(ctx, c.From)
		if err != nil {
			return nil, err
		}
		list = append(list, from)
	case tip != nil && tip.typ == gitobj.Commit:
		list = append(list, tip)
	}
	for _, name := range c.Merges {
		m, err := s.commitOf(ctx, name)
		if err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	return list, nil
}

// commit applies the changes of a commit and stores it.
func (s *streamImport) commit(ctx context.Context, c *fastio.Commit) error {
	parents, err := s.parents(ctx, c)
	if err != nil {
		return err
	}
	m := &marked{typ: gitobj.Commit}
	if len(parents) > 0 {
		m.root, m.files, m.bytes = parents[0].root, parents[0].files, parents[0].bytes
	}
	if err := s.changes(ctx, m); err != nil {
		return err
	}
	tree, err := s.trees.oid(ctx, m.root, 0)
	if err != nil {
		return err
	}
	var oids []gitobj.OID
	var ids []objects.ID
	for _, p := range parents {
		oids, ids = append(oids, p.oid), append(ids, p.id)
	}
	body := c.Body(tree, oids)
	parsed, err := gitobj.ParseCommit(body)
	if err != nil {
		return s.p.Fail("a commit that Git would not read: %v", err)
	}
	fields := &parsed.Fields
	fields.Parents = ids
	if fields.Snapshot, err = s.put(ctx, &objects.Snapshot{Root: m.root, Files: m.files, Bytes: m.bytes}); err != nil {
		return err
	}
	if m.id, err = s.put(ctx, fields); err != nil {
		return err
	}
	m.oid = gitobj.Sum(gitobj.Commit, body)
	s.pairs = append(s.pairs, oidmap.Pair{OID: m.oid, ID: m.id})
	s.note(gitproc.Header{Type: gitobj.Commit, Size: int64(len(c.Message))})
	s.point(c.Ref, m)
	return s.mark(c.Mark, m)
}

// point lets a ref name an object; nil is none.
func (s *streamImport) point(ref string, m *marked) { s.tips[ref], s.lines[ref] = m, s.p.Line() }

// put hands a structured object over and returns its id. What a store refuses is a
// fault of the stream.
func (s *streamImport) put(ctx context.Context, v objects.Structured) (objects.ID, error) {
	data, err := objects.Encode(v)
	if refused := (*objects.EncodingError)(nil); errors.As(err, &refused) {
		return objects.ID{}, s.p.Fail("a %s that cannot be kept: %s", v.Kind(), refused.Reason)
	}
	if err != nil {
		return objects.ID{}, err
	}
	return objects.Sum(v.Kind(), data), s.sink.put(ctx, v.Kind(), data, nil)
}

func (s *streamImport) tag(ctx context.Context, t *fastio.Tag) error {
	target, err := s.object(ctx, t.From)
	if err != nil {
		return err
	}
	body := t.Body(target.oid, target.typ)
	parsed, err := gitobj.ParseTag(body)
	if err != nil {
		return s.p.Fail("a tag that Git would not read: %v", err)
	}
	fields := &parsed.Fields
	fields.Target, fields.TargetKind = target.id, kinds[target.typ]
	m := &marked{typ: gitobj.Tag, oid: gitobj.Sum(gitobj.Tag, body)}
	if m.id, err = s.put(ctx, fields); err != nil {
		return err
	}
	s.pairs = append(s.pairs, oidmap.Pair{OID: m.oid, ID: m.id})
	s.note(gitproc.Header{Type: gitobj.Tag, Size: int64(len(t.Message))})
	s.point(refs.Tags+t.Name, m)
	return s.mark(t.Mark, m)
}

// noObject takes a ref away that the stream made before. One that is here stays: a
// stream need not have all refs.
const noObject = "0000000000000000000000000000000000000000"

func (s *streamImport) reset(ctx context.Context, r *fastio.Reset) error {
	if r.From == "" || r.From == noObject {
		s.point(r.Ref, nil)
		return nil
	}
	m, err := s.object(ctx, r.From)
	s.point(r.Ref, m)
	return err
}

// takeRefs makes the tips of the stream what refs of a repository are.
func (s *streamImport) takeRefs() error {
	bad := &RefNamesError{}
	for name, m := range s.tips {
		if m == nil || !s.opts.Filter.Match(name) {
			continue
		}
		if _, err := RefName(name); err != nil || !strings.HasPrefix(name, "refs/") {
			reason := "is no full name"
			if err != nil {
				reason = strings.TrimPrefix(err.Error(), "invalid name: ")
			}
			bad.Refs = append(bad.Refs, RefProblem{Name: name, Reason: reason, Line: s.lines[name]})
			continue
		}
		s.gitRefs = append(s.gitRefs, gitproc.Ref{Name: name, OID: m.oid, Type: m.typ})
		it := s.table.add(m.oid, m.typ)
		it.id, it.state = m.id, itemStored
	}
	slices.SortFunc(bad.Refs, func(a, b RefProblem) int { return strings.Compare(a.Name, b.Name) })
	if len(bad.Refs) > 0 {
		return bad
	}
	return nil
}
