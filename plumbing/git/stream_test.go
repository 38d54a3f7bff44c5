package git

import (
	"errors"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/objects/memstore"
	"github.com/genesis-vcs/genesis/plumbing/git/fastio"
	"github.com/genesis-vcs/genesis/plumbing/git/oidmap"
	"github.com/genesis-vcs/genesis/refs"
)

// takeStream imports a stream and moves the refs.
func takeStream(tb testing.TB, db *refs.DB, stream string, opts ImportOptions) (*Imported, error) {
	tb.Helper()
	done, err := ImportStream(tb.Context(), db, strings.NewReader(stream), opts)
	if err != nil || opts.DryRun {
		return done, err
	}
	tx := db.Begin("git import")
	done.Apply(tx)
	_, err = tx.Commit(tb.Context(), nil)
	return done, err
}

// plainHistory makes a repository that a stream can carry: merges, renames, modes,
// links, tags, odd names, another encoding, several roots.
func plainHistory(tb testing.TB) *repository {
	r := newRepository(tb)
	r.git(`blob
mark :1
data 5
one

blob
mark :2
data 0

commit refs/heads/main
mark :3
author A <a@b> 1700000000 +0200
committer C <c@d> 1700000001 -0330
data 6
first

M 100644 :1 dir/a
M 100755 :1 dir/sub/x
M 120000 :1 link
M 160000 1111111111111111111111111111111111111111 module
M 100644 inline "na\303\257ve\n"
data 3
abc

commit refs/heads/main
mark :4
committer C <c@d> 1700000002 -0330
encoding ISO-8859-1
data 2
`+"\xe9"+`
from :3
R dir/a dir/b
C dir/sub copied
D link
M 100644 :2 dir/sub

commit refs/heads/side
mark :5
committer C <c@d> 1700000003 +0000
data 0
M 100644 :1 other

commit refs/heads/main
mark :6
committer C <c@d> 1700000004 +0000
data 5
merge
from :4
merge :5
merge :3

tag v1
from :6
tagger T <t@u> 1700000005 +0000
data 4
rel

reset refs/tags/light
from :4

`, "fast-import", "--quiet")
	return r
}

// TestStreamThereAndBack reads what git writes; the ids are the same.
func TestStreamThereAndBack(t *testing.T) {
	r, to := plainHistory(t), newRepository(t)
	for _, how := range [][]string{{}, {"-M", "-C"}, {"--full-tree"}, {"--show-original-ids", "--mark-tags"}, {"--use-done-feature"}} {
		db := newDB()
		stream := r.git("", append([]string{"fast-export", "--all", "--reencode=no", "--signed-tags=verbatim"}, how...)...) + "\n"
		done, err := takeStream(t, db, stream, ImportOptions{})
		if err != nil {
			t.Fatalf("%v: %v", how, err)
		}
		if done.Commits != 4 || done.Tags != 1 || len(done.Refs) != 4 {
			t.Errorf("%v: %+v", how, done)
		}
		if n := checkTrees(t, db, r); n != 4 {
			t.Errorf("%v: %d commits in the map", how, n)
		}
		give(t, db, to, ExportOptions{Force: true})
		if r.refs() != to.refs() {
			t.Errorf("%v: refs before:\n%s\nafter:\n%s", how, r.refs(), to.refs())
		}
	}
}

// TestStreamGoesOn continues a history that is here, by id and by name.
func TestStreamGoesOn(t *testing.T) {
	r, db := plainHistory(t), newDB()
	take(t, db, r, ImportOptions{})
	head := r.git("", "rev-parse", "main")
	for i, from := range []string{head, "refs/heads/main^0"} {
		done, err := takeStream(t, db, "commit refs/heads/main\ncommitter C <c@d> 1 +0000\ndata 1\nx\nfrom "+from+"\nD dir\n", ImportOptions{})
		if err != nil || done.Commits != 1 || done.Refs[0].Status != RefUpdated {
			t.Errorf("%d: %+v, %v", i, done, err)
		}
	}
	dry, err := takeStream(t, db, "commit refs/heads/new\ncommitter C <c@d> 1 +0000\ndata 1\nx\nM 644 inline f\ndata 1\ny\n", ImportOptions{DryRun: true})
	if err != nil || dry.Commits != 1 || dry.Objects != 0 || dry.Refs[0].Status != RefCreated {
		t.Errorf("%+v, %v", dry, err)
	}
	if _, ok, err := db.Get(t.Context(), "refs/heads/new"); ok || err != nil {
		t.Errorf("a dry run made a ref: %v, %v", ok, err)
	}
}

// TestHostileStreams imports what breaks a rule that needs more than the stream:
// nothing of it can be seen after.
func TestHostileStreams(t *testing.T) {
	const someone = "committer C <c@d> 2 +0000\n"
	for name, test := range map[string]struct{ stream, reason string }{
		"unknown mark":    {"commit refs/heads/a\n" + someone + "data 0\nM 100644 :7 a\n", "not given"},
		"commit as blob":  {"commit refs/heads/a\nmark :1\n" + someone + "data 0\n\ncommit refs/heads/a\n" + someone + "data 0\nM 100644 :1 a\n", "not a blob"},
		"blob as parent":  {"blob\nmark :1\ndata 0\n\ncommit refs/heads/a\n" + someone + "data 0\nfrom :1\n", "not a commit"},
		"unknown id":      {"reset refs/heads/a\nfrom " + strings.Repeat("1", 40) + "\n", "not known"},
		"unknown ref":     {"reset refs/heads/a\nfrom refs/heads/b\n", "neither"},
		"rename nothing":  {"commit refs/heads/a\n" + someone + "data 0\nR a b\n", "copy or rename"},
		"tree by id":      {"commit refs/heads/a\n" + someone + "data 0\nM 40000 " + strings.Repeat("1", 40) + " d\n", "by its files"},
		"note":            {"commit refs/notes/n\n" + someone + "data 0\nN inline :1\ndata 0\n", "notes"},
		"cut off at last": {"commit refs/heads/a\n" + someone + "data 0\n\nblob\ndata 5\nab", "before the data does"},
		"alias":           {"alias\nmark :1\nto :2\n", "not given"},
		"huge parents":    {"commit refs/heads/a\nmark :1\n" + someone + "data 0\n\ncommit refs/heads/a\n" + someone + "data 0\n" + strings.Repeat("merge :1\n", 5000), "parents"},
	} {
		db := newDB()
		_, err := takeStream(t, db, test.stream, ImportOptions{})
		var bad *fastio.StreamError
		if !errors.As(err, &bad) || !strings.Contains(bad.Reason, test.reason) || bad.Line == 0 {
			t.Errorf("%s: %v", name, err)
		}
		if list, err := db.List(t.Context(), ""); err != nil || len(list) > 0 {
			t.Errorf("%s: %v, %v", name, list, err)
		}
	}
	var names *RefNamesError
	if _, err := takeStream(t, newDB(), "commit main\n"+someone+"data 0\n", ImportOptions{}); !errors.As(err, &names) {
		t.Errorf("a branch without its full name: %v", err)
	}
}

// TestStreamKeepsLargeFiles cuts a large file into chunks, whole or inline.
func TestStreamKeepsLargeFiles(t *testing.T) {
	r, db := newRepository(t), newDB()
	large := strings.Repeat("0123456789abcdef\n", 60_000)
	stream := "blob\nmark :1\ndata 1020000\n" + large + "\ncommit refs/heads/a\ncommitter C <c@d> 2 +0000\ndata 0\nM 644 :1 a\nM 644 inline b\ndata 1020001\n" + large + "x\n"
	if _, err := takeStream(t, db, stream, ImportOptions{}); err != nil {
		t.Fatal(err)
	}
	r.git(stream, "fast-import", "--quiet")
	if n := checkTrees(t, db, r); n != 1 {
		t.Errorf("%d commits in the map", n)
	}
}

func FuzzImportStream(f *testing.F) {
	f.Add([]byte("blob\nmark :1\ndata 1\nx\ncommit refs/heads/a\nmark :2\ncommitter C <c@d> 2 +0000\ndata 1\nm\nM 644 :1 a/b\nR a c\nC c d\nD c/b\n\ntag t\nfrom :2\ndata 0\nreset refs/heads/b\nfrom :2\n"))
	f.Fuzz(func(t *testing.T, stream []byte) {
		db := refs.New(memstore.New(), nil, refs.Origin{})
		done, err := takeStream(t, db, string(stream), ImportOptions{})
		if err != nil {
			return
		}
		// What was taken can be looked up.
		ids, err := oidmap.Open(t.Context(), db)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range done.Refs {
			if id, ok, err := ids.ID(r.OID); err != nil || ok && id != r.ID {
				t.Errorf("%s: %v, %v", r.Name, id, err)
			}
		}
	})
}
