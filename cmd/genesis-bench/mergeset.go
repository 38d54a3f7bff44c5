package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// mergeCase is one real merge of one file, as tools that cut merges from public
// histories write it down: a line of manifest.jsonl, and a directory with the
// four contents.
type mergeCase struct {
	Dir       string `json:"dir"`
	Path      string `json:"path"`
	Ext       string `json:"ext"`
	Language  string `json:"language"`
	Conflicts int    `json:"mergefile_conflicts"`
	Exact     *bool  `json:"mergefile_clean_equals_expected"`

	base, left, right, expected []byte
}

// readMergeCases gives the cases of a corpus without their contents.
func readMergeCases(dir string) ([]mergeCase, error) {
	f, err := os.Open(filepath.Join(dir, "manifest.jsonl"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var cases []mergeCase
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c mergeCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", f.Name(), len(cases)+1, err)
		}
		c.Dir = filepath.Join(dir, c.Dir)
		cases = append(cases, c)
	}
	return cases, lines.Err()
}

// load reads the four contents.
func (c *mergeCase) load() (err error) {
	for name, to := range map[string]*[]byte{"base": &c.base, "left": &c.left, "right": &c.right, "expected": &c.expected} {
		if *to, err = os.ReadFile(c.file(name)); err != nil {
			return err
		}
	}
	return nil
}

func (c *mergeCase) file(name string) string { return filepath.Join(c.Dir, name+"."+c.Ext) }

// git says what git merge-file makes of the case. The manifest knows but for a
// clean result that is not the expected one.
func (c *mergeCase) git(ctx context.Context) (verdict, error) {
	switch {
	case c.Conflicts > 0:
		return conflict, nil
	case c.Exact != nil && *c.Exact:
		return exact, nil
	}
	out, err := exec.CommandContext(ctx, "git", "merge-file", "-p", "-q", "--diff3", c.file("left"), c.file("base"), c.file("right")).Output()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.ExitCode() > 0 && exit.ExitCode() < 128:
		return conflict, nil
	case err != nil:
		return "", fmt.Errorf("git merge-file in %s: %w", c.Dir, err)
	}
	return compare(out, c.expected), nil
}

// verdict is what became of a case.
type verdict string

const (
	conflict  verdict = "conflict"
	exact     verdict = "exact"     // byte for byte what people committed
	reordered verdict = "reordered" // the same lines, blank ones aside, in another order
	different verdict = "other"
)

// compare holds a clean result against what people committed.
func compare(got, want []byte) verdict {
	if bytes.Equal(got, want) {
		return exact
	}
	count := map[string]int{}
	for line := range bytes.Lines(want) {
		if line = bytes.TrimRight(line, "\r\n"); len(bytes.TrimSpace(line)) > 0 {
			count[string(line)]++
		}
	}
	for line := range bytes.Lines(got) {
		if line = bytes.TrimRight(line, "\r\n"); len(bytes.TrimSpace(line)) > 0 {
			count[string(line)]--
		}
	}
	for _, n := range count {
		if n != 0 {
			return different
		}
	}
	return reordered
}
