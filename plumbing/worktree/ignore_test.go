package worktree

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// gitRepo is an empty Git repository without any configuration but its own.
type gitRepo struct {
	t   *testing.T
	dir string
}

func newGitRepo(t *testing.T) gitRepo {
	g := gitRepo{t: t, dir: t.TempDir()}
	g.run("", "init", "-q", g.dir)
	return g
}

func (g gitRepo) run(stdin string, args ...string) string {
	g.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = g.dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1", "HOME=/nonexistent")
	cmd.Stdin = strings.NewReader(stdin)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	// check-ignore exits with 1 when it found no path that is ignored.
	if err != nil && (args[0] != "check-ignore" || cmd.ProcessState.ExitCode() != 1) {
		g.t.Fatalf("git %q: %v\n%s", args, err, stderr.Bytes())
	}
	return string(out)
}

// ignored asks Git which of the paths are ignored, all of them at once.
func (g gitRepo) ignored(paths []string) map[string]bool {
	g.t.Helper()
	out := g.run(strings.Join(paths, "\x00")+"\x00", "check-ignore", "--no-index", "--stdin", "-z", "--verbose", "--non-matching")
	fields := strings.Split(strings.TrimSuffix(out, "\x00"), "\x00")
	verdicts := make(map[string]bool)
	for ; len(fields) >= 4; fields = fields[4:] {
		pattern := fields[2]
		verdicts[fields[3]] = pattern != "" && !strings.HasPrefix(pattern, "!")
	}
	if len(verdicts) != len(paths) {
		g.t.Fatalf("git answered for %d of %d paths", len(verdicts), len(paths))
	}
	return verdicts
}

func (g gitRepo) write(path, content string) {
	g.t.Helper()
	writeFile(g.t, filepath.Join(g.dir, path), content)
}

func writeFile(t testing.TB, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

// ourIgnored walks down to the path as a scan does.
func ourIgnored(outer *rules, files map[string]string, path string, dir bool) bool {
	r := outer
	parts := strings.Split(path, "/")
	at := ""
	for i, part := range parts {
		var texts []string
		for _, name := range ignoreNames {
			if text, ok := files[joinPath(at, name)]; ok {
				texts = append(texts, text)
			}
		}
		r = r.push(at, texts)
		at = joinPath(at, part)
		if r.ignored(at, dir || i < len(parts)-1) {
			return true
		}
	}
	return false
}

// The names that the generated trees are made of, and what patterns for them
// are put together from.
var (
	pathNames    = []string{"a", "b", "foo", "foo.o", "Foo", "bar", "a b", "b ", `x\y`, "[z]", "é", "a-b", "!n", "#h", "-", "*", "foobar", "abcde", "-]", "a\nb", "a\tb", "0"}
	patternParts = []string{"*", "**", "?", "/", "/", "/", "a", "b", "foo", "foo.o", "o", "[a-f]", "[!a]", "[^a]", "[[:alpha:]]", "[[:space:]]", "[[:upper:]]*",
		"[]-]", "[a-]", "[b-a]", `[\]]`, `[\a-\c]`, "[", "]", `\`, `\\`, `\*`, " ", `\ `, "!", "#", "-", "bar", ".", "***", "[[:nope:]]", "[[:alpha:", "[a-[:digit:]]", "[[:a]", "é", "\t", `\/`, "[/]", "[--0]"}
	wholePatterns = []string{"foo/", "/foo", "foo/bar", "a/**/b", "**/foo", "foo/**", "a/*", "*.o", "!foo", "!foo/", "!/a/b", "!*.o", "/*", "!/*/", "**", "*/", "!*/", "foo/*", "!foo/bar", "a/**", "!a/**/", "foo**/bar", "**foo", "a**b", "#foo", `\#h`, `\!n`, "foo ", `foo\ `, "b\\ ", "", "/", "//", "!", "./a", "../a", "a/./b", "a//b", `x\\y`, `\[z]`, "[[]z]", "a?b", "*/*/*", "**/", "/**", "/**/", "**/**", "*/**/*", "a\\", "*\\", "foo\r", "foo \r", "FOO", "a\x00b"}
)

func randomPattern(r *rand.Rand) string {
	if r.IntN(2) == 0 {
		return wholePatterns[r.IntN(len(wholePatterns))]
	}
	var b strings.Builder
	if r.IntN(5) == 0 {
		b.WriteByte('!')
	}
	for range 1 + r.IntN(6) {
		b.WriteString(patternParts[r.IntN(len(patternParts))])
	}
	return b.String()
}

func randomIgnoreFile(r *rand.Rand, lines int) string {
	var b strings.Builder
	if r.IntN(10) == 0 {
		b.WriteString("\ufeff")
	}
	for range 1 + r.IntN(lines) {
		b.WriteString(randomPattern(r))
		b.WriteString([]string{"\n", "\n", "\n", "\r\n", "  \n"}[r.IntN(5)])
	}
	if r.IntN(4) == 0 {
		b.WriteString(randomPattern(r))
	}
	return b.String()
}

// Git itself is the oracle: the same files, patterns and paths get the same
// verdict from `git check-ignore`.
func TestIgnoreAgreesWithGit(t *testing.T) {
	rounds := 8
	if testing.Short() {
		rounds = 3
	}
	for seed := range rounds {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		g := newGitRepo(t)
		dirs := map[string]bool{}
		var paths []string
		for len(paths) < 250 {
			depth := 1 + r.IntN(4)
			path := ""
			for d := range depth {
				if path = joinPath(path, pathNames[r.IntN(len(pathNames))]); d < depth-1 || r.IntN(3) == 0 {
					if os.MkdirAll(filepath.Join(g.dir, path), 0o777) != nil {
						break
					}
					if !dirs[path] {
						dirs[path] = true
						paths = append(paths, path)
					}
				} else if _, err := os.Lstat(filepath.Join(g.dir, path)); err != nil {
					g.write(path, "")
					paths = append(paths, path)
				}
			}
		}
		files := map[string]string{}
		lines := []int{1, 3, 20}[r.IntN(3)]
		if r.IntN(4) > 0 {
			files[".gitignore"] = randomIgnoreFile(r, lines)
		}
		for dir := range dirs {
			if r.IntN(12) == 0 {
				files[joinPath(dir, ".gitignore")] = randomIgnoreFile(r, lines)
			}
		}
		for path, text := range files {
			g.write(path, text)
		}
		g.write(".git/info/exclude", randomIgnoreFile(r, lines))
		g.write(".git/user", randomIgnoreFile(r, lines))
		g.run("", "config", "core.excludesFile", filepath.Join(g.dir, ".git/user"))

		outer, err := outerRules(&Options{Root: g.dir, Excludes: []string{filepath.Join(g.dir, ".git/user"), filepath.Join(g.dir, "no-such-file")}})
		if err != nil {
			t.Fatal(err)
		}
		verdicts := g.ignored(paths)
		for _, path := range paths {
			if got := ourIgnored(outer, files, path, dirs[path]); got != verdicts[path] {
				t.Fatalf("seed %d: %q: ignored = %v, git says %v\n%s", seed, path, got, verdicts[path], describe(files))
			}
		}
	}
}

func describe(files map[string]string) string {
	var b strings.Builder
	for path, text := range files {
		fmt.Fprintf(&b, "%s: %q\n", path, text)
	}
	return b.String()
}

// One pattern at a time against one name or path, with patterns that are
// mostly syntax: a directory for each pattern, the same files in each.
func TestPatternsAgreeWithGit(t *testing.T) {
	g := newGitRepo(t)
	r := rand.New(rand.NewPCG(1, 2))
	names := []string{"a", "b", "foo", "foobar", "a-b", "[z]", "a b", "b ", `x\y`, "]", "-", "0", "F", "\xff", "\t", "\v", "\x7f", "~",
		"d/a", "d/foo", "d/e/a", "d/e/foo.o", "foo.d/bar", "foo.d/x/bar", "d/e/f/b", "a.d/b.d/c.d/foo"}
	texts := map[string]string{}
	var paths []string
	for i := range 400 {
		dir := fmt.Sprint("p", i)
		text := randomPattern(r)
		if i < len(wholePatterns) {
			text = wholePatterns[i]
		}
		text = strings.TrimPrefix(text, "!") // a lone negation ignores nothing
		texts[dir+"/.gitignore"] = text
		g.write(dir+"/.gitignore", text)
		for _, name := range names {
			paths = append(paths, dir+"/"+name)
		}
	}
	verdicts := g.ignored(paths)
	hits := 0
	for _, path := range paths {
		got := ourIgnored(nil, texts, path, false)
		if got {
			hits++
		}
		if got != verdicts[path] {
			dir, _, _ := strings.Cut(path, "/")
			t.Errorf("pattern %q, path %q: ignored = %v, git says %v", texts[dir+"/.gitignore"], path, got, verdicts[path])
		}
	}
	if hits < len(paths)/20 {
		t.Errorf("only %d of %d paths match: the patterns are too odd to test anything", hits, len(paths))
	}
}

// Every byte against every named class.
func TestNamedClassesAgreeWithGit(t *testing.T) {
	g := newGitRepo(t)
	texts := map[string]string{}
	var paths []string
	for class := range bracketNames {
		for _, form := range []string{"[[:%s:]]", "[^[:%s:]]", "[x[:%s:]-z]"} {
			dir := fmt.Sprint("c", len(texts))
			texts[dir+"/.gitignore"] = fmt.Sprintf(form, class)
			g.write(dir+"/.gitignore", texts[dir+"/.gitignore"])
			for b := 1; b < 256; b++ {
				if b != '/' && b != '.' {
					paths = append(paths, dir+"/"+string([]byte{byte(b)}))
				}
			}
		}
	}
	verdicts := g.ignored(paths)
	for _, path := range paths {
		if got := ourIgnored(nil, texts, path, false); got != verdicts[path] {
			dir, name, _ := strings.Cut(path, "/")
			t.Errorf("pattern %q, name %q: ignored = %v, git says %v", texts[dir+"/.gitignore"], name, got, verdicts[path])
		}
	}
}
