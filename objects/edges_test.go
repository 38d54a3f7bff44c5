package objects

import (
	"encoding/hex"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The table, as DESIGN §2 states it. A new field of a kind must be decided on
// here and in edges.go.
func TestEdgeTable(t *testing.T) {
	want := []string{
		"chunklist entries.id strong",
		"tree entries.id strong",
		"snapshot root strong",
		"snapshot package.manifest strong",
		"commit parents strong",
		"commit snapshot strong",
		"commit base weak",
		"commit patch strong",
		"commit evidence strong",
		"tag target strong",
		"operation parent strong",
		"operation changes.old strong",
		"operation changes.new strong",
		"operation worktree_before strong",
		"operation worktree_after strong",
		"operation saved strong",
		"operation subject weak",
		"view operation weak",
		"view refs strong",
		"view heads strong",
		"view pins strong",
		"view settings strong",
		"view marks none",
		"view quarantine none",
		"view tombstones none",
		"view shallow weak",
		"conflict base.id strong",
		"conflict left.id strong",
		"conflict right.id strong",
		"conflict result.id strong",
		"conflict regions.set strong",
		"conflict parts strong",
		"patch contents strong",
	}
	var got []string
	for kind, rules := range edgeTable {
		for _, r := range rules {
			strength := map[Strength]string{none: "none", Strong: "strong", Weak: "weak"}[r.strength]
			got = append(got, Kind(kind).String()+" "+r.field+" "+strength)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the table differs:\n%s", diff)
	}
}

// Every field that can hold an identity is in the table: an ID, or a value or
// a name of a row.
func TestEveryFieldWithAnIDIsInTheTable(t *testing.T) {
	known := map[string]bool{}
	for kind, rules := range edgeTable {
		for _, r := range rules {
			known[Kind(kind).String()+" "+r.field] = true
		}
	}
	var walk func(kind Kind, path string, typ reflect.Type)
	walk = func(kind Kind, path string, typ reflect.Type) {
		switch {
		case typ == reflect.TypeFor[ID]() || typ == reflect.TypeFor[[]byte]():
			if name := kind.String() + " " + path; !known[name] && !known[strings.TrimSuffix(name, ".value")] {
				t.Errorf("%s is not in the table", name)
			}
		case typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice:
			walk(kind, path, typ.Elem())
		case typ.Kind() == reflect.Struct:
			for i := range typ.NumField() {
				f := typ.Field(i)
				field, _, _ := strings.Cut(f.Tag.Get("cbor"), ",")
				walk(kind, strings.TrimPrefix(path+"."+field, "."), f.Type)
			}
		}
	}
	for _, v := range []struct {
		kind Kind
		wire any
	}{
		{KindChunkList, ChunkList{}},
		{KindTree, treeWire{}},
		{KindSnapshot, Snapshot{}},
		{KindCommit, Commit{}},
		{KindTag, tagWire{}},
		{KindOperation, Operation{}},
		{KindView, viewWire{}},
		{KindConflict, Conflict{}},
		{KindPatch, Patch{}},
	} {
		walk(v.kind, "", reflect.TypeOf(v.wire))
	}
}

func TestEdges(t *testing.T) {
	var got []string
	for _, v := range samples() {
		data, err := Encode(v)
		if err != nil {
			t.Fatal(err)
		}
		edges, err := Edges(Object{Info: Info{Kind: v.Kind()}, Data: data})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range edges {
			kind := "any"
			if e.Kind.Valid() {
				kind = e.Kind.String()
			}
			strength := map[Strength]string{Strong: "strong", Weak: "weak"}[e.Strength]
			got = append(got, strings.Join([]string{v.Kind().String(), e.Field, hex.EncodeToString(e.To[:1]), kind, strength}, " "))
		}
	}
	want := []string{
		"tree entries.id 01 blob strong",
		"tree entries.id 02 tree strong",
		"tree entries.id 03 blob strong",
		"tree entries.id 04 blob strong",
		"tree entries.id 05 blob strong",
		"snapshot root 01 tree strong",
		"snapshot root 01 tree strong",
		"snapshot package.manifest 02 any strong",
		"commit snapshot 01 snapshot strong",
		"commit parents 09 commit strong",
		"commit parents 08 commit strong",
		"commit snapshot 01 snapshot strong",
		"commit base 02 any weak",
		"commit patch 03 any strong",
		"commit evidence 04 any strong",
		"commit evidence 05 any strong",
		"tag target 01 commit strong",
		"tag target 01 blob strong",
		"chunklist entries.id 01 chunk strong",
		"chunklist entries.id 01 chunklist strong",
		"chunklist entries.id 01 chunklist strong",
		"operation parent 06 operation strong",
		"operation changes.old 01 any strong",
		"operation changes.old 03 any strong",
		"operation changes.new 02 any strong",
		"operation changes.new 04 any strong", // the pin, by its name
		"operation worktree_before 0a snapshot strong",
		"operation worktree_after 0b snapshot strong",
		"operation saved 0c snapshot strong",
		"operation subject 0d operation weak",
		"view operation 01 operation weak",
		"view refs 02 any strong",
		"view heads 03 any strong",
		"view pins 04 any strong",
		"view shallow 07 commit weak",
		"view shallow 08 commit weak",
		"conflict left.id 01 any strong",
		"conflict right.id 02 any strong",
		"conflict result.id 03 any strong",
		"conflict parts 04 conflict strong",
		"conflict parts 05 conflict strong",
		"conflict base.id 01 blob strong",
		"conflict right.id 02 blob strong",
		"conflict result.id 03 tree strong",
		"conflict regions.set 06 blob strong",
		"patch contents 01 blob strong",
		"patch contents 02 blob strong",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the edges differ:\n%s", diff)
	}
}

func TestEdgesOfRawKinds(t *testing.T) {
	edges, err := Edges(Object{Info: Info{Kind: KindBlob, List: idOf(1)}})
	want := []Edge{{To: idOf(1), Kind: KindChunkList, Strength: Strong, Field: "list"}}
	if diff := cmp.Diff(want, edges); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	for _, kind := range []Kind{KindBlob, KindChunk} {
		if edges, err := Edges(Object{Info: Info{Kind: kind}, Data: []byte("x")}); len(edges) != 0 || err != nil {
			t.Errorf("%s: %v, %v", kind, edges, err)
		}
	}
	_, err = Edges(Object{Info: Info{Kind: KindTree}, Data: []byte("x")})
	wantMalformed(t, err)
}

func TestRowTarget(t *testing.T) {
	id := idOf(0xcd)
	for _, test := range []struct {
		space       Space
		name, value string
		want        bool
	}{
		{SpaceRef, "refs/heads/a", string(id[:]), true},
		{SpaceRef, "refs/heads/a", string(id[:31]), false},
		{SpaceHead, "w", id.String(), true},
		{SpaceHead, "w", "refs/heads/a", false},
		{SpacePin, id.String(), "note", true},
		{SpacePin, "x", id.String(), false},
		{SpaceSetting, "s", id.String(), false},
		{SpaceSetting, SettingMerge + "w", id.String() + "\nmessage", true},
		{SpaceSetting, SettingMerge + "w", id.String()[1:], false},
		{SpaceSetting, SettingResolution + "c", id.String(), true},
		{SpaceSetting, SettingResolution + "c", "", false},
		{SpaceMark, "m", id.String(), false},
	} {
		got, ok := RowTarget(test.space, test.name, []byte(test.value))
		if ok != test.want || ok && got != id {
			t.Errorf("%s %s %q: %s, %v", test.space, test.name, test.value, got, ok)
		}
	}
}
