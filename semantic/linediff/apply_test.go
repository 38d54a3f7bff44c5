package linediff

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// gitApply applies the patch to the files below dir, outside of any repository.
func gitApply(dir string, patch []byte, args ...string) error {
	cmd := exec.Command("git", append([]string{"apply", "--whitespace=nowarn"}, args...)...)
	cmd.Dir = dir
	cmd.Stdin = bytes.NewReader(patch)
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "LC_ALL=C",
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CEILING_DIRECTORIES=" + filepath.Dir(dir),
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

// content draws a text whose lines end in every way there is.
var content = rapid.Custom(func(t *rapid.T) []byte {
	parts := rapid.SliceOfN(rapid.SampledFrom([]string{
		"a\n", "b\n", "a\r\n", "\n", "\r\n", "\r", "func f() {\n", "\tcall()\n", "}\n", " \n", "@@ -1 +1 @@\n",
		"--- a/x\n", "+++ b/x\n", "\\ No newline at end of file\n", "ä\n", "\xff\xfe\n", "-- \n",
	}), 0, 30).Draw(t, "parts")
	out := strings.Join(parts, "") + rapid.SampledFrom([]string{"", "", "end", "\r"}).Draw(t, "end")
	if rapid.IntRange(0, 9).Draw(t, "binary") == 0 {
		out += "\x00" + out
	}
	return []byte(out)
})

// edited draws a content that is like the given one.
func edited(t *rapid.T, old []byte) []byte {
	lines := Split(old)
	if len(lines) == 0 || rapid.IntRange(0, 4).Draw(t, "unlike") == 0 {
		return content.Draw(t, "other")
	}
	at := rapid.IntRange(0, len(lines)).Draw(t, "at")
	to := rapid.IntRange(at, len(lines)).Draw(t, "to")
	middle := rapid.SampledFrom([]string{"", "new\n", "a\n", "\tcall()\n}\n", "new"}).Draw(t, "middle")
	return bytes.Join([][]byte{bytes.Join(lines[:at], nil), []byte(middle), bytes.Join(lines[to:], nil)}, nil)
}

// change draws what happens to a file; its paths begin with the number.
func change(t *rapid.T, number int) (from, to *File) {
	modes := rapid.SampledFrom([]uint32{0o100644, 0o100755})
	tail := rapid.SampledFrom([]string{"", " with space", "\ttab", `"quote\`, "\n", "ä", "\xff", "/sub/dir"})
	path := fmt.Sprint(number, tail.Draw(t, "path"))
	old := &File{Path: path, Mode: modes.Draw(t, "mode"), Content: content.Draw(t, "old")}
	switch rapid.SampledFrom([]string{"edit", "mode", "rename", "new", "delete"}).Draw(t, "what") {
	case "new":
		return nil, old
	case "delete":
		return old, nil
	case "mode":
		return old, &File{Path: path, Mode: old.Mode ^ 0o111, Content: old.Content}
	case "rename":
		moved := fmt.Sprint(number, "moved", tail.Draw(t, "new path"))
		return old, &File{Path: moved, Mode: modes.Draw(t, "new mode"), Content: edited(t, old.Content)}
	}
	return old, &File{Path: path, Mode: modes.Draw(t, "new mode"), Content: edited(t, old.Content)}
}

func write(t *rapid.T, dir string, f *File) {
	path := filepath.Join(dir, f.Path)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, f.Content, os.FileMode(f.Mode&0o777)); err != nil {
		t.Fatal(err)
	}
}

// checkFiles fails unless the files below dir are those given.
func checkFiles(t *rapid.T, dir string, files []*File) {
	want := map[string]*File{}
	for _, f := range files {
		if f != nil {
			want[f.Path] = f
		}
	}
	found := 0
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		found++
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		f := want[rel]
		if f == nil {
			return fmt.Errorf("%q is there and should not be", rel)
		}
		got, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if !bytes.Equal(got, f.Content) || info.Mode()&0o100 != os.FileMode(f.Mode&0o100) {
			return fmt.Errorf("%q is %q with mode %o, not %q with %o", rel, got, info.Mode(), f.Content, f.Mode)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found != len(want) {
		t.Fatalf("%d files of %d are there", found, len(want))
	}
}

func TestGitAppliesWhatIsPrinted(t *testing.T) {
	root, runs := t.TempDir(), 0
	rapid.Check(t, func(t *rapid.T) {
		runs++
		dir := filepath.Join(root, strconv.Itoa(runs))
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		f := Format{Context: rapid.IntRange(0, 4).Draw(t, "context"), BinaryPatch: true}
		f.Options.Algorithm = rapid.SampledFrom(algorithms).Draw(t, "algorithm")
		var olds, news []*File
		var patch bytes.Buffer
		for n := range rapid.IntRange(1, 6).Draw(t, "files") {
			from, to := change(t, n)
			olds, news = append(olds, from), append(news, to)
			if from != nil {
				write(t, dir, from)
			}
			if err := Unified(&patch, from, to, f); err != nil {
				t.Fatal(err)
			}
		}
		if patch.Len() == 0 {
			return
		}
		var flags []string
		if f.Context == 0 {
			flags = append(flags, "--unidiff-zero")
		}
		if err := gitApply(dir, patch.Bytes(), flags...); err != nil {
			t.Fatalf("%v\n%s", err, patch.Bytes())
		}
		checkFiles(t, dir, news)
		if err := gitApply(dir, patch.Bytes(), append(flags, "-R")...); err != nil {
			t.Fatalf("backward: %v\n%s", err, patch.Bytes())
		}
		checkFiles(t, dir, olds)
	})
}
