package git

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
	"github.com/genesis-vcs/genesis/plumbing/git/gitproc"
	"github.com/genesis-vcs/genesis/plumbing/git/oidmap"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/refs"
)

// repository is one of Git's in a directory of the test.
type repository struct {
	tb  testing.TB
	dir string
}

func environ() []string {
	return append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/nonexistent",
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=C", "GIT_COMMITTER_EMAIL=c@d",
		"GIT_AUTHOR_DATE=1700000000 +0200", "GIT_COMMITTER_DATE=1700000001 -0330")
}

func newRepository(tb testing.TB) *repository {
	tb.Helper()
	r := &repository{tb, filepath.Join(tb.TempDir(), "repo.git")}
	if err := os.Mkdir(r.dir, 0o755); err != nil {
		tb.Fatal(err)
	}
	r.git("", "init", "--quiet", "--bare", "--initial-branch=main")
	return r
}

// git runs git with an input and returns what it prints, without the last newline.
func (r *repository) git(in string, args ...string) string {
	r.tb.Helper()
	cmd := exec.CommandContext(context.Background(), "git", args...)
	cmd.Dir, cmd.Env, cmd.Stdin = r.dir, environ(), strings.NewReader(in)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		r.tb.Fatalf("git %q: %v\n%s", args, err, stderr.String())
	}
	return strings.TrimSuffix(string(out), "\n")
}

// object writes an object whatever it holds.
func (r *repository) object(t gitobj.Type, body string) gitobj.OID {
	r.tb.Helper()
	oid, err := gitobj.ParseOID(r.git(body, "hash-object", "-w", "--literally", "--stdin", "-t", t.String()))
	if err != nil {
		r.tb.Fatal(err)
	}
	return oid
}

// tree writes a tree of "mode name oid" and returns it.
func (r *repository) tree(entries ...string) gitobj.OID {
	r.tb.Helper()
	var b []byte
	for _, e := range entries {
		parts := strings.SplitN(e, " ", 3)
		oid, err := gitobj.ParseOID(parts[1])
		if err != nil {
			r.tb.Fatal(err)
		}
		b = append(append(b, parts[0]+" "+parts[2]+"\x00"...), oid[:]...)
	}
	return r.object(gitobj.Tree, string(b))
}

// commit writes a commit with further headers and a message.
func (r *repository) commit(tree gitobj.OID, rest string, parents ...gitobj.OID) gitobj.OID {
	r.tb.Helper()
	body := "tree " + tree.String() + "\n"
	for _, p := range parents {
		body += "parent " + p.String() + "\n"
	}
	return r.object(gitobj.Commit, body+rest)
}

const people = "author A\xe9 <a@b> 1700000000 +0200\ncommitter C <c@d> 1700000001 -0330\n"

// rich fills the repository with everything that a history may have.
func (r *repository) rich() {
	r.tb.Helper()
	text := r.object(gitobj.Blob, "text\n")
	empty := r.object(gitobj.Blob, "")
	large := r.object(gitobj.Blob, strings.Repeat("0123456789abcdef", 40_000))
	lfs := r.object(gitobj.Blob, "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n")
	link := r.object(gitobj.Blob, "../elsewhere")
	sub := r.tree("100644 " + text.String() + " a\xff\n b")
	one := r.tree(
		"100644 "+text.String()+" a", "100755 "+text.String()+" a.b", "40000 "+sub.String()+" a0",
		"100644 "+large.String()+" large", "100664 "+lfs.String()+" lfs.bin", "120000 "+link.String()+" link",
		"160000 1111111111111111111111111111111111111111 module", "120000 "+text.String()+" other")
	two := r.tree("100644 "+empty.String()+" a", "40000 "+one.String()+" deep", "120000 "+text.String()+" l")
	root := r.commit(one, people+"\nfirst\n")
	signed := r.commit(two, people+"encoding ISO-8859-1\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n abc\n -----END PGP SIGNATURE-----\n\nsign\xe9d", root)
	same := r.commit(two, people+"\nnothing changed\n", signed)
	other := r.commit(sub, "author  <> 0 +0000\ncommitter X <> -1 +051800\n\n")
	octopus := r.commit(one, people+"mergetag object "+root.String()+"\n type commit\n\nthree\n", same, other, root)
	odd := r.commit(two, "author nobody\ncommitter C <c@d>\n\nodd", octopus)
	nothing := r.commit(r.tree(), people+"\nempty tree\n", odd)
	tag := r.object(gitobj.Tag, "object "+octopus.String()+"\ntype commit\ntag v1\ntagger T <t@u> 5 +0000\n\nrelease\n-----BEGIN PGP SIGNATURE-----\nx\n")
	tagged := r.object(gitobj.Tag, "object "+tag.String()+"\ntype tag\ntag v1-again\n\nagain")
	ofTree := r.object(gitobj.Tag, "object "+two.String()+"\ntype tree\ntag tree\ntagger T <t@u> 5 +0000\n\nm")
	for name, oid := range map[string]gitobj.OID{
		"refs/heads/main": nothing, "refs/heads/topic/x": same, "refs/heads/ünï": other,
		"refs/tags/v1": tag, "refs/tags/v1-again": tagged, "refs/tags/light": root, "refs/tags/tree": ofTree,
		"refs/remotes/origin/main": octopus, "refs/notes/commits": other, "refs/keep/blob": text, "refs/keep/tree": one,
	} {
		r.git("", "update-ref", name, oid.String())
	}
	r.git("", "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
}

func (r *repository) open() *gitproc.Repo {
	r.tb.Helper()
	repo, err := gitproc.Open(r.tb.Context(), r.dir, environ())
	if err != nil {
		r.tb.Fatal(err)
	}
	return repo
}

// refs are the lines of for-each-ref without symbolic refs.
func (r *repository) refs() string {
	r.tb.Helper()
	return r.git("", "for-each-ref", "--format=%(if)%(symref)%(then)%(else)%(objectname) %(refname)%(end)", "--sort=refname")
}

func newDB() *refs.DB { return refs.New(memstore.New(), nil, refs.Origin{}) }

// take imports and moves the refs.
func take(tb testing.TB, db *refs.DB, r *repository, opts ImportOptions) *Imported {
	tb.Helper()
	done, err := Import(tb.Context(), db, r.open(), opts)
	if err != nil {
		tb.Fatal(err)
	}
	tx := db.Begin("git import")
	done.Apply(tx)
	if _, err := tx.Commit(tb.Context(), nil); err != nil {
		tb.Fatal(err)
	}
	return done
}

// give exports, and moves the map.
func give(tb testing.TB, db *refs.DB, r *repository, opts ExportOptions) *Exported {
	tb.Helper()
	stage, err := db.Store().Begin(tb.Context())
	if err != nil {
		tb.Fatal(err)
	}
	done, err := Export(tb.Context(), db, r.open(), opts, stage)
	if err != nil {
		tb.Fatal(err)
	}
	tx := db.Begin("git export")
	done.Apply(tx)
	if _, err := tx.Commit(tb.Context(), stage); err != nil {
		tb.Fatal(err)
	}
	return done
}

// checkTrees computes the oid of the tree of every commit in the map from what is
// stored, and compares it with Git's. It returns how many there are.
func checkTrees(tb testing.TB, db *refs.DB, r *repository) (commits int) {
	tb.Helper()
	ctx, store := tb.Context(), db.Store()
	ids, err := oidmap.Open(ctx, db)
	if err != nil {
		tb.Fatal(err)
	}
	known := map[objects.ID]gitobj.OID{}
	err = ids.Each(func(p oidmap.Pair) error {
		info, err := store.Stat(ctx, p.ID)
		if err != nil || info.Kind != objects.KindCommit {
			return err
		}
		commits++
		c, err := history.Load(ctx, store, p.ID)
		if err != nil {
			return err
		}
		snap, err := snapshot.Load(ctx, store, c.Snapshot)
		if err != nil {
			return err
		}
		files, size, err := snapshot.Count(ctx, store, snap.Root)
		if err != nil {
			return err
		}
		if files != snap.Files || size != snap.Bytes {
			return fmt.Errorf("commit %s: %d files with %d bytes, and the snapshot says %d with %d", p.OID, files, size, snap.Files, snap.Bytes)
		}
		oid, err := treeOID(ctx, store, snap.Root, known)
		if want := r.git("", "rev-parse", p.OID.String()+"^{tree}"); err == nil && oid.String() != want {
			return fmt.Errorf("commit %s: tree %s instead of %s", p.OID, oid, want)
		}
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return commits
}

func treeOID(ctx context.Context, store objects.Store, id objects.ID, known map[objects.ID]gitobj.OID) (gitobj.OID, error) {
	if oid, ok := known[id]; ok {
		return oid, nil
	}
	tree, err := snapshot.Tree(ctx, store, id)
	if err != nil {
		return gitobj.OID{}, err
	}
	var entries []gitobj.Entry
	for _, e := range tree.Entries {
		out := gitobj.Entry{Name: string(e.Name), Mode: e.Mode}
		switch e.Mode {
		case objects.ModeGitlink:
			copy(out.OID[:], e.Gitlink)
		case objects.ModeDir:
			if out.OID, err = treeOID(ctx, store, e.ID, known); err != nil {
				return gitobj.OID{}, err
			}
		default:
			if out.OID, err = hashBlob(ctx, store, e.ID); err != nil {
				return gitobj.OID{}, err
			}
		}
		entries = append(entries, out)
	}
	known[id] = gitobj.Sum(gitobj.Tree, gitobj.EncodeTree(entries))
	return known[id], nil
}
