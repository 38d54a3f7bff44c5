package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestMergeReport(t *testing.T) {
	file := filepath.Join(t.TempDir(), "report.json")
	var out bytes.Buffer
	if err := run(t.Context(), []string{"merge", "-json", file, "-list", "other", "testdata/merges"}, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var report mergeReport
	if err := json.Unmarshal(content, &report); err != nil {
		t.Fatal(err)
	}
	all := report.All
	// Of five merges git leaves three in conflict: a version, of which the higher
	// one is right; a word that both sides rewrote; two lines at one place, which
	// people committed in the other order. Of its two clean ones people changed one.
	if all.Cases != 5 || all.Git[conflict] != 3 || all.Won[exact] != 1 || all.Won[reordered] != 1 || all.Won[conflict] != 1 {
		t.Errorf("of the conflicts: %+v of %+v", all.Won, all.Git)
	}
	if all.Kept[exact] != 1 || all.Kept[different] != 1 || all.Lost != 0 || all.Unparsed != 0 {
		t.Errorf("of the clean ones: %+v, %d lost, %d unparsed", all.Kept, all.Lost, all.Unparsed)
	}
	if report.Steps["added"][reordered] != 1 || report.Steps["tokens"][exact] != 1 {
		t.Errorf("steps: %+v", report.Steps)
	}
	if !strings.HasPrefix(out.String(), filepath.FromSlash("testdata/merges/cases/edited")+"\tnotes.txt\ttext\tgit other, genesis other\t") {
		t.Errorf("the list is\n%s", out.String())
	}
}

func TestMergeDecisions(t *testing.T) {
	file := filepath.Join(t.TempDir(), "decisions.jsonl")
	if err := run(t.Context(), []string{"merge", "-decisions", file, "-language", "json", "testdata/merges"}, io.Discard, io.Discard); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var d decision
	if err := json.Unmarshal(content, &d); err != nil {
		t.Fatal(err)
	}
	if d.Path != "package.json" || d.Took != "result" || d.Result != d.Right || d.Before != "{\n  \"name\": \"a\",\n" {
		t.Errorf("%+v", d)
	}
}

func TestMergeWithoutAStep(t *testing.T) {
	var out bytes.Buffer
	if err := run(t.Context(), []string{"merge", "-without", "versions,tokens", "-list", "conflict", "testdata/merges"}, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "package.json\tjson\tgit conflict, genesis conflict") {
		t.Errorf("the version is not in conflict:\n%s", out.String())
	}
}

func TestMergeRefuses(t *testing.T) {
	for args, want := range map[string]string{
		"merge":                          "needs a directory",
		"merge -list nothing x":          "nothing is called",
		"merge -without nothing x":       "no step",
		"merge testdata/nothing-is-here": "manifest.jsonl",
	} {
		if err := run(t.Context(), strings.Fields(args), io.Discard, io.Discard); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
	}
}

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		got, want string
		is        verdict
	}{
		{"a\nb\n", "a\nb\n", exact},
		{"a\nb\n", "b\n\na\n", reordered},
		{"a\nb\n", "a\n", different},
		{"a\n", "a\na\n", different},
	} {
		if got := compare([]byte(c.got), []byte(c.want)); got != c.is {
			t.Errorf("%q against %q is %s", c.got, c.want, got)
		}
	}
}
