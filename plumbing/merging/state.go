package merging

import (
	"context"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/refs"
)

// State is the merge that a workspace is in.
type State struct {
	ID objects.ID // of the conflict that keeps it
	// Base is the merged-over commit, snapshot or tree; zero without one.
	Base objects.ID
	// Left is the commit of HEAD, Right the merged one.
	Left, Right objects.ID
	Tree        objects.ID   // the root tree that the merge made
	Parts       []objects.ID // the conflicts of files that nothing decided, sorted
	Label       string       // what was merged, as it was named
	Message     string       // of the commit to be
}

// Load returns the merge that the workspace is in, nil if it is in none.
func Load(ctx context.Context, db *refs.DB) (*State, error) {
	if db.Workspace() == "" {
		return nil, nil
	}
	value, ok, err := db.Setting(ctx, row(db))
	if err != nil || !ok {
		return nil, err
	}
	head, rest, _ := strings.Cut(string(value), "\n")
	id, err := objects.ParseID(head)
	if err != nil {
		return nil, &objects.CorruptError{What: "catalog", Reason: "the row of the merge holds no conflict"}
	}
	c, err := Conflict(ctx, db.Store(), id)
	if err != nil {
		return nil, err
	}
	if !c.Whole() {
		return nil, &objects.CorruptError{What: "catalog", Reason: "the row of the merge holds the conflict of a file"}
	}
	s := &State{ID: id, Left: c.Left.ID, Right: c.Right.ID, Tree: c.Result.ID, Parts: c.Parts}
	if c.Base != nil {
		s.Base = c.Base.ID
	}
	s.Label, s.Message, _ = strings.Cut(rest, "\n")
	return s, nil
}

// Stage puts the state's conflict into a stage.
func (s *State) Stage(ctx context.Context, stage objects.Stage) error {
	c := &objects.Conflict{
		Left: &objects.ConflictSide{ID: s.Left}, Right: &objects.ConflictSide{ID: s.Right},
		Result: &objects.ConflictSide{ID: s.Tree}, Parts: slices.Compact(slices.SortedFunc(slices.Values(s.Parts), objects.ID.Compare)),
	}
	if !s.Base.IsZero() {
		c.Base = &objects.ConflictSide{ID: s.Base}
	}
	var err error
	s.ID, err = Put(ctx, stage, c)
	return err
}

// Set makes the state, which has been staged, that of the workspace.
func (s *State) Set(tx *refs.Tx, db *refs.DB) {
	tx.Setting(row(db), []byte(s.ID.String()+"\n"+s.Label+"\n"+s.Message))
}

// End takes the workspace out of its merge.
func End(tx *refs.Tx, db *refs.DB) { tx.Setting(row(db), nil) }

func row(db *refs.DB) string { return objects.SettingMerge + db.Workspace() }

// Put stages a conflict.
func Put(ctx context.Context, stage objects.Stage, c *objects.Conflict) (objects.ID, error) {
	data, err := objects.Encode(c)
	if err != nil {
		return objects.ID{}, err
	}
	id, _, err := stage.Put(ctx, objects.KindConflict, data)
	return id, err
}
