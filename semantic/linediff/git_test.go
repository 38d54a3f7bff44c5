package linediff

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// twoTexts draws two texts.
func twoTexts(t *rapid.T) (a, b [][]byte) {
	if rapid.Bool().Draw(t, "unlike") {
		lines := text(rapid.IntRange(1, 30).Draw(t, "kinds"))
		return lines.Draw(t, "a"), lines.Draw(t, "b")
	}
	a = code.Draw(t, "a")
	return a, spliced(t, spliced(t, a))
}

// gitDiff gives the hunks that git diff prints of the files of directories a and b,
// by name.
func gitDiff(t *rapid.T, dir string, args ...string) map[string]string {
	cmd := exec.Command("git", append([]string{"diff", "--no-index", "--text", "--no-color"}, append(args, "a", "b")...)...)
	cmd.Dir = dir
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "LC_ALL=C",
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CEILING_DIRECTORIES=" + filepath.Dir(dir),
	}
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatalf("git diff: %v", err)
	}
	hunks := map[string]string{}
	for _, file := range strings.Split("\n"+string(out), "\ndiff --git a/a/")[1:] {
		name, _, _ := strings.Cut(file, " ")
		at := strings.Index(file, "\n@@ ")
		hunks[name] = strings.TrimSuffix(file[at+1:], "\n")
	}
	return hunks
}

func writeText(t *rapid.T, path string, lines [][]byte) {
	if err := os.WriteFile(path, bytes.Join(lines, nil), 0o666); err != nil {
		t.Fatal(err)
	}
}

// What is printed is what git diff prints, to the byte, also of lines that repeat so
// much that many scripts would do.
func TestHunksAreThoseOfGit(t *testing.T) {
	root, runs := t.TempDir(), 0
	names := map[Algorithm]string{Histogram: "histogram", Myers: "myers"}
	rapid.Check(t, func(t *rapid.T) {
		runs++
		dir := filepath.Join(root, strconv.Itoa(runs))
		for _, side := range []string{"a", "b"} {
			if err := os.MkdirAll(filepath.Join(dir, side), 0o777); err != nil {
				t.Fatal(err)
			}
		}
		opts := Options{
			Algorithm: rapid.SampledFrom([]Algorithm{Histogram, Myers}).Draw(t, "algorithm"),
			NoIndent:  rapid.IntRange(0, 3).Draw(t, "no indent") == 3,
		}
		context := rapid.IntRange(1, 5).Draw(t, "context")
		got := map[string]string{}
		for n := range rapid.IntRange(1, 20).Draw(t, "pairs") {
			name := strconv.Itoa(n)
			a, b := twoTexts(t)
			writeText(t, filepath.Join(dir, "a", name), a)
			writeText(t, filepath.Join(dir, "b", name), b)
			var out bytes.Buffer
			if err := WriteHunks(&out, a, b, Hunks(DiffWith(a, b, opts), len(a), context), Lead(a)); err != nil {
				t.Fatal(err)
			}
			if out.Len() > 0 {
				got[name] = strings.TrimSuffix(out.String(), "\n")
			}
		}
		heuristic := "--indent-heuristic"
		if opts.NoIndent {
			heuristic = "--no-indent-heuristic"
		}
		want := gitDiff(t, dir, "--diff-algorithm="+names[opts.Algorithm], heuristic, "--unified="+strconv.Itoa(context))
		for name := range want {
			if got[name] != want[name] {
				t.Fatalf("git diff prints\n%s\nand this is\n%s", want[name], got[name])
			}
		}
		if len(got) != len(want) {
			t.Fatalf("%d files differ, and git diff finds %d", len(got), len(want))
		}
	})
}
