package history

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/refs"
)

// set points a ref at an object.
func (g *graph) set(name refs.Name, id objects.ID) {
	g.Helper()
	tx := g.db.Begin("refs set")
	tx.Set(name, id, refs.Expect{})
	if _, err := tx.Commit(g.Context(), nil); err != nil {
		g.Fatalf("set %s: %v", name, err)
	}
}

func (g *graph) head(head refs.Head) {
	g.Helper()
	tx := g.db.Begin("vcs switch")
	tx.SetHead(head)
	if _, err := tx.Commit(g.Context(), nil); err != nil {
		g.Fatalf("head: %v", err)
	}
}

func (g *graph) tag(target objects.ID, kind objects.Kind) objects.ID {
	g.Helper()
	return g.encode(&objects.Tag{Target: target, TargetKind: kind, Name: objects.Bytes("tag"), Message: objects.Bytes("m\n")})
}

// TestResolve:
//
//	a - b - d    main, HEAD
//	  \    /
//	   -- c      origin/side
func TestResolve(t *testing.T) {
	g := newGraph(t)
	a, b := g.commit("a", 1), g.commit("b", 2, "a")
	c, d := g.commit("c", 3, "a"), g.commit("d", 4, "b", "c")
	blob := g.put(objects.KindBlob, []byte("blob"))
	tag := g.tag(d, objects.KindCommit)
	g.set("refs/heads/main", d)
	g.set("refs/heads/both", a)
	g.set("refs/tags/both", b)
	g.set("refs/tags/v1", tag)
	g.set("refs/tags/data", blob)
	g.set("refs/remotes/origin/side", c)
	g.set("refs/heads/1234567", a) // too short for an id
	g.head(refs.Head{Branch: "refs/heads/main"})
	for text, want := range map[string]Rev{
		d.String():                  {ID: d},
		d.String()[:8]:              {ID: d},
		blob.String()[:20]:          {ID: blob},
		"refs/heads/main":           {ID: d, Ref: "refs/heads/main"},
		"main":                      {ID: d, Ref: "refs/heads/main"},
		"both":                      {ID: a, Ref: "refs/heads/both"},
		"refs/tags/both":            {ID: b, Ref: "refs/tags/both"},
		"v1":                        {ID: tag, Ref: "refs/tags/v1"},
		"data":                      {ID: blob, Ref: "refs/tags/data"},
		"origin/side":               {ID: c, Ref: "refs/remotes/origin/side"},
		"1234567":                   {ID: a, Ref: "refs/heads/1234567"},
		"HEAD":                      {ID: d, Ref: "refs/heads/main"},
		"@":                         {ID: d, Ref: "refs/heads/main"},
		"HEAD~":                     {ID: b},
		"@~1":                       {ID: b},
		"main~2":                    {ID: a},
		"main^":                     {ID: b},
		"main^1":                    {ID: b},
		"main^2":                    {ID: c},
		"main^2~1":                  {ID: a},
		"main^^":                    {ID: a},
		"main~~":                    {ID: a},
		"main~0":                    {ID: d},
		"main^0":                    {ID: d},
		"v1^0":                      {ID: d}, // the tag is followed
		"v1~1^1":                    {ID: a},
		d.String()[:10] + "^2":      {ID: c},
		"refs/remotes/origin/side~": {ID: a},
	} {
		got, err := Resolve(t.Context(), g.db, text)
		if err != nil || got != want {
			t.Errorf("%q: %v, %v; want %v", text, got, err, want)
		}
	}
}

func TestResolveNothing(t *testing.T) {
	g := newGraph(t)
	a := g.commit("a", 1)
	g.set("refs/heads/main", a)
	absent := objects.Sum(objects.KindCommit, nil).String()
	for _, text := range []string{
		"none", "refs/heads/none", "refs/tags/main", "heads/main", "origin/main", "a b", "-main", "main.lock", "\xff",
		absent, absent[:8], absent[:7], a.String() + "0", a.String()[:7],
		"main~1", "main^1", "main^2", "main~1000000000", "none~1",
		"HEAD", "@", "HEAD~1", // unset
	} {
		_, err := Resolve(t.Context(), g.db, text)
		var unknown *UnknownRevError
		if !errors.As(err, &unknown) || !strings.HasPrefix(text, unknown.Rev) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{strings.ToUpper(a.String()), strings.ToUpper(a.String()[:20]), strings.ToUpper(a.String()) + "~1"} {
		_, err := Resolve(t.Context(), g.db, text)
		if got := wantError[*objects.BadIDError](t, err); !strings.HasPrefix(text, got.Text) {
			t.Errorf("%q: %+v", text, got)
		}
	}
	g.head(refs.Head{Detached: a})
	if rev, err := Resolve(t.Context(), g.db, "HEAD"); err != nil || rev != (Rev{ID: a}) {
		t.Errorf("a detached head: %v, %v", rev, err)
	}
}

// A branch before its first commit is not a mistake in its name, whatever else the
// name could be.
func TestResolveUnborn(t *testing.T) {
	g := newGraph(t)
	for _, short := range []string{"new", "a/b", "deadbeef01", "DEADBEEF01", strings.Repeat("ab", 32)} {
		branch := refs.Name(refs.Heads + short)
		g.head(refs.Head{Branch: branch})
		for _, text := range []string{"HEAD", "@", "HEAD~1", short, string(branch), short + "^2"} {
			rev, err := Resolve(t.Context(), g.db, text)
			if got := wantError[*UnbornError](t, err); got.Branch != branch || rev != (Rev{}) {
				t.Errorf("%q: %+v, %v", text, got, rev)
			}
		}
		_, err := Resolve(t.Context(), g.db, "main")
		wantError[*UnknownRevError](t, err)
	}
	bare := refs.New(g.store, nil, refs.Origin{})
	_, err := Resolve(t.Context(), bare, "HEAD")
	wantError[*refs.NoWorkspaceError](t, err)
}

func TestRevSyntax(t *testing.T) {
	g := newGraph(t)
	g.set("refs/heads/main", g.commit("a", 1))
	for _, text := range []string{
		"", "~", "^", "^main", "~1", "main@{1}", "@{1}", "@{upstream}", "a..b", "a...b", "main:path", ":path",
		"main^{commit}", "main^x", "main~1x", "main~99999999999999999999", "main^2000000000", "main~-1",
	} {
		_, err := Resolve(t.Context(), g.db, text)
		if got := wantError[*RevSyntaxError](t, err); got.Rev != text || got.Reason == "" {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

// crowdedStore lists as many objects as allowed for one prefix, whatever they
// are called: ids that share eight digits cannot be made by trying.
type crowdedStore struct {
	objects.Store
	prefix string
}

func (s crowdedStore) List(ctx context.Context, q objects.ListQuery) (objects.ListPage, error) {
	if q.Prefix == s.prefix {
		q.Prefix = ""
	}
	return s.Store.List(ctx, q)
}

func TestResolveAmbiguous(t *testing.T) {
	g := newGraph(t)
	a := g.commit("a", 1)
	short := a.String()[:9]
	g.set(refs.Name(refs.Heads+short), a)
	want := []string{a.String(), refs.Heads + short}
	slices.Sort(want)
	_, err := Resolve(t.Context(), g.db, short)
	if diff := cmp.Diff(&AmbiguousError{Rev: short, Candidates: want}, wantError[*AmbiguousError](t, err)); diff != "" {
		t.Error(diff)
	}
	if rev, err := Resolve(t.Context(), g.db, refs.Heads+short); err != nil || rev.ID != a {
		t.Errorf("the full name: %v, %v", rev, err)
	}

	for i := range 12 {
		g.put(objects.KindBlob, []byte{byte(i)})
	}
	crowded := refs.New(crowdedStore{g.store, "deadbeef"}, nil, refs.Origin{})
	_, err = Resolve(t.Context(), crowded, "deadbeef")
	got := wantError[*AmbiguousError](t, err)
	if len(got.Candidates) != maxCandidates || !slices.IsSorted(got.Candidates) {
		t.Errorf("candidates %v", got.Candidates)
	}
	// An ambiguous id is no id: a ref of that name is meant.
	g.set("refs/heads/deadbeef", a)
	if rev, err := Resolve(t.Context(), crowded, "deadbeef"); err != nil || rev.Ref != "refs/heads/deadbeef" {
		t.Errorf("%v, %v", rev, err)
	}
}

func TestResolveCommitAndTree(t *testing.T) {
	g := newGraph(t)
	snap := g.snapshotOf(map[string]string{"a": "1"})
	object, err := g.store.Get(t.Context(), snap)
	if err != nil {
		t.Fatal(err)
	}
	decoded, err := objects.DecodeAs[*objects.Snapshot](object.Data)
	if err != nil {
		t.Fatal(err)
	}
	commit := g.commitOf("a", 1, snap)
	inner := g.tag(commit, objects.KindCommit)
	g.set("refs/tags/outer", g.tag(inner, objects.KindTag))
	g.set("refs/tags/snapshot", snap)
	blob := g.put(objects.KindBlob, []byte("blob"))
	g.set("refs/tags/blob", blob)
	g.set("refs/tags/tagged", g.tag(blob, objects.KindBlob))

	rev, c, err := ResolveCommit(t.Context(), g.db, "outer")
	if err != nil || c.ID != commit || rev.Ref != "refs/tags/outer" || string(c.Message) != "a\n" {
		t.Errorf("%v, %v, %v", rev, c.ID, err)
	}
	for _, text := range []string{"outer", "snapshot", commit.String(), decoded.Root.String()[:12]} {
		if root, err := ResolveTree(t.Context(), g.db, text); err != nil || root != decoded.Root {
			t.Errorf("%s: %s, %v", text, root, err)
		}
	}
	for _, text := range []string{"blob", "tagged"} {
		_, _, err = ResolveCommit(t.Context(), g.db, text)
		_, treeErr := ResolveTree(t.Context(), g.db, text)
		_, stepErr := Resolve(t.Context(), g.db, text+"~1")
		for _, err := range []error{err, treeErr, stepErr} {
			if got := wantError[*NotCommitError](t, err); got.ID != blob || got.Kind != objects.KindBlob {
				t.Errorf("%+v", got)
			}
		}
	}
	_, _, err = ResolveCommit(t.Context(), g.db, "snapshot")
	wantError[*NotCommitError](t, err)
	_, _, err = ResolveCommit(t.Context(), g.db, "none")
	wantError[*UnknownRevError](t, err)
	_, err = ResolveTree(t.Context(), g.db, "none")
	wantError[*UnknownRevError](t, err)
}

func TestResolveID(t *testing.T) {
	g := newGraph(t)
	blob := g.put(objects.KindBlob, []byte("blob"))
	for _, text := range []string{blob.String(), blob.String()[:8], blob.String()[:63]} {
		if id, err := ResolveID(t.Context(), g.store, text); err != nil || id != blob {
			t.Errorf("%s: %s, %v", text, id, err)
		}
	}
	for _, text := range []string{"", "main", blob.String()[:7], strings.ToUpper(blob.String()), blob.String() + "0"} {
		_, err := ResolveID(t.Context(), g.store, text)
		if got := wantError[*objects.BadIDError](t, err); got.Text != text {
			t.Errorf("%q: %+v", text, got)
		}
	}
	absent := objects.Sum(objects.KindBlob, []byte("absent"))
	_, err := ResolveID(t.Context(), g.store, absent.String())
	if got := wantError[*objects.NotFoundError](t, err); got.ID != absent {
		t.Errorf("%+v", got)
	}
	_, err = ResolveID(t.Context(), g.store, absent.String()[:8])
	wantError[*UnknownRevError](t, err)
	_, err = ResolveID(t.Context(), crowdedStore{g.store, "deadbeef"}, "deadbeef")
	if err != nil {
		t.Errorf("one object is not ambiguous: %v", err)
	}
	g.put(objects.KindBlob, []byte("second"))
	_, err = ResolveID(t.Context(), crowdedStore{g.store, "deadbeef"}, "deadbeef")
	wantError[*AmbiguousError](t, err)
}

func FuzzParseRev(f *testing.F) {
	for _, text := range []string{"main", "HEAD~2^2", "@{1}", "a..b", "^a", "a~9999999999999"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		base, steps, err := parseRev(text)
		if err != nil {
			return
		}
		if base == "" || !strings.HasPrefix(text, base) || strings.ContainsAny(base, "~^:") {
			t.Fatalf("%q has the base %q", text, base)
		}
		for _, s := range steps {
			if s.back < 0 || s.parent < 0 || s.back > maxStep || s.parent > maxStep {
				t.Fatalf("%q has the step %+v", text, s)
			}
		}
	})
}
