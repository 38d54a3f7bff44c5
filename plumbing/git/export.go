package git

import (
	"context"
	"errors"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
	"github.com/genesis-vcs/genesis/plumbing/git/gitproc"
	"github.com/genesis-vcs/genesis/plumbing/git/oidmap"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/refs"
)

// ExportOptions say what goes to Git.
type ExportOptions struct {
	Filter RefFilter // over the names in Git
	// Force moves refs of Git that have commits which would be left behind.
	Force bool
	// DryRun writes nothing, here or there; all is counted and named as it would be,
	// but the bytes of the pack.
	DryRun bool
	// Progress, if not nil, is told the objects and bytes of each step.
	Progress func(objects int, bytes uint64)
}

// ExportedRef is a ref of ours and what becomes of it in Git.
type ExportedRef struct {
	Name   refs.Name
	Git    string
	ID     objects.ID
	OID    gitobj.OID
	Old    gitobj.OID // zero: Git did not have it
	Status RefStatus
}

// Exported is what an export wrote.
type Exported struct {
	Refs    []ExportedRef // sorted by name
	Commits int           // that were written
	Objects int           // of every type
	Bytes   uint64        // of the pack
	// Rewritten counts commits and tags that came from Git and got other ids.
	Rewritten int
	// Dropped are empty directories, which Git cannot have, in the order in which
	// they were found; at most MaxDropped of them, and DroppedCount counts all.
	Dropped      []string
	DroppedCount int
	Map          objects.ID // the root of the map; zero when it is as it was

	mapWas objects.ID
}

// MaxDropped bounds the list of dropped directories.
const MaxDropped = 100

// Export writes what the selected refs reach into a repository that lacks it, as
// one pack that git checks, and then moves the refs there, all or none, when git
// finds everything that they reach. The map here is staged into stage; the caller
// applies it. Nothing of the repository changes when there is an error, but that it
// may have objects more.
//
// A dry run may be without a repository: then it is one into an empty one.
//
// Errors: those of package gitproc, *NothingError, *TargetError, *CheckedOutError,
// *ClashError, *UnsendableError, those of the store.
func Export(ctx context.Context, db *refs.DB, repo *gitproc.Repo, opts ExportOptions, stage objects.Stage) (*Exported, error) {
	if err := opts.Filter.Check(); err != nil {
		return nil, err
	}
	ids, err := oidmap.Open(ctx, db)
	if err != nil {
		return nil, err
	}
	ex := &exporter{
		db: db, store: db.Store(), repo: repo, opts: opts, ids: ids,
		oids: map[objects.ID]gitobj.OID{}, packed: map[gitobj.OID]bool{}, found: map[objects.ID]bool{},
		dropped: map[string]bool{}, done: &Exported{mapWas: ids.Root},
	}
	defer ex.end()
	if err := ex.run(ctx, stage); err != nil {
		return nil, explain(ctx, err)
	}
	return ex.done, nil
}

// exporter is one run of Export.
type exporter struct {
	db    *refs.DB
	store objects.Store
	repo  *gitproc.Repo
	opts  ExportOptions
	ids   *oidmap.Map
	done  *Exported

	check *gitproc.Batch // these are nil without a repository
	batch *gitproc.Batch
	pack  *packSpool // nil in a dry run
	// oids has the names in Git of everything that was written or found there.
	oids map[objects.ID]gitobj.OID
	// found are the objects that the repository has, as the map says.
	found map[objects.ID]bool
	// packed are the objects of the pack: without their empty directories, two
	// trees of ours may be the same in Git.
	packed  map[gitobj.OID]bool
	pairs   []oidmap.Pair
	dropped map[string]bool
}

func (ex *exporter) end() {
	for _, b := range [...]*gitproc.Batch{ex.check, ex.batch} {
		if b != nil {
			b.Close()
		}
	}
	if ex.pack != nil {
		ex.pack.close()
	}
}

func (ex *exporter) run(ctx context.Context, stage objects.Stage) error {
	if err := ex.begin(ctx); err != nil {
		return err
	}
	if err := ex.selectRefs(ctx); err != nil {
		return err
	}
	standing, err := ex.standing(ctx)
	if err != nil {
		return err
	}
	// What is known to be refused is refused before the work.
	if err := ex.decide(ctx, standing); err != nil {
		return err
	}
	if err := ex.writeAll(ctx); err != nil {
		return err
	}
	if err := ex.decide(ctx, standing); err != nil || ex.opts.DryRun {
		return err
	}
	if err := ex.install(ctx); err != nil {
		return err
	}
	root, err := ex.ids.Add(ctx, stage, ex.pairs)
	if err == nil && root != ex.ids.Root {
		ex.done.Map = root
	}
	if err != nil {
		return err
	}
	return ex.moveRefs(ctx)
}

// begin starts what talks to the repository.
func (ex *exporter) begin(ctx context.Context) (err error) {
	if !ex.opts.DryRun {
		if ex.pack, err = newPackSpool(); err != nil {
			return err
		}
	}
	if ex.repo == nil {
		return nil
	}
	if ex.check, err = ex.repo.Check(ctx); err != nil {
		return err
	}
	ex.batch, err = ex.repo.Batch(ctx)
	return err
}

// install gives the pack to the repository. What it had before stands for all that
// it reaches, so git is asked whether the refs will reach nothing that is not there.
func (ex *exporter) install(ctx context.Context) error {
	var tips []gitobj.OID
	for _, r := range ex.done.Refs {
		if r.Status != RefUnchanged {
			tips = append(tips, r.OID)
		}
	}
	if len(tips) == 0 { // what was written is there: only the map did not know
		ex.done.Commits, ex.done.Objects = 0, 0
		return nil
	}
	if ex.pack.count > 0 {
		if err := ex.repo.InstallPack(ctx, ex.pack.pack); err != nil {
			return err
		}
	}
	ex.done.Bytes = ex.pack.bytes
	if len(ex.found) == 0 { // the pack has it all
		return nil
	}
	return ex.repo.CheckConnected(ctx, tips)
}

// selectRefs lists the refs that go to Git, and what Git has under their names.
func (ex *exporter) selectRefs(ctx context.Context) error {
	ours, err := ex.db.List(ctx, "")
	if err != nil {
		return err
	}
	have := map[string]gitobj.OID{}
	if ex.repo != nil {
		theirs, broken, err := ex.repo.Refs(ctx)
		if err != nil {
			return err
		}
		for _, r := range broken {
			have[r.Name] = gitobj.OID{}
		}
		for _, r := range theirs {
			have[r.Name] = r.OID
		}
	}
	for _, r := range ours {
		if name, ok := GitRefName(r.Name); ok && ex.opts.Filter.Match(name) {
			ex.done.Refs = append(ex.done.Refs, ExportedRef{Name: r.Name, Git: name, ID: r.ID, Old: have[name]})
		}
	}
	for _, p := range ex.opts.Filter.Include {
		if !slices.ContainsFunc(ex.done.Refs, func(r ExportedRef) bool { return matchRef(p, r.Git) }) {
			return &NothingError{Pattern: p}
		}
	}
	if len(ex.done.Refs) == 0 {
		return &NothingError{}
	}
	return ex.clashes(have)
}

// clashes refuses refs that Git cannot have beside those that it has or gets.
func (ex *exporter) clashes(have map[string]gitobj.OID) error {
	refused := &ClashError{}
	for _, r := range ex.done.Refs {
		have[r.Git] = r.Old
	}
	above := map[string]string{} // a directory, and a ref in it
	for _, name := range slices.Sorted(maps.Keys(have)) {
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			above[dir] = name
		}
	}
	for _, r := range ex.done.Refs {
		other := above[r.Git]
		for dir := path.Dir(r.Git); other == "" && dir != "."; dir = path.Dir(dir) {
			if _, there := have[dir]; there {
				other = dir
			}
		}
		if other != "" {
			refused.Refs = append(refused.Refs, RefProblem{Name: r.Git, Reason: "it cannot be beside " + other})
		}
	}
	if len(refused.Refs) > 0 {
		return refused
	}
	return nil
}

// standing lists the branches that working trees of the repository stand on.
func (ex *exporter) standing(ctx context.Context) (map[string]bool, error) {
	if ex.repo == nil {
		return nil, nil
	}
	return ex.repo.CheckedOut(ctx)
}

// decide finds out which refs move, and refuses those that may not. Of what is not
// known before it is written, it is called again then.
func (ex *exporter) decide(ctx context.Context, standing map[string]bool) (err error) {
	refused, standingOn := &TargetError{}, &CheckedOutError{}
	for i := range ex.done.Refs {
		r := &ex.done.Refs[i]
		if r.Status == "" {
			if r.Status, err = ex.status(ctx, r); err != nil {
				return err
			}
		}
		moves := r.Status != RefUnchanged && r.Status != ""
		switch {
		case moves && standing[r.Git] && !r.Old.IsZero():
			standingOn.Refs = append(standingOn.Refs, RefProblem{Name: r.Git, Reason: "a working tree of the repository stands on it"})
		case r.Status == RefForced && !ex.opts.Force:
			refused.Refs = append(refused.Refs, RefProblem{Name: r.Git, Reason: "it has what would be left behind"})
		}
	}
	switch {
	case len(refused.Refs) > 0:
		return refused
	case len(standingOn.Refs) > 0:
		return standingOn
	default:
		return nil
	}
}

// status compares a ref with that of Git. It is empty as long as what Git has is not
// known and may be among what is yet to be written.
func (ex *exporter) status(ctx context.Context, r *ExportedRef) (RefStatus, error) {
	if r.Old.IsZero() {
		return RefCreated, nil
	}
	if r.OID == r.Old {
		return RefUnchanged, nil
	}
	old, known, err := ex.idOf(r.Old)
	switch {
	case err != nil:
		return "", err
	case known && old == r.ID:
		return RefUnchanged, nil
	case !known && r.OID.IsZero():
		return "", nil
	case !known || !strings.HasPrefix(r.Git, refs.Heads) && !strings.HasPrefix(r.Git, refs.Remotes):
		return RefForced, nil
	}
	ok, err := history.IsAncestor(ctx, ex.store, old, r.ID)
	if other := (*history.NotCommitError)(nil); errors.As(err, &other) {
		return RefForced, nil
	}
	if err != nil || !ok {
		return RefForced, err
	}
	return RefUpdated, nil
}

// idOf is our object that is an object of Git, as the map says or as it was written.
func (ex *exporter) idOf(oid gitobj.OID) (objects.ID, bool, error) {
	for _, p := range ex.pairs {
		if p.OID == oid {
			return p.ID, true, nil
		}
	}
	return ex.ids.ID(oid)
}

// moveRefs moves the refs of Git.
func (ex *exporter) moveRefs(ctx context.Context) error {
	var updates []gitproc.RefUpdate
	for _, r := range ex.done.Refs {
		if r.Status != RefUnchanged {
			updates = append(updates, gitproc.RefUpdate{Name: r.Git, Old: r.Old, New: r.OID})
		}
	}
	if len(updates) == 0 {
		return nil
	}
	return ex.repo.UpdateRefs(ctx, updates, "genesis git export")
}

// Apply puts the change of the map into a transaction.
func (done *Exported) Apply(tx *refs.Tx) {
	if !done.Map.IsZero() {
		was := refs.Missing()
		if !done.mapWas.IsZero() {
			was = refs.At(done.mapWas)
		}
		tx.Set(oidmap.Ref, done.Map, was)
	}
}

// Noop reports that nothing changed, here or there.
func (done *Exported) Noop() bool {
	return done.Map.IsZero() && !slices.ContainsFunc(done.Refs, func(r ExportedRef) bool { return r.Status != RefUnchanged })
}
