package objects

import "strings"

// Strength says whether a reference keeps its target alive.
type Strength uint8

// Strong references must be satisfied in a closure; weak ones may dangle.
const (
	Strong Strength = 1 + iota
	Weak
)

// none marks the fields of the table that name something but are no edges.
const none Strength = 0

// Edge is a reference from one object to another.
type Edge struct {
	To       ID
	Kind     Kind // the kind that To must have; zero when any kind will do
	Strength Strength
	// Field is the JSON field that holds the reference, for reports.
	Field string
}

// edgeRule is a row of the table: a field of a kind, how strong it is, and how
// to find its targets.
type edgeRule struct {
	field    string
	strength Strength
	targets  func(v Structured, add addEdge)
}

// addEdge is told a target and its kind (zero: any). The zero ID is no target.
type addEdge func(to ID, kind Kind)

// edgeTable is the one table of edges. Fields without targets are in it with
// none, so that a test can tell a decision from an omission.
//
// Retention is not in it: gc stops at the parents of operations that are older
// than its window. An operation of the newest view may be, so a view does not
// hold on to it.
var edgeTable = [...][]edgeRule{
	KindChunkList: {
		{"entries.id", Strong, func(v Structured, add addEdge) {
			list := v.(*ChunkList)
			kind := KindChunk
			if list.Level > 0 {
				kind = KindChunkList
			}
			for i := range list.Entries {
				add(list.Entries[i].ID, kind)
			}
		}},
	},
	KindTree: {
		{"entries.id", Strong, func(v Structured, add addEdge) {
			// The ID of a gitlink is zero: what it names is Git's.
			for i := range v.(*Tree).Entries {
				e := &v.(*Tree).Entries[i]
				if e.Mode == ModeDir {
					add(e.ID, KindTree)
				} else {
					add(e.ID, KindBlob)
				}
			}
		}},
	},
	KindSnapshot: {
		{"root", Strong, func(v Structured, add addEdge) { add(v.(*Snapshot).Root, KindTree) }},
		{"package.manifest", Strong, func(v Structured, add addEdge) {
			if p := v.(*Snapshot).Package; p != nil {
				add(p.Manifest, 0)
			}
		}},
	},
	KindCommit: {
		{"parents", Strong, func(v Structured, add addEdge) { addAll(v.(*Commit).Parents, KindCommit, add) }},
		{"snapshot", Strong, func(v Structured, add addEdge) { add(v.(*Commit).Snapshot, KindSnapshot) }},
		{"base", Weak, func(v Structured, add addEdge) { add(v.(*Commit).Base, 0) }},
		{"patch", Strong, func(v Structured, add addEdge) { add(v.(*Commit).Patch, 0) }},
		{"evidence", Strong, func(v Structured, add addEdge) { addAll(v.(*Commit).Evidence, 0, add) }},
	},
	KindTag: {
		{"target", Strong, func(v Structured, add addEdge) { add(v.(*Tag).Target, v.(*Tag).TargetKind) }},
	},
	KindOperation: {
		{"parent", Strong, func(v Structured, add addEdge) { add(v.(*Operation).Parent, KindOperation) }},
		{"changes.old", Strong, func(v Structured, add addEdge) {
			for _, c := range v.(*Operation).Changes {
				addRow(c.Space, string(c.Name), c.Old, add)
			}
		}},
		{"changes.new", Strong, func(v Structured, add addEdge) {
			for _, c := range v.(*Operation).Changes {
				addRow(c.Space, string(c.Name), c.New, add)
			}
		}},
		{"worktree_before", Strong, func(v Structured, add addEdge) { add(v.(*Operation).WorktreeBefore, KindSnapshot) }},
		{"worktree_after", Strong, func(v Structured, add addEdge) { add(v.(*Operation).WorktreeAfter, KindSnapshot) }},
		{"saved", Strong, func(v Structured, add addEdge) { add(v.(*Operation).Saved, KindSnapshot) }},
		{"subject", Weak, func(v Structured, add addEdge) { add(v.(*Operation).Subject, KindOperation) }},
	},
	KindView: {
		{"operation", Weak, func(v Structured, add addEdge) { add(v.(*View).Operation, KindOperation) }},
		{"refs", Strong, viewRows(SpaceRef)},
		{"heads", Strong, viewRows(SpaceHead)},
		{"pins", Strong, viewRows(SpacePin)},
		{"settings", Strong, viewRows(SpaceSetting)},
		{"marks", none, nil},
		// What is set aside, gone or cut off must not come back to life
		// because a view remembers it.
		{"quarantine", none, nil},
		{"tombstones", none, nil},
		{"shallow", Weak, func(v Structured, add addEdge) { addAll(v.(*View).Shallow, KindCommit, add) }},
	},
	KindConflict: {
		{"base.id", Strong, conflictSide(func(c *Conflict) *ConflictSide { return c.Base })},
		{"left.id", Strong, conflictSide(func(c *Conflict) *ConflictSide { return c.Left })},
		{"right.id", Strong, conflictSide(func(c *Conflict) *ConflictSide { return c.Right })},
		{"result.id", Strong, conflictSide(func(c *Conflict) *ConflictSide { return c.Result })},
		{"regions.set", Strong, func(v Structured, add addEdge) {
			for i := range v.(*Conflict).Regions {
				add(v.(*Conflict).Regions[i].Set, KindBlob)
			}
		}},
		{"parts", Strong, func(v Structured, add addEdge) { addAll(v.(*Conflict).Parts, KindConflict, add) }},
	},
	KindPatch: {
		{"contents", Strong, func(v Structured, add addEdge) { addAll(v.(*Patch).Contents, KindBlob, add) }},
	},
}

// conflictSide follows one side of a conflict: a file's content, or of a whole
// merge whatever was merged.
func conflictSide(side func(c *Conflict) *ConflictSide) func(v Structured, add addEdge) {
	return func(v Structured, add addEdge) {
		switch s := side(v.(*Conflict)); {
		case s == nil:
		case s.Mode == "":
			add(s.ID, 0)
		case s.Mode == ModeDir:
			add(s.ID, KindTree)
		default:
			add(s.ID, KindBlob)
		}
	}
}

func viewRows(space Space) func(v Structured, add addEdge) {
	return func(v Structured, add addEdge) {
		for _, r := range v.(*View).Rows {
			if r.Space == space {
				addRow(r.Space, r.Name, r.Value, add)
			}
		}
	}
}

func addAll(ids []ID, kind Kind, add addEdge) {
	for _, id := range ids {
		add(id, kind)
	}
}

func addRow(space Space, name string, value []byte, add addEdge) {
	if id, ok := RowTarget(space, name, value); ok && value != nil {
		add(id, 0)
	}
}

// The settings that hold an object begin with one of these. Their value begins
// with its 64 hex digits.
const (
	// SettingMerge and a workspace id: the merge that the workspace is in.
	SettingMerge = "merge/"
	// SettingResolution and the id of a conflict: the settled conflict that says
	// how it was resolved.
	SettingResolution = "resolution/"
)

func holdsObject(setting string) bool {
	return strings.HasPrefix(setting, SettingMerge) || strings.HasPrefix(setting, SettingResolution)
}

// RowTarget returns the object that a row refers to, strongly: the value of a
// ref, a detached HEAD, the name of a pin, the settings that hold one. ok is false
// for the other rows.
func RowTarget(space Space, name string, value []byte) (id ID, ok bool) {
	var err error
	switch {
	case space == SpaceRef && len(value) == IDSize:
		return ID(value), true
	case space == SpaceHead:
		id, err = ParseID(string(value))
	case space == SpacePin:
		id, err = ParseID(name)
	case space == SpaceSetting && holdsObject(name):
		id, err = ParseID(string(value[:min(len(value), 2*IDSize)]))
	default:
		return ID{}, false
	}
	return id, err == nil
}

// Edges lists what an object refers to, by the one table that gc, verify,
// closure and push share (DESIGN §2). Info.List of a chunked blob is its edge
// to the chunk list; raw kinds have no others. A target that is named several
// times is listed several times. Errors: *EncodingError.
func Edges(o Object) ([]Edge, error) {
	if !o.Kind.Structured() {
		if o.List.IsZero() {
			return nil, nil
		}
		return []Edge{{To: o.List, Kind: KindChunkList, Strength: Strong, Field: "list"}}, nil
	}
	v, err := Decode(o.Kind, o.Data)
	if err != nil {
		return nil, err
	}
	return edgesOf(v), nil
}

// edgesOf is Edges of a structured object that is decoded already.
func edgesOf(v Structured) []Edge {
	var edges []Edge
	if tree, ok := v.(*Tree); ok {
		edges = make([]Edge, 0, len(tree.Entries))
	}
	for _, rule := range edgeTable[v.Kind()] {
		if rule.strength == none {
			continue
		}
		rule.targets(v, func(to ID, kind Kind) {
			if !to.IsZero() {
				edges = append(edges, Edge{To: to, Kind: kind, Strength: rule.strength, Field: rule.field})
			}
		})
	}
	return edges
}
