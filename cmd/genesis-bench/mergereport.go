package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// mergeReport counts the cases of corpora of merges.
type mergeReport struct {
	Schema    string         `json:"schema"`
	Without   []string       `json:"without,omitempty"`
	Corpora   []string       `json:"corpora"`
	Languages []*mergeCounts `json:"languages"`
	All       *mergeCounts   `json:"all"`
	// Steps counts, for the conflicts of git that are clean here, which steps took
	// part and what came of it.
	Steps map[string]map[verdict]int `json:"steps"`
}

// mergeCounts are the figures of one language.
type mergeCounts struct {
	Language string `json:"language"`
	Cases    int    `json:"cases"`
	// Git and Ours count what became of the cases; Won what became here of the
	// conflicts of git, and Kept of its clean results.
	Git  map[verdict]int `json:"git"`
	Ours map[verdict]int `json:"ours"`
	Won  map[verdict]int `json:"of_conflicts"`
	Kept map[verdict]int `json:"of_clean"`
	// Lost are results of git that were exact and are not any more.
	Lost     int `json:"lost"`
	Regions  int `json:"conflict_regions"`
	Unparsed int `json:"unparsable"`

	MedianMS float64 `json:"median_ms"`
	P999MS   float64 `json:"p999_ms"`
	MaxMS    float64 `json:"max_ms"`

	took []time.Duration
}

func newMergeCounts(language string) *mergeCounts {
	return &mergeCounts{
		Language: language,
		Git:      map[verdict]int{}, Ours: map[verdict]int{}, Won: map[verdict]int{}, Kept: map[verdict]int{},
	}
}

func newMergeReport(opts mergeOptions) *mergeReport {
	r := &mergeReport{
		Schema: "genesis/bench-merge-v0.1", Corpora: opts.dirs,
		All: newMergeCounts("all"), Steps: map[string]map[verdict]int{},
	}
	for _, s := range opts.without {
		r.Without = append(r.Without, string(s))
	}
	return r
}

func (r *mergeReport) add(c mergeCase, m mergeResult) {
	i := slices.IndexFunc(r.Languages, func(l *mergeCounts) bool { return l.Language == c.Language })
	if i < 0 {
		i = len(r.Languages)
		r.Languages = append(r.Languages, newMergeCounts(c.Language))
	}
	r.Languages[i].add(m)
	r.All.add(m)
	if m.git == conflict && m.ours != conflict {
		if r.Steps[m.steps] == nil {
			r.Steps[m.steps] = map[verdict]int{}
		}
		r.Steps[m.steps][m.ours]++
	}
}

func (c *mergeCounts) add(m mergeResult) {
	c.Cases++
	c.Git[m.git]++
	c.Ours[m.ours]++
	c.Regions += m.regions
	c.took = append(c.took, m.took)
	if m.git == conflict {
		c.Won[m.ours]++
	} else {
		c.Kept[m.ours]++
	}
	if m.git == exact && m.ours != exact {
		c.Lost++
	}
	if m.unparsed {
		c.Unparsed++
	}
}

// finish sorts the languages, the one with the most conflicts first, and reads the
// times.
func (r *mergeReport) finish() {
	slices.SortFunc(r.Languages, func(a, b *mergeCounts) int {
		return cmp.Or(cmp.Compare(b.Git[conflict], a.Git[conflict]), cmp.Compare(a.Language, b.Language))
	})
	for _, c := range append(slices.Clone(r.Languages), r.All) {
		slices.Sort(c.took)
		if n := len(c.took); n > 0 {
			c.MedianMS, c.P999MS, c.MaxMS = ms(c.took[n/2]), ms(c.took[n-1-n/1000]), ms(c.took[n-1])
		}
	}
}

func (r *mergeReport) write(w io.Writer) error {
	var text strings.Builder
	t := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
	row := func(cells ...any) {
		for _, cell := range cells {
			_, _ = fmt.Fprintf(t, "%v\t", cell) // into memory
		}
		_, _ = fmt.Fprintln(t)
	}
	row("", "cases", "git conflicts", "left", "left %", "now exact", "reordered", "other", "good %",
		"git clean", "exact", "ours exact", "lost", "git other", "ours other", "now conflict", "unparsable", "median ms", "p99.9 ms", "max ms")
	for _, c := range append(slices.Clone(r.Languages), r.All) {
		won := c.Git[conflict] - c.Won[conflict]
		row(c.Language, c.Cases, c.Git[conflict], c.Won[conflict], percent(c.Won[conflict], c.Git[conflict]),
			c.Won[exact], c.Won[reordered], c.Won[different], percent(won-c.Won[different], won),
			c.Cases-c.Git[conflict], c.Git[exact], c.Kept[exact], c.Lost, c.Git[different], c.Kept[different], c.Kept[conflict],
			c.Unparsed, c.MedianMS, c.P999MS, c.MaxMS)
	}
	_ = t.Flush() // into memory
	text.WriteString("\nConflicts of git that are clean here, by the steps that took part:\n")
	row("", "exact", "reordered", "other")
	for _, s := range slices.Sorted(maps.Keys(r.Steps)) {
		row(cmp.Or(s, "(another alignment)"), r.Steps[s][exact], r.Steps[s][reordered], r.Steps[s][different])
	}
	_ = t.Flush() // into memory
	_, err := io.WriteString(w, text.String())
	return err
}

func percent(part, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", 100*float64(part)/float64(of))
}
