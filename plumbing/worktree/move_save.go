package worktree

import (
	"context"
	"maps"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/chunk"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"golang.org/x/sys/unix"
)

// store makes the snapshots of the tree before and after the move. What would
// be overwritten and is stored nowhere is in the store, for good, when it
// returns. The stage holds the rest, for the transaction.
func (p *plan) store(ctx context.Context, root *anchor) (stage objects.Stage, before, after objects.ID, err error) {
	if stage, err = p.req.DB.Store().Begin(ctx); err != nil {
		return nil, before, after, err
	}
	s := &saver{plan: p, disk: newDisk(root), stage: stage}
	defer s.disk.close()
	if before, after, err = s.snapshots(ctx); err != nil {
		_ = s.stage.Abort()
	}
	return s.stage, before, after, err
}

// saver puts files of the working tree and the snapshots into a stage.
type saver struct {
	*plan
	disk  *disk
	stage objects.Stage
}

func (s *saver) snapshots(ctx context.Context) (before, after objects.ID, err error) {
	present, saved, err := s.present(ctx)
	if err != nil {
		return before, after, err
	}
	root := s.req.Base
	if len(present) > 0 {
		if root, err = s.rewrite(ctx, root, present); err != nil {
			return before, after, err
		}
	}
	if before, err = snapshot.Put(ctx, s.stage, root, s.before.files, s.before.bytes); err != nil {
		return before, after, err
	}
	if len(saved) > 0 {
		if err := s.save(ctx, saved); err != nil {
			return before, after, err
		}
	}
	next := s.req.To
	if len(present) > 0 || len(s.req.Paths) > 0 {
		if next, err = s.rewrite(ctx, root, s.edits); err != nil {
			return before, after, err
		}
	}
	after, err = snapshot.Put(ctx, s.stage, next, s.after.files, s.after.bytes)
	return before, after, err
}

func (s *saver) rewrite(ctx context.Context, root objects.ID, edits []snapshot.Edit) (objects.ID, error) {
	return snapshot.Rewrite(ctx, s.trees, s.trees.through(s.stage), root, edits)
}

// present stages the local changes. It returns the edits that make the present
// tree from Base, and those of them that the move overwrites. Ignored files
// that are overwritten are among both, so that an undo brings them back.
func (s *saver) present(ctx context.Context) (present, saved []snapshot.Edit, err error) {
	paths := make(map[string]bool, len(s.local)+len(s.unsaved))
	for path := range s.local {
		paths[path] = true
	}
	overwritten := make(map[string]bool, len(s.unsaved))
	for _, path := range s.unsaved {
		paths[path], overwritten[path] = true, true
	}
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		if s.skipped[path] && !overwritten[path] {
			continue
		}
		if err := s.stageLocal(ctx, path, overwritten[path]); err != nil {
			return nil, nil, err
		}
		edit := snapshot.Edit{Path: path, Entry: s.local[path]}
		present = append(present, edit)
		if overwritten[path] {
			saved = append(saved, edit)
		}
	}
	for _, path := range s.hollows {
		e, err := s.emptyDir(ctx)
		if err != nil {
			return nil, nil, err
		}
		present = append(present, snapshot.Edit{Path: path, Entry: e})
	}
	s.knowSaved(overwritten)
	s.count()
	return present, saved, nil
}

// stageLocal makes sure that the content of a local leaf is staged, and that
// the plan has its entry as it was staged.
func (s *saver) stageLocal(ctx context.Context, path string, overwritten bool) error {
	local, differs := s.local[path]
	switch {
	case overwritten && !differs:
		local = s.bases[path] // if it is tracked: the scan took it for unchanged
	case overwritten:
	case local == nil || local.Mode == objects.ModeGitlink:
		return nil
	case local.Mode == objects.ModeDir:
		_, err := s.emptyDir(ctx)
		return err
	}
	e, err := s.capture(ctx, path)
	if err != nil {
		return err
	}
	s.before.sub(local)
	s.before.add(e)
	s.local[path] = e
	return nil
}

// emptyDir stages the tree of an empty directory: the scan knows what it is
// called, but nobody needs to have stored it ever. It returns the entry of such
// a directory.
func (s *saver) emptyDir(ctx context.Context) (*objects.Entry, error) {
	id, err := s.rewrite(ctx, objects.ID{}, nil)
	return &objects.Entry{Mode: objects.ModeDir, ID: id}, err
}

// knowSaved tells the steps what they overwrite.
func (s *saver) knowSaved(overwritten map[string]bool) {
	for i := range s.steps {
		if path := string(s.steps[i].Path); overwritten[path] {
			s.steps[i].Before = stateOf(s.local[path])
		}
	}
}

// save publishes what will be overwritten, together with a snapshot that lists
// it, and goes on with a new stage.
func (s *saver) save(ctx context.Context, saved []snapshot.Edit) error {
	root, err := s.rewrite(ctx, objects.ID{}, saved)
	if err != nil {
		return err
	}
	var sum totals
	for _, e := range saved {
		sum.add(e.Entry)
	}
	if s.saved, err = snapshot.Put(ctx, s.stage, root, sum.files, sum.bytes); err != nil {
		return err
	}
	failpoint(beforeSave)
	store := s.req.DB.Store()
	if _, err := store.Publish(ctx, s.stage, objects.Batch{}); err != nil {
		return err
	}
	failpoint(afterSave)
	s.stage, err = store.Begin(ctx)
	return err
}

// capture stages the file or symlink at a path and returns its entry.
func (s *saver) capture(ctx context.Context, path string) (*objects.Entry, error) {
	st, err := s.disk.stat(path)
	if err != nil {
		return nil, err
	}
	_, name := splitPath(path)
	e := &objects.Entry{Name: objects.Bytes(name), Mode: st.entryMode()}
	if st.kind() == unix.S_IFLNK {
		target, err := readlinkAt(s.disk.fd, name)
		if err != nil {
			return nil, pathError("readlink", path, err)
		}
		e.ID, _, err = s.stage.Put(ctx, objects.KindBlob, []byte(target))
		return e, err
	}
	fd, err := openAt(s.disk.fd, name, 0)
	if err != nil {
		return nil, &UnreadableError{Path: path, Err: err}
	}
	defer unix.Close(fd)
	blob, err := chunk.Put(ctx, s.stage, fdReader(fd), nil)
	e.ID, e.Size = blob.ID, blob.Size
	return e, err
}
