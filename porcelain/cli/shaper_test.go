package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/contract/contracttest"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// entry and listing are the record and the result of the lists of these tests.
type entry struct {
	Name     string  `json:"name"`
	Size     int     `json:"size"`
	Text     string  `json:"text,omitempty" cut:"content"`
	Encoding string  `json:"text_encoding,omitempty"`
	Parts    []part  `json:"parts"`
	Extra    *string `json:"extra,omitempty"`
}

type part struct {
	Hash string `json:"hash"`
	Path string `json:"path"`
}

type listing struct {
	Head    string      `json:"head"`
	Entries List[entry] `json:"entries"`
	Note    string      `json:"note" cut:"content"`
}

func (l *listing) Human(p *render.Printer) {
	for _, e := range l.Entries.Items() {
		p.Linef("%s", e.Name)
	}
	p.Linef("head %s, %d suppressed, limited %t", l.Head, l.Entries.Suppressed(), l.Entries.Limited())
}

// entryOf is the i-th record, from 1.
func entryOf(i int) entry {
	e := entry{Name: string(rune('a' + (i-1)%26)), Size: i, Parts: []part{{Hash: "h" + strconv.Itoa(i), Path: "<p>"}}}
	if i == 2 {
		e.Text, e.Encoding = "a%FFbcdef", "percent"
	}
	if i == 4 {
		extra := "x"
		e.Extra = &extra
	}
	return e
}

// lister is a family of one command, `vcs log`, whose result is a listing.
func lister(work func(ctx context.Context, env *Env, l *listing) error) Family {
	return func() []*Command {
		return []*Command{{
			Path: []string{"vcs", "log"}, LimitAlias: "max", Data: []Result{(*listing)(nil)},
			Run: func(ctx context.Context, env *Env, _ []string) (Result, error) {
				l := &listing{Head: "top", Entries: NewList[entry](env), Note: "remark"}
				if err := work(ctx, env, l); err != nil {
					return nil, err
				}
				return l, nil
			},
		}}
	}
}

// first adds the first n records, also after the list is full.
func first(n int) func(ctx context.Context, env *Env, l *listing) error {
	return func(ctx context.Context, _ *Env, l *listing) error {
		var items []entry
		for i := range n {
			items = append(items, entryOf(i+1))
		}
		return l.Entries.AddAll(ctx, items)
	}
}

func runList(t *testing.T, family Family, args ...string) answer {
	t.Helper()
	return frame{args: append([]string{"vcs", "log"}, args...), family: family}.run(t)
}

// stream checks that stdout is records and one terminal record, and splits it.
func (a answer) stream(t *testing.T) (records []string, terminal answer) {
	t.Helper()
	lines := strings.SplitAfter(a.stdout, "\n")
	if lines[len(lines)-1] != "" {
		t.Fatalf("the last line does not end: %q", a.stdout)
	}
	lines = lines[:len(lines)-1]
	for _, line := range lines[:len(lines)-1] {
		var record map[string]json.RawMessage
		if err := json.Unmarshal([]byte(line), &record); err != nil || record["kind"] != nil {
			t.Fatalf("record %q: %v", line, err)
		}
		records = append(records, strings.TrimSuffix(line, "\n"))
	}
	a.stdout = lines[len(lines)-1]
	return records, a
}

// counts shows the counts of a stamp: "-" for those that are not there.
func counts(s contract.Stamp) string {
	show := func(n *int) string {
		if n == nil {
			return "-"
		}
		return strconv.Itoa(*n)
	}
	truncated := "-"
	if s.Truncated != nil {
		truncated = strconv.FormatBool(*s.Truncated)
	}
	return strings.Join([]string{show(s.RecordsSuppressed), show(s.FilesBudgetDropped), truncated, show(s.TruncatedRecords)}, " ")
}

const (
	recordA = `{"name":"a","size":1,"parts":[{"hash":"h1","path":"<p>"}]}`
	recordB = `{"name":"b","size":2,"text":"a%FFbcdef","text_encoding":"percent","parts":[{"hash":"h2","path":"<p>"}]}`
	recordC = `{"name":"c","size":3,"parts":[{"hash":"h3","path":"<p>"}]}`
	recordD = `{"name":"d","size":4,"parts":[{"hash":"h4","path":"<p>"}],"extra":"x"}`
)

// Every flag on records gives the same records in a document and in a stream,
// and counts what it did. The counts are those of records_suppressed,
// files_budget_dropped, truncated and truncated_records.
func TestFlagsOnRecords(t *testing.T) {
	all := []string{recordA, recordB, recordC, recordD}
	for _, c := range []struct {
		flags   []string
		records []string
		note    string
		counts  string
	}{
		{nil, all, "remark", "- - - -"},
		{[]string{"--filter", ".size > 2"}, []string{recordC, recordD}, "remark", "2 - - -"},
		{[]string{"--filter", "select(.name | IN(\"a\",\"c\"))"}, []string{recordA, recordC}, "remark", "2 - - -"},
		{[]string{"--filter", "false"}, nil, "remark", "4 - - -"},
		{[]string{"--limit", "4"}, all, "remark", "0 0 - -"},
		{[]string{"--limit", "1"}, []string{recordA}, "remark", "3 3 - -"},
		{[]string{"--max", "2"}, []string{recordA, recordB}, "remark", "2 2 - -"},
		// What might not have passed the filter was not cut off by the limit.
		{[]string{"--filter", ".size > 1", "--limit", "1"}, []string{recordB}, "remark", "3 1 - -"},
		{[]string{"--select", "size,name"}, []string{`{"name":"a","size":1}`, `{"name":"b","size":2}`, `{"name":"c","size":3}`, `{"name":"d","size":4}`}, "remark", "0 - - -"},
		{[]string{"--select", "extra"}, []string{`{"extra":"x"}`}, "remark", "3 - - -"},
		{[]string{"--select", "text,parts.path", "--limit", "2"}, []string{`{"parts":[{"path":"<p>"}]}`, `{"text":"a%FFbcdef","text_encoding":"percent","parts":[{"path":"<p>"}]}`}, "remark", "2 1 - -"},
		// The filter sees the record before the selection.
		{[]string{"--select", "name", "--filter", ".size == 3"}, []string{`{"name":"c"}`}, "remark", "3 - - -"},
		{[]string{"--truncate-content", "2"}, []string{recordA, strings.Replace(recordB, "a%FFbcdef", "a%FF", 1), recordC, recordD}, "re", "- - true 2"},
		{[]string{"--truncate-content", "7", "--select", "text"}, []string{`{"text":"a%FFbcdef","text_encoding":"percent"}`}, "remark", "3 - false 0"},
		{[]string{"--max-output-bytes", "8192"}, all, "remark", "0 - false 0"},
	} {
		name := strings.Join(c.flags, " ")
		a := runList(t, lister(first(4)), append(c.flags, "--json")...)
		e := a.envelope(t)
		want := `"data":{"head":"top","entries":[` + strings.Join(c.records, ",") + `],"note":"` + c.note + `"}`
		if !strings.Contains(a.stdout, want) || counts(e.Stamp) != c.counts {
			t.Errorf("%s: json: %s (%s), want %s", name, a.stdout, counts(e.Stamp), want)
		}
		records, terminal := runList(t, lister(first(4)), append(c.flags, "--ndjson")...).stream(t)
		e = terminal.envelope(t)
		want = `"data":{"head":"top","entries_count":` + strconv.Itoa(len(c.records)) + `,"note":"` + c.note + `"}`
		if strings.Join(records, ",") != strings.Join(c.records, ",") || !strings.Contains(terminal.stdout, want) || counts(e.Stamp) != c.counts {
			t.Errorf("%s: ndjson: %q, %s (%s), want %s", name, records, terminal.stdout, counts(e.Stamp), want)
		}
	}
}

func TestFlagsOnRecordsForPeople(t *testing.T) {
	for flags, want := range map[string]string{
		"":                              "a\nb\nc\nd\nhead top, 0 suppressed, limited false\n",
		"--limit 2":                     "a\nb\nhead top, 2 suppressed, limited true\n",
		"--filter .size>2":              "c\nd\nhead top, 2 suppressed, limited false\n",
		"--filter .size>1 --max=2":      "b\nc\nhead top, 2 suppressed, limited true\n",
		"--filter .size>1 --limit 9":    "b\nc\nd\nhead top, 1 suppressed, limited false\n",
		"--filter .size>1 --limit 9 -q": "",
	} {
		if a := runList(t, lister(first(4)), strings.Fields(flags)...); a.stdout != want || a.stderr != "" || a.status != 0 {
			t.Errorf("%s: %+v", flags, a)
		}
	}
}

func TestRefusedFlagsOnRecords(t *testing.T) {
	for args, code := range map[string]string{
		"--select name":                   "usage/flag-conflict",
		"--truncate-content 1":            "usage/flag-conflict",
		"--max-output-bytes 9000":         "usage/flag-conflict",
		"--json --ndjson":                 "usage/flag-conflict",
		"--limit 2 --max 2":               "usage/flag-conflict",
		"--max 2 --limit 3 --json":        "usage/flag-conflict",
		"--limit 0":                       "usage/bad-argument",
		"--max -1":                        "usage/bad-argument",
		"--limit x":                       "usage/bad-argument",
		"--json --truncate-content 0":     "usage/bad-argument",
		"--json --max-output-bytes 4095":  "usage/bad-argument",
		"--json --select name,":           "usage/bad-argument",
		"--json --select .name":           "usage/bad-argument",
		"--json --select name,name":       "usage/bad-argument",
		"--json --select nam":             "usage/unknown-field",
		"--ndjson --select name.x":        "usage/unknown-field",
		"--ndjson --select parts.x":       "usage/unknown-field",
		"--filter .name=":                 "usage/bad-filter",
		"--ndjson --filter env":           "usage/bad-filter",
		"--json --filter $ENV.HOME":       "usage/bad-filter",
		"--json --filter=.name|nosuch(1)": "usage/bad-filter",
	} {
		ran := lister(func(context.Context, *Env, *listing) error {
			t.Errorf("%s: the command ran", args)
			return nil
		})
		a := runList(t, ran, strings.Fields(args)...)
		if a.status != 2 {
			t.Errorf("%s: %+v", args, a)
		}
		if machine := strings.Contains(args, "json"); machine && a.envelope(t).Code != code || !machine && (a.stdout != "" || !strings.HasPrefix(a.stderr, code+": ")) {
			t.Errorf("%s: %+v", args, a)
		}
	}
	plain := with(func(context.Context, *Env) (Result, error) { return &echo{}, nil })
	for _, args := range []string{"--filter .", "--limit 1", "--select args --json", "--truncate-content 1 --ndjson"} {
		if a := runList(t, plain, strings.Fields(args)...); a.status != 2 || !strings.Contains(a.stdout+a.stderr, "usage/flag-conflict") {
			t.Errorf("%s without a list: %+v", args, a)
		}
	}
}

// A command without a list gives the terminal record alone.
func TestStreamWithoutAList(t *testing.T) {
	a := frame{args: []string{"vcs", "log", "--ndjson"}, family: with(func(context.Context, *Env) (Result, error) {
		return &echo{Args: []string{"x"}}, nil
	})}.run(t)
	if records, terminal := a.stream(t); len(records) > 0 || terminal.envelope(t).Data["args"] == nil {
		t.Errorf("%+v", a)
	}
}

// What was given out stays, and the terminal record comes once and last, however
// the command ends.
func TestStreamsThatFail(t *testing.T) {
	three := first(3)
	for name, c := range map[string]struct {
		args    []string
		signal  os.Signal
		work    func(ctx context.Context, env *Env, l *listing) error
		code    string
		status  contract.Status
		records int
	}{
		"failure": {nil, nil, func(ctx context.Context, env *Env, l *listing) error {
			return errors.Join(three(ctx, env, l), contract.Fail("store/verify-failed", nil))
		}, "store/verify-failed", 50, 3},
		"panic": {nil, nil, func(ctx context.Context, env *Env, l *listing) error {
			panic(three(ctx, env, l))
		}, "internal/panic", 1, 3},
		"signal": {nil, syscall.SIGTERM, func(ctx context.Context, env *Env, l *listing) error {
			<-ctx.Done()
			return errors.Join(three(ctx, env, l), ctx.Err())
		}, "interrupted/sigterm", 143, 3},
		"timeout": {[]string{"--timeout", "1ms"}, nil, func(ctx context.Context, env *Env, l *listing) error {
			<-ctx.Done()
			return errors.Join(three(ctx, env, l), ctx.Err())
		}, "timeout/exceeded", 124, 3},
		"filter":         {[]string{"--filter", `if .size == 2 then error("at /home/ann") else true end`}, nil, three, "usage/filter-failed", 2, 1},
		"endless filter": {[]string{"--filter", `.size == 1 or last(repeat(1))`}, nil, three, "usage/filter-failed", 2, 1},
		"many values":    {[]string{"--filter", `if .size == 1 then true else range(1e9) | null end`}, nil, three, "usage/filter-failed", 2, 1},
		"halting filter": {[]string{"--filter", `.size == 1 or halt`}, nil, three, "usage/filter-failed", 2, 1},
	} {
		t.Run(name, func(t *testing.T) {
			var signals chan os.Signal
			if c.signal != nil {
				signals = make(chan os.Signal, 2)
				signals <- c.signal
			}
			args := append([]string{"vcs", "log", "--ndjson"}, c.args...)
			records, terminal := frame{args: args, family: lister(c.work), signals: signals}.run(t).stream(t)
			e := terminal.envelope(t)
			if e.Code != c.code || terminal.status != c.status || len(records) != c.records || e.Data != nil || e.OK {
				t.Errorf("%d records, %+v", len(records), terminal)
			}
		})
	}
}

// A filter that never ends ends with the time limit, and not with the grace of
// commands that do not stop.
func TestTimeLimitInsideAFilter(t *testing.T) {
	start := time.Now()
	a := frame{
		args:   []string{"vcs", "log", "--json", "--timeout", "10ms", "--filter", "last(range(1e12))"},
		family: lister(first(1)), grace: time.Hour,
	}.run(t)
	e := a.envelope(t)
	if a.status != 124 || e.Code != "timeout/exceeded" || e.Error.Context.Facts["still_running"] != nil {
		t.Errorf("%+v", a)
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
}

// A command that goes on after it was given up writes nothing behind the answer
// and changes no count.
func TestStreamOfACommandThatGoesOn(t *testing.T) {
	for _, mode := range []string{"--ndjson", "--json", "--quiet=false"} {
		release, done := make(chan struct{}), make(chan error, 3)
		stubborn := lister(func(ctx context.Context, env *Env, l *listing) error {
			l.Entries = l.Entries.Streaming(func(p *render.Printer, e entry) { p.Linef("%s", e.Name) })
			err := first(2)(ctx, env, l)
			<-release
			_, late := l.Entries.Add(ctx, entryOf(3))
			_, written := env.Stdout.Write([]byte("late"))
			done <- late
			done <- written
			return err
		})
		out := &waiting{}
		a := frame{args: []string{"vcs", "log", mode, "--timeout", "20ms"}, family: stubborn, grace: time.Millisecond, stdout: out}.run(t)
		before := out.String()
		close(release)
		late, written := <-done, <-done
		if a.status != 124 || !errors.Is(late, errEnded) || !errors.Is(written, errEnded) {
			t.Errorf("%s: %d, %v, %v", mode, a.status, late, written)
		}
		if after := out.String(); after != before {
			t.Errorf("%s: %q became %q", mode, before, after)
		}
	}
}

// A record is there for its reader before the command ends.
func TestRecordsGoOutAtOnce(t *testing.T) {
	out := &waiting{}
	a := frame{args: []string{"vcs", "log", "--ndjson"}, stdout: out, family: lister(func(ctx context.Context, env *Env, l *listing) error {
		if err := first(1)(ctx, env, l); err != nil {
			return err
		}
		return out.await(ctx, recordA+"\n")
	})}.run(t)
	if a.status != 0 {
		t.Errorf("%+v, %s", a, out.String())
	}
}

// Nothing of a change is told before it is published.
func TestRecordsOfAChangeWait(t *testing.T) {
	changing := func(fail error) Family {
		return func() []*Command {
			c := lister(func(ctx context.Context, env *Env, l *listing) error {
				return errors.Join(first(2)(ctx, env, l), fail)
			})()
			c[0].Mutates = true
			return c
		}
	}
	if records, terminal := runList(t, changing(nil), "--ndjson").stream(t); len(records) != 2 || terminal.status != 0 {
		t.Errorf("%q, %+v", records, terminal)
	}
	if records, terminal := runList(t, changing(contract.Fail("refs/conflict", nil)), "--ndjson").stream(t); len(records) != 0 || terminal.status != 3 {
		t.Errorf("%q, %+v", records, terminal)
	}
}

// A result whose records the frame has not seen would ignore the flags.
func TestListsOfTheirOwn(t *testing.T) {
	for name, work := range map[string]func(ctx context.Context, env *Env, l *listing) error{
		"zero": func(ctx context.Context, env *Env, l *listing) error {
			l.Entries = List[entry]{}
			return first(1)(ctx, env, l)
		},
		"not the last": func(ctx context.Context, env *Env, l *listing) error {
			NewList[part](env)
			return first(1)(ctx, env, l)
		},
	} {
		for _, args := range []string{"--json", "--ndjson", "--json --limit 1"} {
			if e := runList(t, lister(work), strings.Fields(args)...).lastEnvelope(t); e != "internal/error" {
				t.Errorf("%s %s: %s", name, args, e)
			}
		}
		if a := runList(t, lister(work)); a.status != 1 || !strings.HasPrefix(a.stderr, "internal/error: ") {
			t.Errorf("%s: %+v", name, a)
		}
	}
	empty := lister(func(_ context.Context, _ *Env, l *listing) error {
		l.Entries = List[entry]{}
		return nil
	})
	if a := runList(t, empty, "--json", "--limit", "1"); !a.envelope(t).OK || !strings.Contains(a.stdout, `"entries":[]`) {
		t.Errorf("%+v", a)
	}
}

// lastEnvelope is the code of the envelope that ends stdout.
func (a answer) lastEnvelope(t *testing.T) string {
	t.Helper()
	_, terminal := a.stream(t)
	return terminal.envelope(t).Code
}

// The records of a streaming list and the text of the result come in their
// order, and the list has no items.
func TestStreamingForPeople(t *testing.T) {
	work := lister(func(ctx context.Context, env *Env, l *listing) error {
		l.Entries = l.Entries.Streaming(func(p *render.Printer, e entry) { p.Linef("+ %s", e.Name) })
		return first(3)(ctx, env, l)
	})
	if a := runList(t, work, "--limit", "2"); a.stdout != "+ a\n+ b\nhead top, 1 suppressed, limited true\n" || a.status != 0 {
		t.Errorf("%+v", a)
	}
	if a := runList(t, work, "--quiet"); a.stdout != "" || a.status != 0 {
		t.Errorf("quiet: %+v", a)
	}
	if a := runList(t, work, "--filter", `if .size == 2 then error("no") else . end`); a.stdout != "+ a\n" || a.status != 2 || !strings.HasPrefix(a.stderr, "usage/filter-failed: ") {
		t.Errorf("a filter that fails: %+v", a)
	}
	if a := runList(t, work, "--json"); !strings.Contains(a.stdout, `"entries":[`+recordA) {
		t.Errorf("json: %+v", a)
	}
}

// A list without an end ends when no one reads it any more.
func TestListsStopWithStdout(t *testing.T) {
	endless := lister(func(ctx context.Context, _ *Env, l *listing) error {
		l.Entries = l.Entries.Streaming(func(p *render.Printer, e entry) { p.Linef("%s", e.Name) })
		for i := 1; ; i++ {
			if more, err := l.Entries.Add(ctx, entryOf(i)); err != nil || !more {
				return err
			}
		}
	})
	for _, args := range []string{"", "--ndjson"} {
		a := frame{args: append([]string{"vcs", "log"}, strings.Fields(args)...), family: endless, stdout: failing{syscall.EPIPE}}.run(t)
		if a.status != 141 || a.stderr != "" {
			t.Errorf("%q: %+v", args, a)
		}
	}
	for _, args := range []string{"--limit 3", "--json --max-output-bytes 9000", "--ndjson --max-output-bytes 9000"} {
		if a := runList(t, endless, strings.Fields(args)...); a.status != 0 {
			t.Errorf("%q: %+v", args, a)
		}
	}
}

// Stdout as a whole is never longer than --max-output-bytes, and the counts say
// what is missing.
func TestOutputBudget(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(0, 300).Draw(r, "records")
		size := rapid.SampledFrom([]int{0, 10, 1000, 20_000}).Draw(r, "size")
		note := rapid.SampledFrom([]int{0, 10, 20_000}).Draw(r, "note")
		limit := rapid.OneOf(rapid.Just(minOutput), rapid.IntRange(minOutput, 40_000)).Draw(r, "limit")
		mode := rapid.SampledFrom([]string{"--json", "--ndjson"}).Draw(r, "mode")
		fails := rapid.Bool().Draw(r, "fails")
		args := []string{mode, "--max-output-bytes", strconv.Itoa(limit)}
		if rapid.Bool().Draw(r, "truncate") {
			args = append(args, "--truncate-content", "500")
		}
		a := runList(t, lister(func(ctx context.Context, _ *Env, l *listing) error {
			l.Note = strings.Repeat("é", note)
			for i := range n {
				e := entryOf(i + 1)
				e.Text, e.Encoding = strings.Repeat("x", size), ""
				if more, err := l.Entries.Add(ctx, e); err != nil || !more {
					return err
				}
			}
			if fails {
				return contract.Fail("store/corrupt", contract.Facts{"reason": strings.Repeat("x ", note)})
			}
			return nil
		}), args...)
		if len(a.stdout) > limit {
			r.Fatalf("%d bytes for %d", len(a.stdout), limit)
		}
		records, terminal := a.stream(t)
		e := terminal.envelope(t)
		if next := min(size, 500) + 150; mode == "--ndjson" && note <= 10 && size <= 500 && len(records) < n && len(a.stdout)+next < limit {
			r.Fatalf("%d bytes for %d, and a record of about %d would have had room", len(a.stdout), limit, next)
		}
		given := len(records)
		if list, ok := e.Data["entries"].([]any); ok {
			given = len(list)
		}
		if fails && mode == "--json" || e.Data == nil && !fails {
			return
		}
		if missing := given < n; missing && *e.RecordsSuppressed == 0 || !missing && *e.RecordsSuppressed > 0 || missing && !*e.Truncated {
			r.Fatalf("%d of %d records, %s", given, n, counts(e.Stamp))
		}
	})
}

// Records use the budget up, also the part that is kept for the terminal record
// until its length is known.
func TestBudgetOfRecordsIsUsedUp(t *testing.T) {
	for _, limit := range []int{4096, 4500, 6000, 8192, 40_000} {
		a := runList(t, lister(first(2000)), "--ndjson", "--max-output-bytes", strconv.Itoa(limit))
		if len(a.stdout) > limit || len(a.stdout) < limit-limit/20 {
			t.Errorf("%d bytes for %d", len(a.stdout), limit)
		}
		records, terminal := a.stream(t)
		e := terminal.envelope(t)
		if missing := 2000 - len(records); counts(e.Stamp) != fmt.Sprintf("%d - true 0", missing) ||
			e.Data["entries_count"] != float64(len(records)) {
			t.Errorf("%d records missing: %s, %v", missing, counts(e.Stamp), e.Data["entries_count"])
		}
	}
	// What fits beside the terminal record is not dropped for the reserve.
	whole := runList(t, lister(first(100)), "--ndjson", "--max-output-bytes", "100000").stdout
	if a := runList(t, lister(first(100)), "--ndjson", "--max-output-bytes", strconv.Itoa(len(whole)+1)); a.stdout != whole {
		t.Errorf("%d bytes of %d", len(a.stdout), len(whole))
	}
}

// What a failed command found goes out, though it waited for the end.
func TestWaitingRecordsOfAFailure(t *testing.T) {
	family := lister(func(ctx context.Context, env *Env, l *listing) error {
		_ = first(2000)(ctx, env, l)
		return contract.Fail("store/corrupt", nil)
	})
	a := runList(t, family, "--ndjson", "--max-output-bytes", "6000")
	if records, terminal := a.stream(t); len(records) == 0 || len(a.stdout) > 6000 || len(a.stdout) < 5700 || terminal.envelope(t).Code != "store/corrupt" {
		t.Errorf("%d records, %d bytes", len(records), len(a.stdout))
	}
}

// A document that is shortened counts the records that it still has.
func TestCountsOfAShortenedDocument(t *testing.T) {
	work := lister(func(ctx context.Context, _ *Env, l *listing) error {
		for i := range 10 {
			e := entryOf(i + 1)
			e.Text, e.Encoding = strings.Repeat("x", 1000), ""
			if i == 0 {
				e.Text = "short"
			}
			if _, err := l.Entries.Add(ctx, e); err != nil {
				return err
			}
		}
		return nil
	})
	a := runList(t, work, "--json", "--max-output-bytes", "8192", "--truncate-content", "900")
	e := a.envelope(t)
	given := len(e.Data["entries"].([]any))
	if want := fmt.Sprintf("%d - true %d", 10-given, given-1); counts(e.Stamp) != want || given == 10 || given < 5 {
		t.Errorf("%s, want %s", counts(e.Stamp), want)
	}
	one := lister(func(ctx context.Context, _ *Env, l *listing) error {
		e := entryOf(1)
		e.Text = strings.Repeat("x", 10_000)
		_, err := l.Entries.Add(ctx, e)
		return err
	})
	if a := runList(t, one, "--json", "--max-output-bytes", "8192"); counts(a.envelope(t).Stamp) != "0 - true 1" || len(a.stdout) < 8000 {
		t.Errorf("one record: %s", a.stdout)
	}
}

// Numbers of a record are for the filter what they are.
func TestFilterKeepsPrecision(t *testing.T) {
	work := lister(func(ctx context.Context, _ *Env, l *listing) error {
		_, err := l.Entries.Add(ctx, entry{Size: 9007199254740993})
		return err
	})
	if a := runList(t, work, "--json", "--filter", ".size == 9007199254740993 and .size != 9007199254740992"); !strings.Contains(a.stdout, "9007199254740993") {
		t.Errorf("%+v", a)
	}
	if err := contracttest.CheckFrame([]byte(runList(t, work, "--json").stdout)); err != nil {
		t.Error(err)
	}
}
