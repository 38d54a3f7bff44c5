package gitobj

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/objects"
)

// gitIn runs git in a directory, with nothing of the user's configuration.
func gitIn(t *testing.T, dir, in string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(context.Background(), "git", args...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(in)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/nonexistent",
		"GIT_AUTHOR_NAME=Ada", "GIT_AUTHOR_EMAIL=ada@example.org", "GIT_COMMITTER_NAME=Bob", "GIT_COMMITTER_EMAIL=bob@example.org")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git %q: %v\n%s", args, err, stderr.String())
	}
	return string(out)
}

// bodies are what git itself writes: a history with a merge, odd text, an encoding,
// and tags of commits, trees and tags.
func bodies(t *testing.T) (dir string, oids []string) {
	t.Helper()
	dir = t.TempDir()
	git := func(args ...string) { t.Helper(); gitIn(t, dir, "", args...) }
	git("init", "-q", "--object-format=sha1", "-b", "main")
	for i := range 5 {
		name := fmt.Sprintf("d%d/ä\tb", i)
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o644+os.FileMode(0o111*(i%2))); err != nil {
			t.Fatal(err)
		}
		git("add", ".")
		git("commit", "-q", "--cleanup=verbatim", "-m", fmt.Sprintf("\n  %d\n\n\n", i), "--date", fmt.Sprintf("%d -0%d30", i*1_000_000_000, i))
	}
	git("-c", "i18n.commitEncoding=ISO-8859-1", "commit", "-q", "--allow-empty", "--allow-empty-message", "-m", "", "--author", "é <>")
	git("checkout", "-q", "-b", "side", "main~3")
	git("commit", "-q", "--allow-empty", "-m", "side")
	git("tag", "-a", "-m", "tagged", "v1")
	git("checkout", "-q", "main")
	git("merge", "-q", "--no-ff", "-m", "merged", "v1")
	git("tag", "-a", "-m", "of a tag", "v2", "v1")
	git("tag", "-a", "-m", "of a tree", "v3", "main^{tree}")
	git("tag", "-a", "-m", "of a blob", "v4", "main:d1/ä\tb")
	return dir, strings.Fields(gitIn(t, dir, "", "rev-list", "--all", "--objects", "--no-object-names"))
}

// TestRealObjects parses and encodes what git wrote.
func TestRealObjects(t *testing.T) {
	dir, oids := bodies(t)
	seen := map[string]int{}
	for _, oid := range oids {
		kind := strings.TrimSpace(gitIn(t, dir, "", "cat-file", "-t", oid))
		typ, ok := ParseType(kind)
		if !ok {
			t.Fatalf("%s is a %q", oid, kind)
		}
		seen[kind]++
		body := []byte(gitIn(t, dir, "", "cat-file", kind, oid))
		if got := Sum(typ, body); got.String() != oid {
			t.Errorf("%s %s is %s", kind, oid, got)
		}
		var back []byte
		var extra []objects.Header
		regular := true
		switch typ {
		case Commit:
			c, err := ParseCommit(body)
			if err != nil {
				t.Fatal(err)
			}
			back, extra = c.Encode(), c.Fields.Extra
		case Tag:
			tag, err := ParseTag(body)
			if err != nil {
				t.Fatal(err)
			}
			back, extra = tag.Encode(), tag.Fields.Extra
		case Tree:
			var entries []Entry
			var err error
			if entries, regular, err = ParseTree(body); err != nil {
				t.Fatal(err)
			}
			back = EncodeTree(entries)
		default:
			back = body
		}
		if !bytes.Equal(back, body) || len(extra) > 0 || !regular {
			t.Errorf("%s %s: %q came back as %q, with %v", kind, oid, body, back, extra)
		}
	}
	if seen["commit"] != 8 || seen["tag"] != 4 || seen["tree"] < 10 || seen["blob"] != 5 {
		t.Errorf("the test looked at %v", seen)
	}
}

// TestRandomCommits makes commits of headers in any order, with odd people and
// values; git names what comes back as it does what went in.
func TestRandomCommits(t *testing.T) {
	line := rapid.StringMatching(`[ -~é<>]{0,12}`)
	person := rapid.OneOf(
		rapid.StringMatching(`[A-Z]?[a-z ]{0,5} <[a-z@.]{0,6}> -?[0-9]{1,11} [+-][0-9]{4}`), line)
	value := rapid.Map(rapid.SliceOfN(line, 1, 4), func(lines []string) string { return strings.Join(lines, "\n ") })
	header := rapid.OneOf(
		rapid.Map(value, func(v string) string { return "gpgsig " + v }),
		rapid.Map(value, func(v string) string { return "gpgsig-sha256 " + v }),
		rapid.Map(value, func(v string) string { return "genesis-why " + v }),
		rapid.Map(value, func(v string) string { return "genesis-obligation " + v }),
		rapid.Map(line, func(v string) string { return "encoding " + v }),
		rapid.Map(person, func(v string) string { return "author " + v }),
		rapid.Map(person, func(v string) string { return "committer " + v }),
		rapid.Just("parent "+hexTree), rapid.Just("tree "+hexTree), line)
	dir := t.TempDir()
	var sums, paths []string
	rapid.Check(t, func(rt *rapid.T) {
		var b strings.Builder
		b.WriteString("tree " + hexTree + "\n")
		for range rapid.IntRange(0, 3).Draw(rt, "parents") {
			b.WriteString("parent " + hexTree + "\n")
		}
		if rapid.IntRange(0, 3).Draw(rt, "people") > 0 {
			b.WriteString("author " + person.Draw(rt, "author") + "\ncommitter " + person.Draw(rt, "committer") + "\n")
		}
		for _, h := range rapid.SliceOfN(header, 0, 4).Draw(rt, "headers") {
			b.WriteString(h + "\n")
		}
		b.WriteString(rapid.SampledFrom([]string{"", "\n", "\nm", "\nm\n\n", "\n\x00\n", "\n\n\nm"}).Draw(rt, "message"))
		body := b.String()
		c, err := ParseCommit([]byte(body))
		if err != nil {
			rt.Fatal(err)
		}
		if got := string(c.Encode()); got != body {
			rt.Fatalf("%q came back as %q", body, got)
		}
		c.Fields.Snapshot = objects.ID{1}
		data, err := objects.Encode(&c.Fields)
		if err != nil {
			rt.Fatalf("%q: a store cannot keep it: %v", body, err)
		}
		kept, err := objects.DecodeAs[*objects.Commit](data)
		if err != nil {
			rt.Fatal(err)
		}
		again := CommitBody{Tree: c.Tree, Parents: c.Parents, Fields: *kept}
		if got := string(again.Encode()); got != body {
			rt.Fatalf("%q came out of the store as %q", body, got)
		}
		path := filepath.Join(dir, fmt.Sprint(len(paths)))
		if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
			rt.Fatal(err)
		}
		sums, paths = append(sums, Sum(Commit, again.Encode()).String()), append(paths, path)
	})
	named := gitIn(t, dir, strings.Join(paths, "\n")+"\n", "hash-object", "-t", "commit", "--literally", "--stdin-paths")
	if want := strings.Join(sums, "\n") + "\n"; named != want {
		t.Error("git names them otherwise")
	}
}
