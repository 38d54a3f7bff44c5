package git

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/git/fastio"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/refs"
)

// StreamOptions say what goes into a stream.
type StreamOptions struct {
	Filter RefFilter // over the names in Git
	// Progress, if not nil, is told the objects and bytes of each step.
	Progress func(objects int, bytes uint64)
}

// StreamedRef is a ref of ours in a stream.
type StreamedRef struct {
	Name refs.Name
	Git  string
	ID   objects.ID
}

// Streamed is what an export wrote into a stream.
type Streamed struct {
	Refs                 []StreamedRef // sorted by name
	Skipped              []RefProblem  // that a stream cannot have
	Commits, Blobs, Tags int
	Bytes                uint64
	// Altered counts commits and tags of which a stream cannot carry all: a
	// signature or another further header, a field of our own, an odd mode of a
	// file. They and what descends from them have other ids in Git.
	Altered int
	// Dropped are empty directories, as of Exported.
	Dropped      []string
	DroppedCount int
}

// ExportStream writes what the selected refs reach as a stream for git fast-import:
// commits after their parents, each with what changed against the first of them, and
// each blob once. Equal stores give equal streams. Nothing here changes, and nothing
// is written before it is known that there is something to write.
//
// A stream that was cut off by an error is refused by its reader: the end that it
// promises is missing.
//
// Errors: *NothingError, *PatternError, *UnsendableError, those of the store and of w.
func ExportStream(ctx context.Context, db *refs.DB, w io.Writer, opts StreamOptions) (*Streamed, error) {
	if err := opts.Filter.Check(); err != nil {
		return nil, err
	}
	ex := &streamExport{
		db: db, store: db.Store(), opts: opts, w: fastio.NewWriter(w), done: &Streamed{},
		trees: newTreeCache(db.Store()), places: map[objects.ID]int32{}, blobs: map[objects.ID]uint32{},
		dropped: map[string]bool{},
	}
	for _, step := range [...]func(context.Context) error{ex.selectRefs, ex.plan, ex.begin, ex.writeCommits, ex.writeRefs} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	if err := ex.w.Done(); err != nil {
		return nil, err
	}
	ex.done.Bytes = ex.w.Bytes()
	return ex.done, nil
}

// streamExport is one run of ExportStream. A commit takes some 150 bytes of it, a
// blob some 60.
type streamExport struct {
	db    *refs.DB
	store objects.Store
	opts  StreamOptions
	w     *fastio.Writer
	done  *Streamed

	targets []target // of the refs
	order   []planned
	places  map[objects.ID]int32 // of commits, in order
	blobs   map[objects.ID]uint32
	marks   uint64 // that were given
	oddZone bool
	trees   *treeCache
	dropped map[string]bool
}

// target is what a ref names.
type target struct {
	ref  int          // in done.Refs
	tags []objects.ID // from the ref on
	id   objects.ID   // what is no tag
	kind objects.Kind
}

// planned is a commit that goes into the stream.
type planned struct {
	id   objects.ID
	root objects.ID // of its tree, once it was written
	mark uint32
	ref  int32 // in done.Refs: the branch that it is written to
}

// selectRefs lists the refs that go into the stream and finds what they name.
func (ex *streamExport) selectRefs(ctx context.Context) error {
	ours, err := ex.db.List(ctx, "")
	if err != nil {
		return err
	}
	var all []StreamedRef
	for _, r := range ours {
		if name, ok := GitRefName(r.Name); ok && ex.opts.Filter.Match(name) {
			all = append(all, StreamedRef{Name: r.Name, Git: name, ID: r.ID})
		}
	}
	for _, p := range ex.opts.Filter.Include {
		if !slices.ContainsFunc(all, func(r StreamedRef) bool { return matchRef(p, r.Git) }) {
			return &NothingError{Pattern: p}
		}
	}
	if len(all) == 0 {
		return &NothingError{}
	}
	for _, r := range all {
		t, reason, err := ex.target(ctx, r)
		switch {
		case err != nil:
			return err
		case reason != "":
			ex.done.Skipped = append(ex.done.Skipped, RefProblem{Name: r.Git, Reason: reason})
		default:
			t.ref = len(ex.done.Refs)
			ex.done.Refs = append(ex.done.Refs, r)
			ex.targets = append(ex.targets, t)
		}
	}
	return nil
}

// target follows the tags of a ref. The reason is why a stream cannot have it.
func (ex *streamExport) target(ctx context.Context, r StreamedRef) (t target, reason string, err error) {
	t.id = r.ID
	info, err := ex.store.Stat(ctx, r.ID)
	if err != nil {
		return t, "", err
	}
	for t.kind = info.Kind; t.kind == objects.KindTag; {
		if len(t.tags) >= maxTags {
			return t, "is a tag of too many tags", nil
		}
		tag, err := ex.loadTag(ctx, t.id)
		if err != nil {
			return t, "", err
		}
		t.tags = append(t.tags, t.id)
		ex.oddZone = ex.oddZone || tag.Tagger != nil && hasOddZone(tag.Tagger)
		t.id, t.kind = tag.Target, tag.TargetKind
	}
	isTag := strings.HasPrefix(r.Git, refs.Tags)
	switch {
	case len(t.tags) > 0 && !isTag:
		reason = "is an annotated tag, which a stream has under " + refs.Tags + " only"
	case t.kind != objects.KindCommit && (t.kind != objects.KindBlob || len(t.tags) == 0):
		reason = "is of a " + t.kind.String() + ", which a ref in a stream cannot name"
	}
	return t, reason, nil
}

func (ex *streamExport) loadTag(ctx context.Context, id objects.ID) (*objects.Tag, error) {
	o, err := ex.store.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	return objects.DecodeAs[*objects.Tag](o.Data)
}

// plan orders the commits, parents first. A commit is written to the first ref that
// reaches it, branches before others.
func (ex *streamExport) plan(ctx context.Context) error {
	for _, heads := range [...]bool{true, false} {
		for _, t := range ex.targets {
			if t.kind == objects.KindCommit && heads == ex.done.Refs[t.ref].Name.IsBranch() {
				if err := ex.reach(ctx, t.id, int32(t.ref)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// reach adds a commit after those before it that are not planned yet.
func (ex *streamExport) reach(ctx context.Context, tip objects.ID, ref int32) error {
	stack := []objects.ID{tip}
	for len(stack) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		id := stack[len(stack)-1]
		if _, ok := ex.places[id]; ok {
			stack = stack[:len(stack)-1]
			continue
		}
		c, err := history.Load(ctx, ex.store, id)
		if err != nil {
			return err
		}
		waits := false
		for _, p := range slices.Backward(c.Parents) { // so that the first one comes first
			if _, ok := ex.places[p]; !ok {
				stack, waits = append(stack, p), true
			}
		}
		if waits {
			continue
		}
		stack = stack[:len(stack)-1]
		ex.places[id] = int32(len(ex.order))
		ex.order = append(ex.order, planned{id: id, ref: ref})
		ex.oddZone = ex.oddZone || hasOddZone(&c.Author) || hasOddZone(&c.Committer)
	}
	return nil
}

func (ex *streamExport) begin(context.Context) error { return ex.w.Begin(ex.oddZone) }

func (ex *streamExport) nextMark() uint64 {
	ex.marks++
	return ex.marks
}

func (ex *streamExport) note(bytes uint64) {
	if ex.opts.Progress != nil {
		ex.opts.Progress(1, bytes)
	}
}

// drop notes an empty directory.
func (ex *streamExport) drop(path string) {
	if ex.dropped[path] {
		return
	}
	ex.dropped[path] = true
	ex.done.DroppedCount++
	if len(ex.done.Dropped) < MaxDropped {
		ex.done.Dropped = append(ex.done.Dropped, path)
	}
}
