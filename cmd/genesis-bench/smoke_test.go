package main

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestSmoke runs every set on a tiny tree with the real tools and looks whether
// the report has all rows. The numbers mean nothing at this size.
func TestSmoke(t *testing.T) {
	// Without the flags of a release: the packages are compiled already, then.
	binary := filepath.Join(t.TempDir(), "genesis")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", binary, "../genesis").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var out, notes strings.Builder
	err := run(t.Context(), []string{
		"--genesis", binary, "--tree", tinyTree(t), "--dir", t.TempDir(), "--without", "restic", "--json",
		"--samples", "1", "--rounds", "1", "--commits", "3", "--puts", "20", "--size", "2MiB",
		"--history", "30", "--deep", "30", "--wide", "200", "--small", "100",
	}, &out, &notes)
	if err != nil {
		t.Fatalf("%v\n%s", err, notes.String())
	}
	var report Report
	if err := json.Unmarshal([]byte(out.String()), &report); err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for _, row := range report.Rows {
		seen[row.Set]++
		if row.Genesis.N == 0 {
			t.Errorf("%s, %s: genesis was not measured", row.Set, row.Work)
		}
		for _, rival := range row.Rivals {
			if rival.Stat.Median <= 0 {
				t.Errorf("%s, %s: %s took no time", row.Set, row.Work, rival.Name)
			}
		}
	}
	for set, least := range map[string]int{"floor": 4, "tree": 5, "log": 1, "history": 16, "deep": 18, "wide": 4, "small": 3, "large": 10, "growth": 4, "batch": 1} {
		if seen[set] < least {
			t.Errorf("set %s has %d rows and should have %d", set, seen[set], least)
		}
	}
	if report.Machine.Versions["genesis"] == "" || report.Machine.Versions["git"] == "" {
		t.Errorf("versions: %v", report.Machine.Versions)
	}
}
