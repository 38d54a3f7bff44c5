package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
)

const reportSchema = "genesis/bench-report-v0.1"

// Report is the outcome of a run.
type Report struct {
	Schema  string  `json:"schema"`
	Machine Machine `json:"machine"`
	Options Options `json:"options"`
	Rows    []Row   `json:"rows"`
}

// Row is one piece of work and what it cost each tool.
type Row struct {
	Set  string `json:"set"`
	Work string `json:"work"`
	Unit string `json:"unit"`
	// Command is what genesis ran, shortened to what matters.
	Command string  `json:"command,omitempty"`
	Genesis Stat    `json:"genesis"`
	Rivals  []Rival `json:"rivals,omitempty"`
	// Targets are those of this row, judged.
	Targets []Target `json:"targets,omitempty"`
}

// Rival is what the same work cost something else.
type Rival struct {
	Name    string  `json:"name"`
	Command string  `json:"command,omitempty"`
	Stat    Stat    `json:"stat"`
	Ratio   float64 `json:"ratio"` // genesis / rival, of the medians
}

// Target is a bound that a row has to keep: on the ratio to a rival, or without
// one on the median itself. Exactly one of Most and Least is set.
type Target struct {
	Against string  `json:"against,omitempty"`
	Most    float64 `json:"most,omitempty"`
	Least   float64 `json:"least,omitempty"`
	Got     float64 `json:"got"`
	Met     bool    `json:"met"`
}

// judge fills in the ratios and judges the targets. A target against a rival
// that did not run is dropped: nothing is known about it.
func (r Row) judge() Row {
	ratios := map[string]float64{"": r.Genesis.Median}
	for i, rival := range r.Rivals {
		r.Rivals[i].Ratio = ratio(r.Genesis.Median, rival.Stat.Median)
		ratios[rival.Name] = r.Rivals[i].Ratio
	}
	var judged []Target
	for _, target := range r.Targets {
		got, known := ratios[target.Against]
		if !known {
			continue
		}
		target.Got = got
		if target.Least > 0 {
			target.Met = got >= target.Least
		} else {
			target.Met = got <= target.Most
		}
		judged = append(judged, target)
	}
	r.Targets = judged
	return r
}

func (t Target) String() string {
	bound, sign := t.Most, "≤"
	if t.Least > 0 {
		bound, sign = t.Least, "≥"
	}
	text := sign + " " + number(bound)
	if t.Against != "" {
		text += " × " + t.Against
	}
	if t.Met {
		return text + " met"
	}
	return text + " MISSED"
}

// number prints a value with as many digits as mean something.
func number(v float64) string {
	switch abs := max(v, -v); {
	case abs >= 1000:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case abs >= 100:
		return trimmed(v, 1)
	default:
		return trimmed(v, 2)
	}
}

func trimmed(v float64, digits int) string {
	s := strconv.FormatFloat(v, 'f', digits, 64)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

func (s Stat) String() string {
	if s.N <= 1 {
		return number(s.Median)
	}
	return fmt.Sprintf("%s (%s–%s, n=%d)", number(s.Median), number(s.Min), number(s.Max), s.N)
}

// cells are the columns of a row in both tables.
func (r Row) cells() []string {
	var rivals, ratios, targets []string
	for _, rival := range r.Rivals {
		rivals = append(rivals, rival.Name+" "+rival.Stat.String())
		ratios = append(ratios, number(rival.Ratio)+" × "+rival.Name)
	}
	for _, target := range r.Targets {
		targets = append(targets, target.String())
	}
	return []string{
		r.Set, r.Work, r.Unit, r.Genesis.String(),
		strings.Join(rivals, "; "), strings.Join(ratios, "; "), strings.Join(targets, "; "),
	}
}

var header = []string{"set", "work", "unit", "genesis", "others", "ratio", "target"}

func (r Report) write(w io.Writer, opts Options) error {
	switch {
	case opts.json:
		encoder := json.NewEncoder(w)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		return encoder.Encode(r)
	case opts.markdown:
		return r.writeMarkdown(w)
	}
	return r.writeTable(w)
}

func (r Report) writeTable(w io.Writer) error {
	lines := []string{strings.Join(header, "\t")}
	for _, row := range r.Rows {
		lines = append(lines, strings.Join(row.cells(), "\t"))
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if _, err := io.WriteString(table, strings.Join(lines, "\n")+"\n"); err != nil {
		return err
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%s\n", r.Machine)
	return err
}

func (r Report) writeMarkdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", r.Machine)
	fmt.Fprintf(&b, "| %s |\n|%s\n", strings.Join(header, " | "), strings.Repeat(" --- |", len(header)))
	for _, row := range r.Rows {
		fmt.Fprintf(&b, "| %s |\n", strings.Join(row.cells(), " | "))
	}
	b.WriteString("\nWhat ran:\n\n")
	for _, row := range r.Rows {
		if row.Command == "" {
			continue
		}
		fmt.Fprintf(&b, "- %s, %s: `%s`", row.Set, row.Work, row.Command)
		for _, rival := range row.Rivals {
			if rival.Command != "" {
				fmt.Fprintf(&b, "; %s: `%s`", rival.Name, rival.Command)
			}
		}
		b.WriteString("\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
