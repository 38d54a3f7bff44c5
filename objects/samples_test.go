package objects

import (
	"slices"

	"pgregory.net/rapid"
)

// idOf makes a recognizable id.
func idOf(n byte) ID {
	var id ID
	for i := range id {
		id[i] = n
	}
	return id
}

var ann = Person{Name: "Ann \xff Example", Email: "ann@example.org", Seconds: 1767225600, Zone: "+0100"}

// samples holds one object of each structured kind with every field set, and
// one with as few as its kind allows.
func samples() []Structured {
	tagger := ann
	return []Structured{
		&Tree{},
		&Tree{Entries: []Entry{
			{Name: "a\xff\n", Mode: ModeFile, ID: idOf(1)},
			{Name: "bin", Mode: ModeDir, ID: idOf(2)},
			{Name: "link", Mode: ModeSymlink, ID: idOf(3)},
			{Name: "odd", Mode: "100664", ID: idOf(4), Size: 70_000},
			{Name: "run", Mode: ModeExec, ID: idOf(5), Size: 5 << 32},
			{Name: "sub", Mode: ModeGitlink, Gitlink: "01234567890123456789"},
			{Name: "sub256", Mode: ModeGitlink, Gitlink: "01234567890123456789012345678901"},
		}},
		&Snapshot{Root: idOf(1)},
		&Snapshot{Root: idOf(1), Files: 3, Bytes: 300, Package: &PackageInfo{Name: "p", Version: "1.2", Manifest: idOf(2)}},
		&Commit{Snapshot: idOf(1), Author: ann, Committer: Person{}},
		&Commit{
			Parents: []ID{idOf(9), idOf(8)}, Snapshot: idOf(1), Author: ann,
			Committer: Person{Name: "bot", Email: "bot@x", Seconds: -1, Zone: "-0000", Agent: "codex"},
			Message:   "one\n\ntwo\xfe", Encoding: "ISO-8859-1",
			Extra: []Header{{Name: "gpgsig", Value: "-----BEGIN\n"}, {Name: "gpgsig", Value: ""}},
			Base:  idOf(2), Patch: idOf(3), Target: &Target{Kind: "module", ID: "m"}, Why: "because",
			Obligations: []string{"a", "b"}, Evidence: []ID{idOf(4), idOf(5)}, Session: "s1",
		},
		&Tag{Target: idOf(1), TargetKind: KindCommit, Name: "v1"},
		&Tag{
			Target: idOf(1), TargetKind: KindBlob, Name: "v\xff", Tagger: &tagger, Message: "m\n",
			Encoding: "latin1", Extra: []Header{{Name: "h", Value: "v"}},
		},
		&ChunkList{Size: 1, Entries: []ChunkEntry{{ID: idOf(1), Size: 1}}},
		&ChunkList{Level: 1, Size: 300_002, Entries: []ChunkEntry{{ID: idOf(1), Size: 300_000}, {ID: idOf(1), Size: 2}}},
		&Operation{Seq: 1, Verb: "init"},
		&Operation{
			Seq: 7, Parent: idOf(6), Workspace: "w1", Verb: "commit new", Seconds: 1767225600,
			Actor: Actor{Name: "Ann\xff", Email: "a@b", Agent: "codex", Host: "h"},
			Changes: []OpChange{
				{Space: SpaceRef, Name: "refs/heads/main", Old: sliceOf(idOf(1)), New: sliceOf(idOf(2))},
				{Space: SpaceRef, Name: "refs/heads/old", Old: sliceOf(idOf(3))},
				{Space: SpaceHead, Name: "w1", New: []byte("refs/heads/main")},
				{Space: SpacePin, Name: Bytes(idOf(4).String()), New: []byte{}},
				{Space: SpaceMark, Name: "origin", Old: []byte{}, New: []byte{0xff}},
			},
			WorktreeBefore: idOf(10), WorktreeAfter: idOf(11), Saved: idOf(12), Subject: idOf(13),
		},
		&View{},
		&View{
			Seq: 9, Operation: idOf(1),
			Rows: []Row{
				{Space: SpaceRef, Name: "refs/heads/main", Value: sliceOf(idOf(2))},
				{Space: SpaceHead, Name: "w1", Value: []byte(idOf(3).String())},
				{Space: SpaceHead, Name: "w2", Value: []byte("refs/heads/main")},
				{Space: SpacePin, Name: idOf(4).String(), Value: []byte("keep \xff")},
				{Space: SpaceSetting, Name: "policy", Value: []byte{}},
				{Space: SpaceMark, Name: "m", Value: []byte{0, 1}},
			},
			Quarantine: []ID{idOf(5)}, Tombstones: []ID{idOf(6)}, Shallow: []ID{idOf(7), idOf(8)},
		},
		&Conflict{
			Left: &ConflictSide{ID: idOf(1)}, Right: &ConflictSide{ID: idOf(2)}, Result: &ConflictSide{ID: idOf(3)},
			Parts: []ID{idOf(4), idOf(5)},
		},
		&Conflict{
			Path: "a\xff", Class: "structure", Reason: "modify/delete",
			Base:  &ConflictSide{Path: "b", Mode: ModeFile, ID: idOf(1), Size: 3},
			Left:  &ConflictSide{Mode: ModeGitlink, Gitlink: "01234567890123456789"},
			Right: &ConflictSide{Mode: ModeSymlink, ID: idOf(2)}, Result: &ConflictSide{Mode: ModeDir, ID: idOf(3)},
			Regions: []ConflictRegion{
				{Unit: "func Open", Class: "text", Base: ConflictLines{1, 2}, Left: ConflictLines{3, 4}, Right: ConflictLines{5, 0}, Result: ConflictLines{1, 9}},
				{Class: "syntax", Choice: "set", Set: idOf(6)},
			},
			State: ConflictSettled,
		},
		&Patch{Term: "{\n  :intent \"é\"}", Contents: []ID{idOf(1), idOf(2)}},
		&Patch{Term: "{}"},
	}
}

func sliceOf(id ID) []byte { return id[:] }

// drawTree draws a valid tree.
func drawTree(t *rapid.T) *Tree {
	names := rapid.SliceOfNDistinct(rapid.StringMatching(`[^/\x00.][^/\x00]{0,30}`), 0, 40, rapid.ID).Draw(t, "names")
	slices.Sort(names)
	tree := &Tree{}
	for _, name := range names {
		mode := rapid.SampledFrom([]Mode{ModeFile, ModeExec, ModeSymlink, ModeDir, ModeGitlink, "100600"}).Draw(t, "mode")
		e := Entry{Name: Bytes(name), Mode: mode}
		id := rapid.SliceOfN(rapid.Byte(), IDSize, IDSize).Draw(t, "id")
		id[0] |= 1
		switch {
		case mode == ModeGitlink:
			e.Gitlink = Bytes(id[:rapid.SampledFrom([]int{20, 32}).Draw(t, "git")])
		case mode.IsFile():
			e.Size = rapid.Uint64().Draw(t, "size")
			fallthrough
		default:
			e.ID = ID(id)
		}
		tree.Entries = append(tree.Entries, e)
	}
	return tree
}
