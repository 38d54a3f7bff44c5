package patch_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/semantic/coreform"
	"github.com/genesis-vcs/genesis/semantic/languages"
	"github.com/genesis-vcs/genesis/semantic/patch"
)

// files is a tree in memory.
type files map[string]string

func (f files) Entry(_ context.Context, path string) (patch.Entry, error) {
	if content, ok := f[path]; ok {
		return patch.Entry{Mode: patch.ModeFile, ID: patch.ContentID([]byte(content))}, nil
	}
	for other := range f {
		if strings.HasPrefix(other, path+"/") {
			return patch.Entry{Mode: patch.ModeDir, ID: patch.FullDir}, nil
		}
	}
	return patch.Entry{}, nil
}

func (f files) Content(_ context.Context, id string) ([]byte, error) {
	for _, content := range f {
		if patch.ContentID([]byte(content)) == id {
			return []byte(content), nil
		}
	}
	return nil, errors.New("no content " + id)
}

// apply gives the files after a patch.
func apply(f files, p *patch.Patch) (files, *patch.Result, error) {
	done, err := patch.Apply(context.Background(), f, p)
	if err != nil {
		return nil, nil, err
	}
	out := files{}
	for path, content := range f {
		out[path] = content
	}
	for _, c := range done.Changes {
		switch {
		case c.Entry == (patch.Entry{}):
			delete(out, c.Path)
		case c.Fresh:
			out[c.Path] = string(c.Content)
		default:
			content, err := f.Content(context.Background(), c.ID)
			if err != nil {
				return nil, nil, err
			}
			out[c.Path] = string(content)
		}
	}
	return out, done, nil
}

func decode(t *testing.T, ops string) *patch.Patch {
	t.Helper()
	p, err := patch.Decode([]byte("{:version 1 :intent \"test\" :provenance {} :ops [" + ops + "]}"))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

const module = `; about the file

(def a  1)   ; kept
; before b
(def b (quote [x   y]))
(def c (f a b))
(def ::meta (quote {:exports [a c] :imports []}))
`

func TestOperationsOnModules(t *testing.T) {
	for name, test := range map[string]struct{ ops, from, to string }{
		"replace-node": {
			`{:op :replace-node :module-path "m.gc" :path [[:form 1] [:pair-cdr] [:pair-cdr] [:pair-car]] :new 2}`,
			"(def b (quote [x   y]))", "(def b 2)",
		},
		"rename-symbol": {`{:op :rename-symbol :module-path "m.gc" :from a :to z}`, "", ""},
		"rewrite-exports": {
			`{:op :rewrite-exports :module-path "m.gc" :add [b] :remove [a]}`,
			"(def ::meta (quote {:exports [a c] :imports []}))",
			"(def ::meta\n  (quote\n    {\n      :exports [b c]\n      :imports []}))",
		},
	} {
		out, done, err := apply(files{"m.gc": module}, decode(t, test.ops))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		want := strings.Replace(module, test.from, test.to, 1)
		if test.from == "" {
			want = strings.Replace(strings.Replace(module, "(def a  1)", "(def z 1)", 1), "(def c (f a b))", "(def c ((f z) b))", 1)
		}
		if out["m.gc"] != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, out["m.gc"], want)
		}
		if len(done.Edits) != 1 || done.Edits[0].Before == done.Edits[0].After || done.Edits[0].Count == 0 {
			t.Errorf("%s: edits %+v", name, done.Edits)
		}
	}
}

func TestModulesAsAWhole(t *testing.T) {
	out, _, err := apply(files{"m.gc": module, "old.gc": "(def q 1)\n"}, decode(t, `
		{:op :split-module :module-path "m.gc" :to-module-path "n.gc" :symbols [b]}
		{:op :add-module :module-path "new.gc" :content [(def z (f 1 2))]}
		{:op :add-module :module-path "text.gc" :content "(def z  1) ; as it is"}
		{:op :move-module :from-module-path "old.gc" :to-module-path "moved.gc"}
		{:op :remove-module :module-path "text.gc"}`))
	if err != nil {
		t.Fatal(err)
	}
	want := files{
		"m.gc":     strings.Replace(module, "; before b\n(def b (quote [x   y]))\n", "", 1),
		"n.gc":     "; before b\n(def b (quote [x y]))\n",
		"new.gc":   "(def z ((f 1) 2))\n",
		"moved.gc": "(def q 1)\n",
	}
	if len(out) != len(want) {
		t.Errorf("got %q", out)
	}
	for path, content := range want {
		if out[path] != content {
			t.Errorf("%s: got\n%q\nwant\n%q", path, out[path], content)
		}
	}
}

func TestReplaceByNodeID(t *testing.T) {
	m, err := (coreform.Language{}).Load([]byte("(def x 1)"))
	if err != nil {
		t.Fatal(err)
	}
	var id, hash string
	coreform.Walk("mod.gc", m.Forms, func(n *coreform.Node) bool {
		if n.Term.Tag() == coreform.Int {
			h, err := n.Term.Hash()
			if err != nil {
				t.Fatal(err)
			}
			id, hash = n.ID.String(), h.String()
		}
		return true
	})
	op := func(old string) string {
		return `{:op :replace-node-id :module-path "mod.gc" :node-id "` + id + `" :new [1 2] :old-h "` + old + `"}`
	}
	out, _, err := apply(files{"mod.gc": "(def x 1)"}, decode(t, op(hash)))
	if err != nil || out["mod.gc"] != "(def x [1 2])" {
		t.Errorf("%q, %v", out, err)
	}
	_, _, err = apply(files{"mod.gc": "(def x 3)"}, decode(t, op(hash)))
	if e, ok := errors.AsType[*patch.ApplyError](err); !ok || e.Ordinal != 0 || e.Expected != hash || e.Actual == "" {
		t.Errorf("another term: %v", err)
	}
	_, _, err = apply(files{"mod.gc": "1"}, decode(t, op(hash)))
	if err == nil || !strings.Contains(err.Error(), "replace-node-id unknown :node-id "+id+" in module mod.gc") {
		t.Errorf("no such node: %v", err)
	}
}

func TestReplaceAUnit(t *testing.T) {
	const from = "package p\n\n// A is one.\nfunc A() int { return 1 }\n\nvar B = 1\n"
	doc, err := languages.Parse("a.go", []byte(from))
	if err != nil {
		t.Fatal(err)
	}
	hash := doc.Find("func A")[0].Unit.Hash.String()
	op := `{:op :replace-node :module-path "a.go" :unit "func A" :text "func A() int { return 2 }" :old-h "` + hash + `"}`
	out, _, err := apply(files{"a.go": from}, decode(t, op))
	if want := strings.Replace(from, "return 1", "return 2", 1); err != nil || out["a.go"] != want {
		t.Errorf("%q, %v", out["a.go"], err)
	}
	for name, ops := range map[string]string{
		"another hash":     op + op,
		"no such unit":     `{:op :replace-node :module-path "a.go" :unit "func C" :text "x"}`,
		"does not parse":   `{:op :replace-node :module-path "a.go" :unit "func A" :text "func {"}`,
		"symbols of Go":    `{:op :rename-symbol :module-path "a.go" :from A :to C}`,
		"manifests":        `{:op :update-manifest :caps-policy "p"}`,
		"no such file":     `{:op :remove-module :module-path "b.go"}`,
		"taken":            `{:op :add-module :module-path "a.go" :content []}`,
		"edited elsewhere": `{:op :edit-text :path "a.go" :old "` + strings.Repeat("0", 64) + `" :hunks []}`,
	} {
		_, _, err := apply(files{"a.go": from}, decode(t, ops))
		if e, ok := errors.AsType[*patch.ApplyError](err); !ok || e.Op == "" || e.Reason == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Layout, the order of keys and sets, and the spelling change no identity.
func TestOneIdentity(t *testing.T) {
	p := decode(t, `
		{:op :rewrite-imports :module-path "m.gc" :add [b a a]}
		{:op :rename-symbol :module-path m.gc :from "x" :to y :quoted false}
		{:op :replace-node :module-path "m.gc" :path [[:form 0]] :new (f "a" b"\xff")}
		{:op :write-file :path b"\xff" :mode exec :content b"\x00\xff"}
		{:op :edit-text :path "t" :hunks [{:line 1 :new "x" :old b"\xfe"}]}
		{:op :split-module :module-path "m.gc" :to-module-path "n.gc" :symbols [b a]}
		{:op :update-manifest :set {:a 1} :tests-add [t]}`)
	q := decode(t, `
		{:add [a b] :module-path m.gc :op ":rewrite-imports"} ; a comment
		{:op :rename-symbol :quoted false :module-path "m.gc" :from x :to "y"}
		{:op :replace-node :new (f  "a" b"\xff") :path [[":form" 0]] :module-path "m.gc"}
		{:op :write-file :path b"\xff" :mode "exec" :content b"\x00\xff"}
		{:op :edit-text :path "t" :hunks [{:line 1 :old b"\xfe" :new "x" :before ""}]}
		{:op :split-module :module-path "m.gc" :to-module-path "n.gc" :symbols ["a" "b"]}
		{:op :update-manifest :set {:a 1} :tests-add ["t"]}`)
	same(t, p, q)
	text, err := p.JSON()
	if err != nil {
		t.Fatal(err)
	}
	r, err := patch.Decode(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	same(t, p, r)
	if text, err = p.Encode(); err != nil {
		t.Fatal(err)
	}
	if r, err = patch.Decode(text); err != nil {
		t.Fatal(err)
	}
	same(t, p, r)
	normal, err := p.Normal()
	if err != nil {
		t.Fatal(err)
	}
	if r, err = patch.FromTerm(normal); err != nil {
		t.Fatal(err)
	}
	same(t, p, r)
}

func same(t *testing.T, p, q *patch.Patch) {
	t.Helper()
	a, err := p.Normal()
	if err != nil {
		t.Fatal(err)
	}
	b, err := q.Normal()
	if err != nil {
		t.Fatal(err)
	}
	if !coreform.Equal(a, b) {
		t.Errorf("%s\nis not\n%s", a, b)
	}
}

func TestWhatIsNoPatch(t *testing.T) {
	head := `{:version 1 :intent "" :provenance {} :ops [`
	for name, text := range map[string]string{
		"not a map":          `[]`,
		"no ops":             `{:version 1 :intent "" :provenance {}}`,
		"another version":    `{:version 2 :intent "" :provenance {} :ops []}`,
		"an unknown key":     `{:version 1 :intent "" :provenance {} :ops [] :more 1}`,
		"an unknown op":      head + `{:op :explode}]}`,
		"a key of another":   head + `{:op :remove-file :path "a" :mode "file"}]}`,
		"no path":            head + `{:op :remove-file}]}`,
		"a path out":         head + `{:op :remove-file :path "../a"}]}`,
		"an absolute path":   head + `{:op :remove-file :path "/a"}]}`,
		"a mode":             head + `{:op :write-file :path "a" :mode "loud" :content ""}]}`,
		"no content":         head + `{:op :write-file :path "a" :mode "file"}]}`,
		"another content":    head + `{:op :write-file :path "a" :mode "file" :content "" :new "` + strings.Repeat("0", 64) + `"}]}`,
		"a hash":             head + `{:op :remove-file :path "a" :old "12"}]}`,
		"both nodes":         head + `{:op :replace-node :module-path "a" :path [[:form 0]] :new 1 :unit "u" :text ""}]}`,
		"a module":           head + `{:op :add-module :module-path "a" :content "("}]}`,
		"a hunk":             head + `{:op :edit-text :path "a" :hunks [{:line 0}]}]}`,
		"a key of a hunk":    head + `{:op :edit-text :path "a" :hunks [{:line 1 :more ""}]}]}`,
		"JSON":               `{"version": 1`,
		"JSON, more":         `{"version":1,"intent":"","provenance":"{}","ops":[]} {}`,
		"JSON, a key":        `{"version":1,"intent":"","provenance":"{}","ops":[],"x":1}`,
		"JSON, key of an op": `{"version":1,"intent":"","provenance":"{}","ops":[{"op":"remove-file","path":"a","x":1}]}`,
		"JSON, an encoding":  `{"version":1,"intent":"","provenance":"{}","ops":[{"op":"remove-file","path":"a","path-encoding":"rot13"}]}`,
	} {
		if p, err := patch.Decode([]byte(text)); err == nil {
			t.Errorf("%s: %v", name, p)
		}
	}
}

// What EditText gives for two texts makes the second of the first, in both
// spellings.
func TestEditsAreExact(t *testing.T) {
	line := rapid.SampledFrom([]string{"a\n", "b\n", "\n", "a\r\n", "\r", "\xff\n", "\ufeffa\n", "last", "{\n", "}\n", "\u2028\n"})
	text := rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(line, 0, 30).Draw(t, "lines"), "") })
	edited := 0
	rapid.Check(t, func(t *rapid.T) {
		from, to := text.Draw(t, "from"), text.Draw(t, "to")
		if rapid.Bool().Draw(t, "near") {
			at := rapid.IntRange(0, len(from)).Draw(t, "at")
			to = from[:at] + line.Draw(t, "new") + from[at:]
		}
		op, ok, err := patch.EditText("f", []byte(from), []byte(to))
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return
		}
		edited++
		provenance, _ := coreform.MapOf()
		p := &patch.Patch{Provenance: provenance, Ops: []patch.Op{op}}
		spelled, err := p.JSON()
		if err != nil {
			t.Fatal(err)
		}
		again, err := patch.Decode(spelled)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []*patch.Patch{p, again} {
			out, _, err := apply(files{"f": from}, p)
			if err != nil || out["f"] != to {
				t.Fatalf("%q becomes %q, want %q: %v", from, out["f"], to, err)
			}
		}
	})
	if edited == 0 {
		t.Error("no text was edited")
	}
}

// Without the hash of the whole content a hunk finds its only place.
func TestHunksFindTheirPlace(t *testing.T) {
	p := decode(t, `{:op :edit-text :path "f" :hunks [{:line 1 :before "a\n" :old "b\n" :new "x\n"}]}`)
	out, _, err := apply(files{"f": "first\na\nb\nc\n"}, p)
	if err != nil || out["f"] != "first\na\nx\nc\n" {
		t.Errorf("%q, %v", out["f"], err)
	}
	if _, _, err := apply(files{"f": "first\na\nb\na\nb\n"}, p); err == nil {
		t.Error("a hunk with two places applies")
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{:version 1 :intent "" :provenance {} :ops [{:op :edit-text :path "f" :hunks [{:line 1 :old "a"}]}]}`))
	f.Add([]byte(`{"version":1,"intent":"","provenance":"{}","ops":[{"op":"write-file","path":"a","mode":"file","content":"AA==","content-encoding":"base64"}]}`))
	f.Fuzz(func(t *testing.T, content []byte) {
		p, err := patch.Decode(content)
		if err != nil {
			return
		}
		for _, encode := range []func() ([]byte, error){p.Encode, p.JSON} {
			text, err := encode()
			if err != nil {
				t.Fatal(err)
			}
			again, err := patch.Decode(text)
			if err != nil {
				t.Fatalf("%v of\n%s", err, text)
			}
			same(t, p, again)
		}
		_, _, _ = apply(files{"f": "a\nb\n", "m.gc": module}, p)
	})
}
