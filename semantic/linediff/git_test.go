package linediff

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// gitDiff gives the hunks that git diff prints.
func gitDiff(t *rapid.T, dir string, a, b []byte, args ...string) []byte {
	for name, content := range map[string][]byte{"a": a, "b": b} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("git", append([]string{"diff", "--no-index", "--text", "--no-color"}, append(args, "a", "b")...)...)
	cmd.Dir = dir
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "LC_ALL=C",
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CEILING_DIRECTORIES=" + filepath.Dir(dir),
	}
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
		t.Fatalf("git diff: %v", err)
	}
	if at := bytes.Index(out, []byte("\n@@ ")); at >= 0 {
		return out[at+1:]
	}
	return nil
}

// twoTexts draws two texts with nothing but line feeds at the ends of lines.
func twoTexts(t *rapid.T) (a, b [][]byte) {
	if rapid.Bool().Draw(t, "unlike") {
		lines := text(rapid.IntRange(1, 30).Draw(t, "kinds"))
		return lines.Draw(t, "a"), lines.Draw(t, "b")
	}
	a = code.Draw(t, "a")
	return a, spliced(t, spliced(t, a))
}

// What is printed is what git diff prints, to the byte, also of lines that repeat so
// much that many scripts would do.
func TestHunksAreThoseOfGit(t *testing.T) {
	dir := t.TempDir()
	names := map[Algorithm]string{Histogram: "histogram", Myers: "myers"}
	rapid.Check(t, func(t *rapid.T) {
		a, b := twoTexts(t)
		opts := Options{
			Algorithm: rapid.SampledFrom([]Algorithm{Histogram, Myers}).Draw(t, "algorithm"),
			NoIndent:  rapid.Bool().Draw(t, "no indent"),
		}
		context := rapid.IntRange(1, 5).Draw(t, "context")
		heuristic := "--indent-heuristic"
		if opts.NoIndent {
			heuristic = "--no-indent-heuristic"
		}
		want := gitDiff(t, dir, bytes.Join(a, nil), bytes.Join(b, nil),
			"--diff-algorithm="+names[opts.Algorithm], heuristic, "--unified="+strconv.Itoa(context))
		var got bytes.Buffer
		if err := WriteHunks(&got, a, b, Hunks(DiffWith(a, b, opts), len(a), context), Lead(a)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want) {
			t.Fatalf("git diff prints\n%s\nand this is\n%s", want, got.Bytes())
		}
	})
}
