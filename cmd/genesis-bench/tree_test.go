package main

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tinyTree is a tree of 120 small files, a link and a program.
func tinyTree(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for i := range 120 {
		sub := filepath.Join(dir, string(rune('a'+i%7)))
		if err := os.MkdirAll(sub, 0o777); err != nil {
			t.Fatal(err)
		}
		if _, err := smallFile(sub, i); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "program"), []byte("#!/bin/sh\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("program", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestCopyIsTheSame(t *testing.T) {
	tree, twin := tinyTree(t), t.TempDir()
	files, err := copyTree(tree, twin)
	if err != nil || files != 122 {
		t.Fatalf("%d files, %v", files, err)
	}
	if err := sameTree(tree, twin); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(twin, ".genesis", "store"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := writeFile(filepath.Join(twin, ".genesis", "store", "pack"), "not of the tree"); err != nil {
		t.Fatal(err)
	}
	if err := sameTree(tree, twin); err != nil {
		t.Errorf("the store counts as part of the tree: %v", err)
	}
}

func TestSameTreeFindsEachDifference(t *testing.T) {
	for name, change := range map[string]func(dir string) error{
		"content": func(dir string) error { return appendLine(filepath.Join(dir, "program"), "x") },
		"mode":    func(dir string) error { return os.Chmod(filepath.Join(dir, "program"), 0o666) },
		"missing": func(dir string) error { return os.Remove(filepath.Join(dir, "program")) },
		"extra":   func(dir string) error { return writeFile(filepath.Join(dir, "extra"), "") },
		"link": func(dir string) error {
			link := filepath.Join(dir, "link")
			if err := os.Remove(link); err != nil {
				return err
			}
			return os.Symlink("elsewhere", link)
		},
		"type": func(dir string) error {
			link := filepath.Join(dir, "link")
			if err := os.Remove(link); err != nil {
				return err
			}
			return writeFile(link, "program")
		},
	} {
		tree, twin := tinyTree(t), t.TempDir()
		if _, err := copyTree(tree, twin); err != nil {
			t.Fatal(err)
		}
		if err := change(twin); err != nil {
			t.Fatal(err)
		}
		if sameTree(tree, twin) == nil {
			t.Errorf("%s: not found", name)
		}
	}
}

func TestSameStream(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	for name, size := range map[string]uint64{"a": 3 << 20, "b": 3 << 20, "longer": 3<<20 + 1} {
		if err := writeRandom(path(name), size, 1); err != nil {
			t.Fatal(err)
		}
	}
	if err := writeRandom(path("other"), 3<<20, 2); err != nil {
		t.Fatal(err)
	}
	if err := sameStream(path("a"), path("b")); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"longer", "other", "missing"} {
		if sameStream(path("a"), path(name)) == nil {
			t.Errorf("%s passes for the same", name)
		}
	}
}

func TestEditFiles(t *testing.T) {
	tree, before := tinyTree(t), t.TempDir()
	if _, err := copyTree(tree, before); err != nil {
		t.Fatal(err)
	}
	if err := editFiles(tree, 60, 4); err != nil {
		t.Fatal(err)
	}
	changed := 0
	err := eachFile(tree, func(path string, _ os.DirEntry) error {
		if sameFile(filepath.Join(tree, path), filepath.Join(before, path)) != nil {
			changed++
		}
		return nil
	})
	if err != nil || changed != 60 {
		t.Errorf("%d files changed, %v", changed, err)
	}
	if editFiles(tree, 1000, 0) == nil {
		t.Error("1000 edits in a tree of 121 files")
	}
}

func TestEditsKeepTheRest(t *testing.T) {
	content := []byte(strings.Repeat("0123456789", 1000))
	list := edits(uint64(len(content)), 50, 9)
	var got bytes.Buffer
	if err := applyEdits(bufio.NewReader(bytes.NewReader(content)), &got, list); err != nil {
		t.Fatal(err)
	}
	inserted, longer := 0, 0
	for _, e := range list {
		if len(e.bytes) == 0 || len(e.bytes) > 64 {
			t.Errorf("an edit of %d bytes", len(e.bytes))
		}
		if e.insert {
			inserted++
			longer += len(e.bytes)
		}
	}
	if got.Len() < len(content)+longer {
		t.Errorf("%d bytes of %d and %d inserted ones are left", got.Len(), len(content), longer)
	}
	if inserted != 25 {
		t.Errorf("%d of 50 edits insert", inserted)
	}
	one := []edit{{offset: 2, bytes: []byte("AB")}, {offset: 3, bytes: []byte("C"), insert: true}, {offset: 9, bytes: []byte("end")}}
	got.Reset()
	if err := applyEdits(bufio.NewReader(strings.NewReader("0123456789")), &got, one); err != nil {
		t.Fatal(err)
	}
	if got.String() != "01ABC45678end" {
		t.Errorf("got %q", got.String())
	}
}

func TestAllocated(t *testing.T) {
	dir := t.TempDir()
	if err := writeRandom(filepath.Join(dir, "full"), 1<<20, 1); err != nil {
		t.Fatal(err)
	}
	sparse, err := os.Create(filepath.Join(dir, "sparse"))
	if err != nil {
		t.Fatal(err)
	}
	if err := sparse.Truncate(1 << 30); err != nil {
		t.Fatal(err)
	}
	if err := sparse.Close(); err != nil {
		t.Fatal(err)
	}
	bytes, files, err := allocated(dir)
	if err != nil || files != 2 || bytes < 1<<20 || bytes > 2<<20 {
		t.Errorf("%d bytes in %d files, %v", bytes, files, err)
	}
}

func TestNeedSpace(t *testing.T) {
	if err := needSpace(t.TempDir(), 1); err != nil {
		t.Error(err)
	}
	if needSpace(t.TempDir(), 1<<62) == nil {
		t.Error("four exbibytes are there")
	}
	if needSpace(filepath.Join(t.TempDir(), "missing"), 1) == nil {
		t.Error("a directory that is not there has space")
	}
}
