package objects

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRoundTripOfEveryKind(t *testing.T) {
	seen := map[Kind]int{}
	for _, want := range samples() {
		seen[want.Kind()]++
		data, err := Encode(want)
		if err != nil {
			t.Fatalf("Encode(%+v): %v", want, err)
		}
		got, err := Decode(want.Kind(), data)
		if err != nil {
			t.Fatalf("Decode(%x): %v", data, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: decoded differs:\n%s", want.Kind(), diff)
		}
		if err := CheckCanonical(want.Kind(), data); err != nil {
			t.Errorf("CheckCanonical: %v", err)
		}
	}
	for _, kind := range Kinds {
		if kind.Structured() && seen[kind] < 2 {
			t.Errorf("samples lacks objects of kind %s", kind)
		}
	}
}

// No cut of an encoding, and nothing behind it, is an object.
func TestTruncationAndTrailingBytes(t *testing.T) {
	for _, v := range samples() {
		data, err := Encode(v)
		if err != nil {
			t.Fatal(err)
		}
		for n := range data {
			_, err := Decode(v.Kind(), data[:n])
			wantMalformed(t, err)
		}
		_, err = Decode(v.Kind(), append(data, 0))
		wantMalformed(t, err)
	}
}

func wantMalformed(t *testing.T, err error) {
	t.Helper()
	var e *EncodingError
	if !errors.As(err, &e) || e.Reason == "" {
		t.Errorf("error is %v (%T), want an EncodingError with a reason", err, err)
	}
}

func TestDecodeAs(t *testing.T) {
	tree, err := DecodeAs[*Tree]([]byte{0xa0})
	if err != nil || len(tree.Entries) != 0 {
		t.Errorf("the empty tree: %v, %v", tree, err)
	}
	_, err = DecodeAs[*Tree]([]byte{0xa1})
	wantMalformed(t, err)
}

// foreign is a Structured that this package does not know.
type foreign struct{}

func (foreign) Kind() Kind { return KindTree }

func TestKindsWithoutACodec(t *testing.T) {
	_, err := Encode(foreign{})
	wantMalformed(t, err)
	_, err = JSON(foreign{})
	wantMalformed(t, err)
	for _, kind := range []Kind{0, KindBlob, KindChunk, KindPatch + 1} {
		_, err := Decode(kind, []byte{0xa0})
		wantMalformed(t, err)
	}
	for kind, want := range map[Kind]bool{0: false, KindBlob: true, KindPatch + 1: false} {
		if err := CheckCanonical(kind, nil); (err == nil) != want {
			t.Errorf("CheckCanonical of no bytes of kind %s: %v", kind, err)
		}
	}
}

// valid returns a sample with every field set, changed by edit.
func valid[T Structured](edit func(v T)) Structured {
	var found T
	for _, s := range samples() {
		if v, ok := s.(T); ok {
			found = v // the last has all fields
		}
	}
	edit(found)
	return found
}

// What breaks a rule of its kind is refused by Encode; bytes that say the same
// are refused by Decode (see TestDecodeChecksTheRules).
func invalids() map[string]Structured {
	long := strings.Repeat("n", MaxName+1)
	tree := func(e ...Entry) *Tree { return &Tree{Entries: e} }
	file := func(name string) Entry { return Entry{Name: Bytes(name), Mode: ModeFile, ID: idOf(1)} }
	list := func(level uint8, size uint64, entries ...ChunkEntry) *ChunkList {
		return &ChunkList{Level: level, Size: size, Entries: entries}
	}
	return map[string]Structured{
		"tree: empty name":           tree(file("")),
		"tree: dot":                  tree(file(".")),
		"tree: dot dot":              tree(file("..")),
		"tree: slash":                tree(file("a/b")),
		"tree: NUL":                  tree(file("a\x00b")),
		"tree: long name":            tree(file(long)),
		"tree: order":                tree(file("b"), file("a")),
		"tree: twice":                tree(file("a"), file("a")),
		"tree: no id":                tree(Entry{Name: "a", Mode: ModeFile}),
		"tree: unknown mode":         tree(Entry{Name: "a", Mode: "pipe", ID: idOf(1)}),
		"tree: octal of file":        tree(Entry{Name: "a", Mode: "100644", ID: idOf(1)}),
		"tree: octal of exec":        tree(Entry{Name: "a", Mode: "100755", ID: idOf(1)}),
		"tree: octal of dir":         tree(Entry{Name: "a", Mode: "040000", ID: idOf(1)}),
		"tree: not octal":            tree(Entry{Name: "a", Mode: "100689", ID: idOf(1)}),
		"tree: size of a dir":        tree(Entry{Name: "a", Mode: ModeDir, ID: idOf(1), Size: 1}),
		"tree: Git id of a file":     tree(Entry{Name: "a", Mode: ModeFile, ID: idOf(1), Gitlink: "01234567890123456789"}),
		"tree: gitlink of 19 bytes":  tree(Entry{Name: "a", Mode: ModeGitlink, Gitlink: "0123456789012345678"}),
		"tree: gitlink with id":      tree(Entry{Name: "a", Mode: ModeGitlink, ID: idOf(1), Gitlink: "01234567890123456789"}),
		"snapshot: no root":          &Snapshot{},
		"snapshot: no package name":  valid(func(s *Snapshot) { s.Package.Name = "" }),
		"snapshot: no manifest":      valid(func(s *Snapshot) { s.Package.Manifest = ID{} }),
		"snapshot: version":          valid(func(s *Snapshot) { s.Package.Version = "\xff" }),
		"commit: no snapshot":        valid(func(c *Commit) { c.Snapshot = ID{} }),
		"commit: zero parent":        valid(func(c *Commit) { c.Parents[1] = ID{} }),
		"commit: parents":            valid(func(c *Commit) { c.Parents = make([]ID, MaxParents+1) }),
		"commit: long author":        valid(func(c *Commit) { c.Author.Name = Bytes(long) }),
		"commit: committer's agent":  valid(func(c *Commit) { c.Committer.Agent = "\xff" }),
		"commit: encoding":           valid(func(c *Commit) { c.Encoding = "\xff" }),
		"commit: header name":        valid(func(c *Commit) { c.Extra[0].Name = "" }),
		"commit: headers":            valid(func(c *Commit) { c.Extra = make([]Header, MaxHeaders+1) }),
		"commit: target kind":        valid(func(c *Commit) { c.Target.Kind = "planet" }),
		"commit: target id":          valid(func(c *Commit) { c.Target.ID = "" }),
		"commit: long target id":     valid(func(c *Commit) { c.Target.ID = long }),
		"commit: why":                valid(func(c *Commit) { c.Why = "\xff" }),
		"commit: obligation order":   valid(func(c *Commit) { c.Obligations = []string{"b", "a"} }),
		"commit: obligation twice":   valid(func(c *Commit) { c.Obligations = []string{"a", "a"} }),
		"commit: obligation text":    valid(func(c *Commit) { c.Obligations = []string{"\xff"} }),
		"commit: obligations":        valid(func(c *Commit) { c.Obligations = make([]string, MaxHeaders+1) }),
		"commit: evidence order":     valid(func(c *Commit) { c.Evidence = []ID{idOf(2), idOf(1)} }),
		"commit: zero evidence":      valid(func(c *Commit) { c.Evidence = []ID{{}} }),
		"commit: session":            valid(func(c *Commit) { c.Session = long }),
		"commit: message over cap":   valid(func(c *Commit) { c.Message = Bytes(make([]byte, maxSize[KindCommit])) }),
		"conflict: class":            valid(func(c *Conflict) { c.Class = "mood" }),
		"conflict: file with parts":  valid(func(c *Conflict) { c.Parts = []ID{idOf(1)} }),
		"conflict: whole and class":  valid(func(c *Conflict) { c.Path = "" }),
		"conflict: whole, one side":  &Conflict{Left: &ConflictSide{ID: idOf(1)}, Result: &ConflictSide{ID: idOf(1)}},
		"conflict: whole with modes": &Conflict{Left: &ConflictSide{Mode: ModeFile, ID: idOf(1)}, Right: &ConflictSide{ID: idOf(1)}, Result: &ConflictSide{ID: idOf(1)}},
		"conflict: no mode":          valid(func(c *Conflict) { c.Base.Mode = "" }),
		"conflict: size of a link":   valid(func(c *Conflict) { c.Right.Size = 1 }),
		"conflict: long path":        valid(func(c *Conflict) { c.Path = Bytes(long) }),
		"conflict: long old path":    valid(func(c *Conflict) { c.Base.Path = Bytes(long) }),
		"conflict: reason":           valid(func(c *Conflict) { c.Reason = "\xff" }),
		"conflict: state":            valid(func(c *Conflict) { c.State = "open" }),
		"conflict: region's class":   valid(func(c *Conflict) { c.Regions[0].Class = "" }),
		"conflict: choice":           valid(func(c *Conflict) { c.Regions[0].Choice = "both" }),
		"conflict: set of nothing":   valid(func(c *Conflict) { c.Regions[1].Set = ID{} }),
		"conflict: set of a side":    valid(func(c *Conflict) { c.Regions[1].Choice = "left" }),
		"conflict: unit":             valid(func(c *Conflict) { c.Regions[0].Unit = "\xff" }),
		"patch: no term":             valid(func(p *Patch) { p.Term = "" }),
		"patch: term":                valid(func(p *Patch) { p.Term = "\xff" }),
		"patch: contents":            valid(func(p *Patch) { p.Contents = []ID{idOf(2), idOf(1)} }),
		"tag: no target":             valid(func(x *Tag) { x.Target = ID{} }),
		"tag: kind of target":        valid(func(x *Tag) { x.TargetKind = 0 }),
		"tag: no name":               valid(func(x *Tag) { x.Name = "" }),
		"tag: long name":             valid(func(x *Tag) { x.Name = Bytes(long) }),
		"tag: tagger":                valid(func(x *Tag) { x.Tagger.Zone = Bytes(long) }),
		"tag: encoding":              valid(func(x *Tag) { x.Encoding = long }),
		"tag: header":                valid(func(x *Tag) { x.Extra[0].Name = Bytes(long) }),
		"chunklist: empty":           list(0, 0),
		"chunklist: level":           list(2, 1, ChunkEntry{idOf(1), 1}),
		"chunklist: sum":             list(0, 2, ChunkEntry{idOf(1), 1}),
		"chunklist: no id":           list(0, 1, ChunkEntry{ID{}, 1}),
		"chunklist: empty chunk":     list(0, 0, ChunkEntry{idOf(1), 0}),
		"chunklist: large chunk":     list(0, MaxChunk+1, ChunkEntry{idOf(1), MaxChunk + 1}),
		"chunklist: large list":      list(1, MaxChunk*MaxFanout+1, ChunkEntry{idOf(1), MaxChunk*MaxFanout + 1}),
		"chunklist: sum overflows":   list(1, 1, ChunkEntry{idOf(1), 1 << 63}, ChunkEntry{idOf(1), 1<<63 + 1}),
		"chunklist: fan-out":         &ChunkList{Entries: make([]ChunkEntry, MaxFanout+1)},
		"operation: number 0":        valid(func(o *Operation) { o.Seq = 0 }),
		"operation: no parent":       valid(func(o *Operation) { o.Parent = ID{} }),
		"operation: parent of first": valid(func(o *Operation) { o.Seq = 1 }),
		"operation: no verb":         valid(func(o *Operation) { o.Verb = "" }),
		"operation: workspace":       valid(func(o *Operation) { o.Workspace = "\xff" }),
		"operation: host":            valid(func(o *Operation) { o.Actor.Host = "\xff" }),
		"operation: actor":           valid(func(o *Operation) { o.Actor.Name = Bytes(long) }),
		"operation: order":           valid(func(o *Operation) { o.Changes[0], o.Changes[1] = o.Changes[1], o.Changes[0] }),
		"operation: order of spaces": valid(func(o *Operation) { o.Changes[1], o.Changes[2] = o.Changes[2], o.Changes[1] }),
		"operation: no change":       valid(func(o *Operation) { o.Changes[0].New = o.Changes[0].Old }),
		"operation: nothing at all":  valid(func(o *Operation) { o.Changes[3].New = nil }),
		"operation: space":           valid(func(o *Operation) { o.Changes = []OpChange{{Space: "x", Name: "n", New: []byte{}}} }),
		"operation: row name":        valid(func(o *Operation) { o.Changes = []OpChange{{Space: SpaceRef, New: []byte{}}} }),
		"operation: row value":       valid(func(o *Operation) { o.Changes[0].New = make([]byte, MaxRowValue+1) }),
		"view: operation":            valid(func(v *View) { v.Operation = ID{} }),
		"view: number":               valid(func(v *View) { v.Seq = 0 }),
		"view: order":                valid(func(v *View) { v.Rows[1], v.Rows[2] = v.Rows[2], v.Rows[1] }),
		"view: space":                valid(func(v *View) { v.Rows = []Row{{Space: "x", Name: "n"}} }),
		"view: row name":             valid(func(v *View) { v.Rows[5].Name = strings.Repeat("n", MaxRowName+1) }),
		"view: quarantine":           valid(func(v *View) { v.Quarantine = []ID{idOf(2), idOf(1)} }),
		"view: tombstones":           valid(func(v *View) { v.Tombstones = []ID{idOf(2), idOf(2)} }),
		"view: shallow":              valid(func(v *View) { v.Shallow = []ID{{}} }),
	}
}

func TestEncodeRefusesBrokenRules(t *testing.T) {
	for name, v := range invalids() {
		t.Run(name, func(t *testing.T) {
			_, err := Encode(v)
			wantMalformed(t, err)
		})
	}
}

// The bytes of a broken object are refused too, by whichever check is first.
func TestDecodeChecksTheRules(t *testing.T) {
	broken := invalids()
	// These say something for which there are no bytes.
	for _, name := range []string{"tree: gitlink with id", "tree: Git id of a file", "tree: size of a dir", "view: space"} {
		delete(broken, name)
	}
	for name, v := range broken {
		t.Run(name, func(t *testing.T) {
			data, err := v.(body).marshal()
			if err != nil {
				t.Fatal(err)
			}
			wantMalformed(t, CheckCanonical(v.Kind(), data))
		})
	}
}

// hexOf joins hex and quoted text: "a1 'name 01" is a1, then the bytes of
// "name", then 01.
func hexOf(t *testing.T, s string) []byte {
	t.Helper()
	var out []byte
	for _, word := range strings.Fields(s) {
		if text, ok := strings.CutPrefix(word, "'"); ok {
			out = append(out, text...)
			continue
		}
		b, err := hex.DecodeString(word)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, b...)
	}
	return out
}

// Each line is a snapshot or a tree with one thing wrong in its encoding.
func TestDecodeIsStrict(t *testing.T) {
	id := strings.Repeat("01", 32)
	root := "64 'root 5820 " + id
	good := "a3 " + root + " 65 'bytes 01 65 'files 01"
	if _, err := Decode(KindSnapshot, hexOf(t, good)); err != nil {
		t.Fatalf("the good one: %v", err)
	}
	for name, in := range map[string]string{
		"unknown field":      "a4 " + root + " 65 'bytes 01 65 'files 01 65 'zzzzz 01",
		"other case":         "a3 " + root + " 65 'Bytes 01 65 'files 01",
		"field twice":        "a4 " + root + " 65 'bytes 01 65 'bytes 01 65 'files 01",
		"wrong order":        "a3 65 'bytes 01 " + root + " 65 'files 01",
		"indefinite map":     "bf " + root + " 65 'bytes 01 65 'files 01 ff",
		"indefinite text":    "a3 7f 64 'root ff 5820 " + id + " 65 'bytes 01 65 'files 01",
		"tag":                "a3 " + root + " 65 'bytes c2 41 01 65 'files 01",
		"float":              "a3 " + root + " 65 'bytes f93c00 65 'files 01",
		"null":               "a3 " + root + " 65 'bytes f6 65 'files 01",
		"bool":               "a3 " + root + " 65 'bytes f4 65 'files 01",
		"negative":           "a3 " + root + " 65 'bytes 20 65 'files 01",
		"long integer":       "a3 " + root + " 65 'bytes 1801 65 'files 01",
		"longer integer":     "a3 " + root + " 65 'bytes 190001 65 'files 01",
		"longest integer":    "a3 " + root + " 65 'bytes 1b0000000000000001 65 'files 01",
		"long key head":      "a3 7804 'root 5820 " + id + " 65 'bytes 01 65 'files 01",
		"reserved length":    "a3 " + root + " 65 'bytes 1c 65 'files 01",
		"text for bytes":     "a3 64 'root 7820 " + id + " 65 'bytes 01 65 'files 01",
		"short id":           "a3 64 'root 581f " + id[2:] + " 65 'bytes 01 65 'files 01",
		"long id":            "a3 64 'root 5821 " + id + " 02 65 'bytes 01 65 'files 01",
		"byte string as key": "a3 44 'root 5820 " + id + " 65 'bytes 01 65 'files 01",
		"number as key":      "a1 01 01",
		"key is not UTF-8":   "a1 61 ff 01",
		"list":               "80",
		"number":             "01",
		"huge list":          "9b7fffffffffffffff",
		"huge map":           "bb7fffffffffffffff",
		"huge text":          "7b7fffffffffffffff",
		"huge key":           "a1 7b7fffffffffffffff",
		"deep":               strings.Repeat("81", 20) + " 01",
		"empty":              "",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Decode(KindSnapshot, hexOf(t, in))
			wantMalformed(t, err)
		})
	}
}

// Fields that are there but empty, and required ones that are missing, decode
// to an object that has another encoding.
func TestOnlyTheCanonicalFormEnters(t *testing.T) {
	id := strings.Repeat("01", 32)
	person := "a4 64 'name 40 64 'zone 40 65 'email 40 67 'seconds 00"
	for name, test := range map[string]struct {
		kind Kind
		data string
	}{
		"empty list":       {KindTree, "a1 67 'entries 80"},
		"no files":         {KindSnapshot, "a2 64 'root 5820 " + id + " 65 'bytes 01"},
		"zero id":          {KindSnapshot, "a3 64 'root 5820 " + strings.Repeat("00", 32) + " 65 'bytes 01 65 'files 01"},
		"empty encoding":   {KindTag, "a5 64 'kind 64 'blob 64 'name 41 'v 66 'target 5820 " + id + " 67 'message 40 68 'encoding 60"},
		"zero base":        {KindCommit, "a5 64 'base 5820 " + strings.Repeat("00", 32) + " 66 'author " + person + " 67 'message 40 68 'snapshot 5820 " + id + " 69 'committer " + person},
		"size of a dir":    {KindTree, "a1 67 'entries 81 a4 62 'id 5820 " + id + " 64 'mode 63 'dir 64 'name 41 'a 64 'size 00"},
		"file, no size":    {KindTree, "a1 67 'entries 81 a3 62 'id 5820 " + id + " 64 'mode 64 'file 64 'name 41 'a"},
		"id of a file: 20": {KindTree, "a1 67 'entries 81 a4 62 'id 54 " + id[:40] + " 64 'mode 64 'file 64 'name 41 'a 64 'size 00"},
	} {
		t.Run(name, func(t *testing.T) { wantMalformed(t, CheckCanonical(test.kind, hexOf(t, test.data))) })
	}
}

func TestCapOnSize(t *testing.T) {
	data := make([]byte, maxSize[KindSnapshot]+1)
	_, err := Decode(KindSnapshot, data)
	wantMalformed(t, err)
}

func TestErrorTexts(t *testing.T) {
	for want, err := range map[string]error{
		"no object " + idOf(1).String():                                       &NotFoundError{ID: idOf(1)},
		"damaged footer: cut off":                                             &CorruptError{What: "footer", Reason: "cut off"},
		"damaged record of object " + idOf(1).String() + ": bad":              &CorruptError{ID: idOf(1), What: "record", Reason: "bad"},
		"ref refs/heads/a is not what was expected":                           &ConflictError{Space: SpaceRef, Name: "refs/heads/a"},
		"the store is held by process 7 (put)":                                &BusyError{PID: 7, Verb: "put"},
		"the disk has 1 bytes free and 2 are needed":                          &NoSpaceError{Need: 2, Free: 1},
		"malformed tree: bad":                                                 &EncodingError{Kind: KindTree, Reason: "bad"},
		fmt.Sprintf("malformed hash %q: want 64 lower-case hex digits", "xy"): &BadIDError{Text: "xy"},
	} {
		if err.Error() != want {
			t.Errorf("%T says %q, want %q", err, err, want)
		}
	}
}
