package gitobj

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/objects"
)

const hexTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"

// odd are bodies of commits as Git has them, and whether the fields hold them.
var odd = map[string]struct {
	body   string
	fields bool
}{
	"plain":            {"tree T\nauthor A <a@b> 1 +0000\ncommitter C <c@d> 2 -0130\n\nmessage\n", true},
	"parents":          {"tree T\nparent T\nparent T\nauthor A <a@b> 1 +0000\ncommitter C <c@d> 2 +0000\n\nm", true},
	"signed":           {"tree T\nauthor A <a@b> 1 +0000\ncommitter C <c@d> 2 +0000\ngpgsig -----BEGIN\n \n abc\n -----END\n\nm\n", true},
	"signature's end":  {"tree T\nauthor A <a@b> 1 +0000\ncommitter C <c@d> 2 +0000\ngpgsig -----BEGIN\n abc\n \n\nm\n", true},
	"encoding":         {"tree T\nauthor \xe9 <a@b> 1 +0000\ncommitter C <c@d> 2 +0000\nencoding ISO-8859-1\n\n\xe9\n", true},
	"mergetag":         {"tree T\nauthor A <a@b> 1 +0000\ncommitter C <c@d> 2 +0000\nmergetag object x\n type commit\nHG:extra a=b\n\nm", true},
	"no message":       {"tree T\nauthor A <a@b> 1 +0000\ncommitter C <c@d> 2 +0000\n\n", true},
	"nul":              {"tree T\nauthor A <a@b> 1 +0000\ncommitter C <c@d> 2 +0000\n\na\x00b", true},
	"no name":          {"tree T\nauthor  <a@b> 1 +0000\ncommitter C <c@d> 2 +0000\n\nm", true},
	"angle in name":    {"tree T\nauthor A <x> B <a@b> 1 +0000\ncommitter C <c@d> 2 +0000\n\nm", true},
	"negative time":    {"tree T\nauthor A <a@b> -5 +0000\ncommitter C <c@d> 2 +0000\n\nm", true},
	"odd zone":         {"tree T\nauthor A <a@b> 1 +051800\ncommitter C <c@d> 2 --700\n\nm", true},
	"nameless address": {"tree T\nauthor <a@b> 1 +0000\ncommitter C <c@d> 2 +0000\n\nm", false},
	"no address":       {"tree T\nauthor A 1 +0000\ncommitter C <c@d> 2 +0000\n\nm", false},
	"no time":          {"tree T\nauthor A <a@b>\ncommitter C <c@d> 2 +0000\n\nm", false},
	"padded time":      {"tree T\nauthor A <a@b> 01 +0000\ncommitter C <c@d> 2 +0000\n\nm", false},
	"huge time":        {"tree T\nauthor A <a@b> 99999999999999999999 +0000\ncommitter C <c@d> 2 +0000\n\nm", false},
	"no committer":     {"tree T\nauthor A <a@b> 1 +0000\n\nm", false},
	"late encoding":    {"tree T\nauthor A <a@b> 1 +0000\ncommitter C <c@d> 2 +0000\ngpgsig x\nencoding UTF-7\n\nm", true},
	"two encodings":    {"tree T\nauthor A <a@b> 1 +0000\ncommitter C <c@d> 2 +0000\nencoding a\nencoding b\n\nm", true},
	"no empty line":    {"tree T\nauthor A <a@b> 1 +0000\ncommitter C <c@d> 2 +0000\n", false},
	"cut header":       {"tree T\nauthor A <a@b> 1 +0000\ncommitter C <c@d> 2 +0000\nfoo", false},
	"bare header":      {"tree T\nauthor A <a@b> 1 +0000\ncommitter C <c@d> 2 +0000\nfoo\n\nm", false},
	"late parent":      {"tree T\nauthor A <a@b> 1 +0000\nparent T\ncommitter C <c@d> 2 +0000\n\nm", false},
	"own, not ours":    {"tree T\nauthor A <a@b> 1 +0000\ncommitter C <c@d> 2 +0000\ngenesis-target nothing x\n\nm", false},
	"own, unsorted":    {"tree T\nauthor A <a@b> 1 +0000\ncommitter C <c@d> 2 +0000\ngenesis-obligation b\ngenesis-obligation a\n\nm", false},
	"own, unknown":     {"tree T\nauthor A <a@b> 1 +0000\ncommitter C <c@d> 2 +0000\ngenesis-new x\n\nm", true},
	"forged raw":       {"tree T\nauthor A <a@b> 1 +0000\ncommitter C <c@d> 2 +0000\ngenesis-git-raw x\n\nm", false},
}

func TestCommitsComeBack(t *testing.T) {
	for name, test := range odd {
		body := strings.ReplaceAll(test.body, " T\n", " "+hexTree+"\n")
		c, err := ParseCommit([]byte(body))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := string(c.Encode()); got != body {
			t.Errorf("%s: came back as %q", name, got)
		}
		if _, raw := rawOf(c.Fields.Extra); raw == test.fields {
			t.Errorf("%s: the bytes are kept: %v", name, raw)
		}
		c.Fields.Snapshot = objects.ID{1}
		if _, err := objects.Encode(&c.Fields); err != nil {
			t.Errorf("%s: a store cannot keep it: %v", name, err)
		}
		c.Tree[0] ^= 1
		if got := c.Encode(); bytes.HasPrefix(got, []byte("tree "+hexTree)) {
			t.Errorf("%s: kept the old tree: %q", name, got)
		}
	}
}

func TestMalformedCommits(t *testing.T) {
	for _, body := range []string{"", "tree\n", "tree x\n\n", "author A <a@b> 1 +0000\n\n", "tree " + hexTree, "tree " + hexTree + "\nparent x\n\n", "tree " + strings.ToUpper(hexTree) + "\n\n"} {
		if c, err := ParseCommit([]byte(body)); err == nil {
			t.Errorf("%q: %+v", body, c)
		}
	}
	for _, body := range []string{"", "object x\n", "object " + hexTree + "\ntype thing\ntag a\n\n", "object " + hexTree + "\ntype tree\n\n", "object " + hexTree + "\ntype tree\ntag \n\n"} {
		if tag, err := ParseTag([]byte(body)); err == nil {
			t.Errorf("%q: %+v", body, tag)
		}
	}
}

// TestOwnFields sends what Git does not have there and back.
func TestOwnFields(t *testing.T) {
	var c CommitBody
	f := &c.Fields
	f.Author = objects.Person{Name: "A", Email: "a@b", Seconds: 5, Zone: "+0100", Agent: "robot"}
	f.Committer = objects.Person{Name: "C", Email: "c@d", Zone: "-0000", Agent: "other"}
	f.Message, f.Why, f.Session = "m\n", "because\nof that", "s-1"
	f.Base, f.Patch = objects.ID{1}, objects.ID{2}
	f.Target = &objects.Target{Kind: "module", ID: "a b"}
	f.Obligations, f.Evidence = []string{"a", "b"}, []objects.ID{{3}, {4}}
	f.Extra = []objects.Header{{Name: "x", Value: "1\n2"}}
	back, err := ParseCommit(c.Encode())
	if err != nil || fmt.Sprintf("%+v", back.Fields) != fmt.Sprintf("%+v", c.Fields) && back.Fields.Target == nil {
		t.Fatalf("%+v, %v", back, err)
	}
	if *back.Fields.Target != *f.Target || back.Fields.Why != f.Why || len(back.Fields.Extra) != 1 {
		t.Errorf("%+v", back.Fields)
	}
	if !bytes.Equal(back.Encode(), c.Encode()) {
		t.Error("other bytes")
	}
}

func TestTagsComeBack(t *testing.T) {
	for _, body := range []string{
		"object T\ntype commit\ntag v1\ntagger A <a@b> 1 +0000\n\nm\n-----BEGIN PGP SIGNATURE-----\nx\n",
		"object T\ntype tree\ntag v1\n\nm",
		"object T\ntype tag\ntag v1\ntagger A <a@b> 1 +0000\ngenesis-tagger-agent x\n\n",
		"object T\ntype blob\ntag a b\xff\ntagger A <a@b> 1\n\nm",
		"object T\ntype commit\ntag v1\ntagger A <a@b> 1 +0000\n",
	} {
		body = strings.ReplaceAll(body, " T\n", " "+hexTree+"\n")
		tag, err := ParseTag([]byte(body))
		if err != nil || string(tag.Encode()) != body {
			t.Errorf("%q: %+v, %v", body, tag, err)
		}
	}
}

func entry(mode, name string) string {
	return mode + " " + name + "\x00" + strings.Repeat("x", OIDSize)
}

func TestTrees(t *testing.T) {
	for _, test := range []struct {
		body    string
		regular bool
		bad     string
	}{
		{"", true, ""},
		{entry("100644", "a.c") + entry("40000", "a") + entry("100755", "a0"), true, ""},
		{entry("40000", "a") + entry("100644", "a.c"), false, ""},
		{entry("040000", "a"), false, ""},
		{entry("100664", "a") + entry("120000", "b") + entry("160000", "c\xff"), true, ""},
		{entry("100644", "b") + entry("100644", "a"), false, ""},
		{entry("100644", "a") + entry("40000", "a"), false, "twice"},
		{entry("100644", "a") + entry("100644", "a"), false, "twice"},
		{entry("100644", ".."), false, "component"},
		{entry("100644", "a/b"), false, "component"},
		{entry("100644", ""), false, "component"},
		{entry("70000", "a"), false, "mode"},
		{entry("", "a"), false, "mode"},
		{entry("100644", "a")[:20], false, "cut off"},
		{"100644", false, "mode"},
		{entry("100644", strings.Repeat("a", objects.MaxName+1)), false, "too long"},
	} {
		entries, regular, err := ParseTree([]byte(test.body))
		switch {
		case (err != nil) != (test.bad != "") || err != nil && !strings.Contains(err.Error(), test.bad):
			t.Errorf("%.40q: %v", test.body, err)
		case err == nil && regular != test.regular:
			t.Errorf("%.40q: regular %v", test.body, regular)
		case err == nil && regular != (string(EncodeTree(entries)) == test.body):
			t.Errorf("%.40q: comes back as %q", test.body, EncodeTree(entries))
		}
	}
}

// TestTreeOrder encodes random trees in Git's order: what is parsed is regular.
func TestTreeOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfDistinct(rapid.StringMatching(`[a-b.0/-]{1,4}`), strings.Clone).Draw(t, "names")
		var in []Entry
		for _, name := range names {
			name = strings.ReplaceAll(name, "/", "_")
			if name == "." || name == ".." {
				continue
			}
			mode := rapid.SampledFrom([]objects.Mode{objects.ModeFile, objects.ModeDir, objects.ModeExec}).Draw(t, "mode")
			in = append(in, Entry{Name: name, Mode: mode, OID: OID{1}})
		}
		body := EncodeTree(in)
		out, regular, err := ParseTree(body)
		if err != nil { // two names became one
			return
		}
		if !regular || !bytes.Equal(EncodeTree(out), body) {
			t.Fatalf("%q: regular %v, back %q", body, regular, EncodeTree(out))
		}
	})
}

func FuzzCommit(f *testing.F) {
	for _, test := range odd {
		f.Add([]byte(strings.ReplaceAll(test.body, " T\n", " "+hexTree+"\n")))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		c, err := ParseCommit(body)
		if err != nil {
			return
		}
		if !bytes.Equal(c.Encode(), body) {
			t.Errorf("%q comes back as %q", body, c.Encode())
		}
		c.Fields.Snapshot = objects.ID{1}
		if _, err := objects.Encode(&c.Fields); err != nil && len(body) < 1<<20 {
			t.Errorf("%q: %v", body, err)
		}
	})
}

func FuzzTag(f *testing.F) {
	f.Add([]byte("object " + hexTree + "\ntype commit\ntag v1\ntagger A <a@b> 1 +0000\n\nm"))
	f.Fuzz(func(t *testing.T, body []byte) {
		if tag, err := ParseTag(body); err == nil && !bytes.Equal(tag.Encode(), body) {
			t.Errorf("%q comes back as %q", body, tag.Encode())
		}
	})
}

func FuzzTree(f *testing.F) {
	f.Add([]byte(entry("100644", "a") + entry("40000", "b")))
	f.Fuzz(func(t *testing.T, body []byte) {
		entries, regular, err := ParseTree(body)
		if err == nil && regular != bytes.Equal(EncodeTree(entries), body) {
			t.Errorf("%q: regular %v, back %q", body, regular, EncodeTree(entries))
		}
	})
}

func BenchmarkParseCommit(b *testing.B) {
	body := []byte(strings.ReplaceAll(odd["signed"].body, " T\n", " "+hexTree+"\n"))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParseCommit(body); err != nil {
			b.Fatal(err)
		}
	}
}
