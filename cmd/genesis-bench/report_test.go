package main

import (
	"encoding/json"
	"strings"
	"testing"
)

func exampleReport() Report {
	rows := []Row{
		{
			Set: "tree", Work: "commit", Unit: "ms", Command: "genesis commit new", Genesis: Stat{3, 10, 9, 12},
			Rivals:  []Rival{{Name: "git", Command: "git commit", Stat: Stat{3, 40, 39, 41}}, {Name: "restic", Stat: Stat{1, 15, 15, 15}}},
			Targets: []Target{{Against: "git", Most: 0.25}, {Against: "restic", Most: 0.5}, {Against: "hare", Most: 1}},
		},
		{Set: "batch", Work: "has", Unit: "/s", Genesis: exactly(123456), Targets: []Target{{Least: 100_000}}},
	}
	report := Report{Schema: reportSchema, Machine: Machine{Cores: 2, CPU: "CPU", Platform: "linux/amd64", Kernel: "6", Go: "go1"}}
	for _, row := range rows {
		report.Rows = append(report.Rows, row.judge())
	}
	return report
}

func TestJudge(t *testing.T) {
	row := exampleReport().Rows[0]
	if row.Rivals[0].Ratio != 0.25 {
		t.Errorf("ratio to git is %v", row.Rivals[0].Ratio)
	}
	// A target against a tool that did not run says nothing and is not there.
	if len(row.Targets) != 2 || !row.Targets[0].Met || row.Targets[1].Met {
		t.Errorf("targets: %+v", row.Targets)
	}
	slow := Row{Genesis: exactly(5), Targets: []Target{{Least: 6}, {Least: 5}, {Most: 4}, {Most: 5}}}.judge()
	for i, met := range []bool{false, true, false, true} {
		if slow.Targets[i].Met != met {
			t.Errorf("%v: met is %v", slow.Targets[i], !met)
		}
	}
}

func TestReportAsTable(t *testing.T) {
	var b strings.Builder
	if err := exampleReport().write(&b, Options{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"10 (9–12, n=3)", "0.25 × git; 0.67 × restic", "≤ 0.25 × git met; ≤ 0.5 × restic MISSED", "≥ 100000 met", "2 cores, CPU"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

func TestReportAsMarkdown(t *testing.T) {
	var b strings.Builder
	if err := exampleReport().write(&b, Options{markdown: true}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| set | work | unit |", "| tree | commit | ms | 10 (9–12, n=3) |",
		"- tree, commit: `genesis commit new`; git: `git commit`\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

func TestReportAsJSON(t *testing.T) {
	var b strings.Builder
	if err := exampleReport().write(&b, Options{json: true}); err != nil {
		t.Fatal(err)
	}
	var back Report
	if err := json.Unmarshal([]byte(b.String()), &back); err != nil {
		t.Fatal(err)
	}
	if back.Schema != reportSchema || len(back.Rows) != 2 || back.Rows[0].Rivals[0].Ratio != 0.25 || !back.Rows[1].Targets[0].Met {
		t.Errorf("%+v", back)
	}
}

func TestNumber(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 0.256: "0.26", 2: "2", 12.5: "12.5", 123.456: "123.5", 100: "100", 123456.7: "123457"} {
		if got := number(v); got != want {
			t.Errorf("%v prints as %s, want %s", v, got, want)
		}
	}
}
