package git

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
	"github.com/genesis-vcs/genesis/plumbing/git/gitproc"
	"github.com/genesis-vcs/genesis/plumbing/git/oidmap"
	"github.com/genesis-vcs/genesis/refs"
)

// ImportOptions say what is imported.
type ImportOptions struct {
	Filter RefFilter
	// Force moves refs that have commits here which Git does not have.
	Force bool
	// Prune removes refs that Git does not have any more, of those that the
	// filter selects.
	Prune bool
	// DryRun stores nothing; the counts of objects are then those of what would
	// be read.
	DryRun bool
	// Before, if not nil, is asked before anything is stored; its error ends the
	// import. A stream is not asked about.
	Before func(ctx context.Context, ahead *Ahead) error
	// Progress, if not nil, is told the objects and bytes of each step, by one
	// call at a time.
	Progress func(objects int, bytes uint64)
}

// RefStatus says what becomes of a ref.
type RefStatus string

// What can become of a ref.
const (
	RefCreated   RefStatus = "created"
	RefUpdated   RefStatus = "updated"
	RefUnchanged RefStatus = "unchanged"
	RefForced    RefStatus = "forced"
	RefDeleted   RefStatus = "deleted"
)

// ImportedRef is a ref of Git and what becomes of it here.
type ImportedRef struct {
	Name   refs.Name
	Git    string     // its name in Git
	OID    gitobj.OID // zero when it is deleted
	ID     objects.ID // zero when it is deleted, and in a dry run when it is new
	Old    objects.ID // zero: it was not here
	Status RefStatus
}

// Imported is what an import found and stored. Nothing names it yet: Apply puts
// the changes of refs into a transaction.
type Imported struct {
	Commits, Trees, Blobs, Tags int // that were read
	// Irregular counts trees that Git itself writes otherwise: their commits get
	// other ids when they go back.
	Irregular int
	Refs      []ImportedRef // sorted by name
	Skipped   []RefProblem  // symbolic refs, and those that are broken
	Head      gitproc.Head
	HeadID    objects.ID // of a detached HEAD, if it was imported
	Map       objects.ID // the root of the map; zero when it is as it was
	objects.StageStats

	mapWas objects.ID
}

// Import reads the objects of a repository that the store does not have yet and
// stores them. Refs are not touched: the caller applies the result.
//
// Errors: those of package gitproc, *NoRefError, *RefNamesError, *ObjectError,
// *DivergedError, *gitproc.MissingObjectError, those of the store.
func Import(ctx context.Context, db *refs.DB, repo *gitproc.Repo, opts ImportOptions) (*Imported, error) {
	if err := opts.Filter.Check(); err != nil {
		return nil, err
	}
	done, err := importOnce(ctx, newImporter(db, repo, opts))
	if lost := (*lostError)(nil); errors.As(err, &lost) {
		whole := newImporter(db, repo, opts)
		whole.whole = true
		return importOnce(ctx, whole)
	}
	return done, err
}

func importOnce(ctx context.Context, imp *importer) (*Imported, error) {
	if err := imp.begin(ctx); err != nil {
		return nil, explain(ctx, err)
	}
	defer imp.end()
	if err := imp.ask(ctx); err != nil {
		return nil, explain(ctx, err)
	}
	if err := imp.lost(imp.read(ctx)); err != nil {
		return nil, explain(ctx, imp.place(ctx, err))
	}
	if err := imp.lost(imp.decideRefs(ctx)); err != nil {
		return nil, err
	}
	return imp.done, nil
}

// importer is one run of Import.
type importer struct {
	db   *refs.DB
	repo *gitproc.Repo
	opts ImportOptions
	done *Imported

	// whole: nothing is taken to be here already, since the store has lost some of it.
	whole   bool
	gitRefs []gitproc.Ref // that are selected
	ids     *oidmap.Map
	table   *oidTable
	spool   *spool
	sink    *sink
	batch   *gitproc.Batch            // for single objects; nil until one is needed
	totals  map[objects.ID]total      // of our trees that were paired
	roots   map[gitobj.OID]gitobj.OID // the trees of commits, while there is a map
	closed  int                       // paired trees of which what is below is not paired
	pairs   []oidmap.Pair
	tags    []*item
}

func newImporter(db *refs.DB, repo *gitproc.Repo, opts ImportOptions) *importer {
	return &importer{
		db: db, repo: repo, opts: opts, done: &Imported{},
		table: newOIDTable(), totals: map[objects.ID]total{}, roots: map[gitobj.OID]gitobj.OID{},
	}
}

// begin lists the refs and opens what is needed.
func (imp *importer) begin(ctx context.Context) (err error) {
	if err := imp.listRefs(ctx); err != nil {
		return err
	}
	if imp.done.Head, err = imp.repo.Head(ctx); err != nil {
		// A repository may have a HEAD that names nothing.
		if failed := (*gitproc.FailedError)(nil); !errors.As(err, &failed) {
			return err
		}
	}
	if imp.ids, err = oidmap.Open(ctx, imp.db); err != nil {
		return err
	}
	imp.done.mapWas = imp.ids.Root
	if imp.spool, err = newSpool(); err != nil {
		return err
	}
	imp.sink = newSink(imp.db.Store(), imp.opts.DryRun)
	return nil
}

func (imp *importer) end() {
	imp.spool.close()
	imp.sink.abort()
	if imp.batch != nil {
		imp.batch.Close()
	}
}

// listRefs takes the selected refs and checks their names.
func (imp *importer) listRefs(ctx context.Context) error {
	all, broken, err := imp.repo.Refs(ctx)
	if err != nil {
		return err
	}
	for _, r := range broken {
		if imp.opts.Filter.Match(r.Name) {
			imp.done.Skipped = append(imp.done.Skipped, RefProblem{Name: r.Name, Reason: r.Reason})
		}
	}
	for _, p := range imp.opts.Filter.Include {
		if !slices.ContainsFunc(all, func(r gitproc.Ref) bool { return matchRef(p, r.Name) }) &&
			!slices.ContainsFunc(broken, func(r gitproc.BrokenRef) bool { return matchRef(p, r.Name) }) {
			return &NoRefError{Pattern: p}
		}
	}
	bad := &RefNamesError{}
	for _, r := range all {
		if !imp.opts.Filter.Match(r.Name) {
			continue
		}
		if r.Symbolic != "" {
			imp.done.Skipped = append(imp.done.Skipped, RefProblem{Name: r.Name, Reason: "stands for " + r.Symbolic})
			continue
		}
		if _, err := RefName(r.Name); err != nil {
			bad.Refs = append(bad.Refs, RefProblem{Name: r.Name, Reason: strings.TrimPrefix(err.Error(), "invalid name: ")})
			continue
		}
		imp.gitRefs = append(imp.gitRefs, r)
	}
	if len(bad.Refs) > 0 {
		return bad
	}
	return imp.refuseAllMissing(broken)
}

// refuseAllMissing refuses a repository that has lost what all selected refs name:
// skipping every one of them would look like success.
func (imp *importer) refuseAllMissing(broken []gitproc.BrokenRef) error {
	for _, r := range broken {
		if len(imp.gitRefs) == 0 && !r.Missing.IsZero() && imp.opts.Filter.Match(r.Name) {
			return &gitproc.MissingObjectError{OID: r.Missing, Ref: r.Name}
		}
	}
	return nil
}

// tips returns the selected refs that are not known, and Git's names of commits
// and tags that are known and can be left out with all that they reach.
func (imp *importer) tips(ctx context.Context) (tips, known []gitobj.OID, err error) {
	for _, r := range imp.gitRefs {
		tips = append(tips, r.OID)
	}
	if head := imp.done.Head.Detached; !head.IsZero() && len(imp.opts.Filter.Include) == 0 {
		tips = append(tips, head)
	}
	if tips = distinct(tips); imp.whole || imp.ids.Root.IsZero() {
		return tips, nil, nil
	}
	if tips, known, err = imp.split(ctx, tips); err != nil || len(tips) == 0 {
		return nil, known, err
	}
	ours, err := imp.knownTips(ctx)
	return tips, distinct(append(known, ours...)), err
}

// split tells what is not known from what is.
func (imp *importer) split(ctx context.Context, oids []gitobj.OID) (fresh, known []gitobj.OID, err error) {
	var named []gitobj.OID // that the map has, and what it has for them
	var ids []objects.ID
	for _, oid := range oids {
		id, ok, err := imp.ids.ID(oid)
		switch {
		case err != nil:
			return nil, nil, err
		case ok:
			named, ids = append(named, oid), append(ids, id)
		default:
			fresh = append(fresh, oid)
		}
	}
	has, err := imp.db.Store().Has(ctx, ids)
	for i := range has {
		if has[i] {
			known = append(known, named[i])
		} else {
			fresh = append(fresh, named[i])
		}
	}
	return fresh, known, err
}

func distinct(oids []gitobj.OID) []gitobj.OID {
	slices.SortFunc(oids, gitobj.OID.Compare)
	return slices.Compact(oids)
}

// knownTips are our refs, as far as the store and the repository have what they name.
func (imp *importer) knownTips(ctx context.Context) ([]gitobj.OID, error) {
	all, err := imp.db.List(ctx, "")
	if err != nil {
		return nil, err
	}
	var oids []gitobj.OID
	for _, r := range all {
		oid, ok, err := imp.ids.OID(r.ID)
		if err != nil {
			return nil, err
		}
		if ok {
			oids = append(oids, oid)
		}
	}
	_, oids, err = imp.split(ctx, distinct(oids))
	if err != nil || len(oids) == 0 {
		return nil, err
	}
	check, err := imp.repo.Check(ctx)
	if err != nil {
		return nil, err
	}
	defer check.Close()
	known := oids[:0]
	for _, oid := range oids {
		_, err = check.Stat(oid)
		if missing := (*gitproc.MissingObjectError)(nil); errors.As(err, &missing) {
			continue
		}
		if err != nil {
			return nil, err
		}
		known = append(known, oid)
	}
	return known, nil
}

// known returns the object that the map has for one of Git, if the store still
// holds it.
func (imp *importer) known(ctx context.Context, oid gitobj.OID) (objects.ID, bool, error) {
	id, ok, err := imp.ids.ID(oid)
	if err != nil || !ok {
		return id, false, err
	}
	has, err := imp.db.Store().Has(ctx, []objects.ID{id})
	if err != nil || !has[0] {
		return objects.ID{}, false, err
	}
	return id, true, nil
}

// read stores everything that is new: first the blobs as they come, then commits with
// their trees, and tags, each after what it names.
func (imp *importer) read(ctx context.Context) error {
	tips, known, err := imp.tips(ctx)
	if err != nil || len(tips) == 0 {
		return err
	}
	if imp.opts.DryRun {
		return imp.count(ctx, tips, known)
	}
	for _, step := range [...]func() error{
		func() error { return imp.readObjects(ctx, tips, known) },
		func() error { return imp.storeCommits(ctx, tips, known) },
		func() error { return imp.storeTags(ctx) },
		func() error { return imp.storeMap(ctx) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	imp.done.StageStats, err = imp.sink.finish(ctx)
	return err
}

// count is read without storing.
func (imp *importer) count(ctx context.Context, tips, known []gitobj.OID) error {
	s, err := imp.repo.Walk(ctx, tips, known, gitproc.MissingFails)
	if err != nil {
		return err
	}
	defer s.Close()
	for {
		h, err := s.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		imp.note(h)
	}
}

// note counts an object that is read.
func (imp *importer) note(h gitproc.Header) {
	switch h.Type {
	case gitobj.Commit:
		imp.done.Commits++
	case gitobj.Tree:
		imp.done.Trees++
	case gitobj.Blob:
		imp.done.Blobs++
	case gitobj.Tag:
		imp.done.Tags++
	}
	if imp.opts.Progress != nil {
		imp.opts.Progress(1, uint64(h.Size))
	}
}

// compareRefs sorts by name.
func compareRefs(a, b ImportedRef) int { return cmp.Compare(a.Name, b.Name) }
