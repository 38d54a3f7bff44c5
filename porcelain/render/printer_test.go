package render

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"
)

// print runs work on a Printer and returns what it wrote.
func printed(look Look, work func(p *Printer)) string {
	var b bytes.Buffer
	p := NewPrinter(&b, look)
	work(p)
	p.Flush()
	return b.String()
}

type bytesLike string

type quiet struct{ s string }

func (q quiet) String() string { return q.s }

func TestEscape(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"plain é 日本", "plain é 日本"},
		{"a\nb\r\t", `a\nb\r\t`},
		{"\x1b[31mred", `\x1b[31mred`},
		{"\x00\x7f\u0085", `\x00\x7f\x85`},
		{"\xff\xfe", "%FF%FE"},
		{"a\u202eb\u2066\u200e\u061c\ufeff\u2028", `a\u202eb\u2066\u200e\u061c\ufeff\u2028`},
		{"\ufffd", "\ufffd"}, // the replacement character itself is harmless
	} {
		if got := Escape(c.in); got != c.want {
			t.Errorf("Escape(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func FuzzEscape(f *testing.F) {
	for _, seed := range []string{"\x1b]0;x\a", "a\u202eb", "\xc3\x28", "é"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Escape(s)
		if !isHarmless(got) {
			t.Errorf("Escape(%q) = %q", s, got)
		}
		if isHarmless(s) && got != s {
			t.Errorf("Escape changes the harmless %q", s)
		}
	})
}

// Every kind of argument is escaped, with the verb and width that it has.
func TestLinefEscapesArguments(t *testing.T) {
	bad, safe := "x\x1by", `x\x1by`
	for _, c := range []struct {
		format string
		args   []any
		want   string
	}{
		{"%s|%v|%q", []any{bad, bad, bad}, safe + "|" + safe + `|"x\x1by"`},
		{"%s %s %s %v", []any{bytesLike(bad), quiet{bad}, errors.New(bad), []string{bad}}, safe + " " + safe + " " + safe + " [" + safe + "]"},
		{"%d %5d %*d %x", []any{1, 2, 4, 3, []byte{0xab}}, "1     2    3 ab"},
		{"%-5s|%5s|", []any{"ab", "cd"}, "ab   |   cd|"},
		{"%v %t %.1f", []any{nil, true, 1.25}, "<nil> true 1.2"},
		{"%v", []any{3 * time.Second}, "3s"},
		{"no arguments", nil, "no arguments"},
	} {
		if got := printed(Look{}, func(p *Printer) { p.Linef(c.format, c.args...) }); got != c.want+"\n" {
			t.Errorf("%q gave %q, want %q", c.format, got, c.want)
		}
	}
}

func TestRawWritesBytesAsTheyAre(t *testing.T) {
	if got := printed(Look{}, func(p *Printer) { p.Raw([]byte("\x00\x1b\xff")) }); got != "\x00\x1b\xff" {
		t.Errorf("got %q", got)
	}
}

var ansi = regexp.MustCompile("\x1b\\[[0-9;]*m")

// everything uses all that a command may print with.
func everything(p *Printer) {
	p.Linef("%s is %s", p.Styled(Strong, "a\x1bb"), p.Styled(Good, "fine"))
	p.Linef("%s", p.Styled(Bad, "joined ")+"with "+p.Styled(Note, "others"))
	p.Linef("%-8s|", p.Styled(Faint, ""))
	p.Linef("%s", "\x1b[31mnot ours\x1b[0m")
	p.Linef("%s", "\x1b[31mfine\x1b[0m and \x1b")
	p.Table([]string{"ID", "NAME"}, [][]string{{p.Styled(Strong, "1"), "long name"}, {"22222", p.Styled(Bad, "x")}, {"3"}})
	p.Linef("%s", p.Styled(Plain, "plain"))
}

// Colour changes no letter, whatever escape sequences the data has.
func TestColorOnlyAddsColor(t *testing.T) {
	plain := printed(Look{}, everything)
	colored := printed(Look{Color: true}, everything)
	if strings.Contains(plain, "\x1b") {
		t.Errorf("an escape character without color:\n%q", plain)
	}
	if got := ansi.ReplaceAllString(colored, ""); got != plain {
		t.Errorf("without its colors the output is\n%q, not\n%q", got, plain)
	}
	if !strings.Contains(colored, "\x1b[32mfine\x1b[0m") || !strings.Contains(colored, "\x1b[31mjoined \x1b[0mwith \x1b[33mothers\x1b[0m") {
		t.Errorf("colors are missing:\n%q", colored)
	}
}

func TestTable(t *testing.T) {
	got := printed(Look{}, func(p *Printer) {
		p.Table([]string{"HASH", "PATH"}, [][]string{{"é", "a\nb"}, {"12345678", ""}, {"x", "y", "z"}})
		p.Table(nil, [][]string{{"only", "rows"}})
		p.Table(nil, nil)
	})
	want := "HASH      PATH\n" +
		"é         a\\nb\n" +
		"12345678\n" +
		"x         y     z\n" +
		"only  rows\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestLookOf(t *testing.T) {
	for _, c := range []struct {
		env      string
		terminal bool
		noColor  bool
		want     Look
	}{
		{"", false, false, Look{false, 96}},
		{"", true, false, Look{true, 96}},
		{"", true, true, Look{false, 96}},
		{"TERM=dumb", true, false, Look{false, 96}},
		{"NO_COLOR=", true, false, Look{false, 96}},
		{"NO_COLOR=1 CLICOLOR_FORCE=1", true, false, Look{false, 96}},
		{"CLICOLOR_FORCE=1", false, false, Look{true, 96}},
		{"CLICOLOR_FORCE=0", false, false, Look{false, 96}},
		{"CLICOLOR_FORCE=1", false, true, Look{false, 96}},
		{"COLUMNS=80", false, false, Look{false, 80}},
		{"COLUMNS=3", false, false, Look{false, 24}},
		{"COLUMNS=999", false, false, Look{false, 160}},
		{"COLUMNS=wide", false, false, Look{false, 96}},
		{"COLUMNS=-5", false, false, Look{false, 96}},
		{"COLUMNS=0", false, false, Look{false, 96}},
		{"COLUMNS=", false, false, Look{false, 96}},
		{"COLUMNS=99999999999999999999", false, false, Look{false, 96}},
		{"COLUMNS=80x", false, false, Look{false, 96}},
		{"CLICOLOR_FORCE=", false, false, Look{false, 96}},
		{"CLICOLOR_FORCE=0", true, false, Look{true, 96}},
		{"CLICOLOR_FORCE=yes TERM=dumb", false, false, Look{true, 96}},
	} {
		lookup := func(name string) (string, bool) {
			for _, setting := range strings.Fields(c.env) {
				if n, v, _ := strings.Cut(setting, "="); n == name {
					return v, true
				}
			}
			return "", false
		}
		if got := LookOf(lookup, c.terminal, c.noColor); got != c.want {
			t.Errorf("%q, terminal %v, no color %v: %+v, want %+v", c.env, c.terminal, c.noColor, got, c.want)
		}
	}
}

type broken struct{ writes int }

func (b *broken) Write([]byte) (int, error) {
	b.writes++
	return 0, io.ErrShortWrite
}

func TestFlushReportsTheFirstError(t *testing.T) {
	w := &broken{}
	p := NewPrinter(w, Look{})
	for range 3 {
		p.Linef("%s", strings.Repeat("x", 64<<10))
	}
	if err := p.Flush(); err != io.ErrShortWrite || w.writes != 1 {
		t.Errorf("%v after %d writes", err, w.writes)
	}
	if NewPrinter(w, Look{}).look.Width != DefaultWidth {
		t.Error("no default width")
	}
}

func TestBytes(t *testing.T) {
	for n, want := range map[uint64]string{
		0: "0 B", 1023: "1023 B", 1024: "1.0 KiB", 1500: "1.5 KiB", 1023 << 10: "1.0 MiB",
		5 << 20: "5.0 MiB", 1 << 63: "8.0 EiB", 1<<64 - 1: "16.0 EiB",
	} {
		if got := Bytes(n); got != want {
			t.Errorf("Bytes(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestCount(t *testing.T) {
	for _, c := range []struct {
		n          int
		noun, want string
	}{{0, "file", "0 files"}, {1, "file", "1 file"}, {2, "entry", "2 entries"}} {
		if got := Count(c.n, c.noun); got != c.want {
			t.Errorf("Count = %q, want %q", got, c.want)
		}
	}
}

// clock is a clock that the test moves.
type clock struct{ now time.Time }

func (c *clock) read() time.Time { return c.now }

func TestProgressLine(t *testing.T) {
	var b bytes.Buffer
	c := &clock{now: time.Unix(1000, 0)}
	p := newProgress(&b, ProgressAuto, "storing\x1b", c.read)
	p.Total(10, 4<<20)
	p.Add(1, 1<<20)
	p.show()
	if b.Len() > 0 {
		t.Errorf("shown at once: %q", b.String())
	}
	c.now = c.now.Add(2 * time.Second)
	p.show()
	if want := "\r" + `storing\x1b: 1 of 10, 1.0 MiB of 4.0 MiB, 512.0 KiB/s, 6s left` + "\x1b[K"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
	b.Reset()
	p.End()
	p.End()
	if b.String() != "\r\x1b[K" {
		t.Errorf("the line stays: %q", b.String())
	}
}

func TestProgressPlain(t *testing.T) {
	var b bytes.Buffer
	c := &clock{now: time.Unix(1000, 0)}
	p := newProgress(&b, ProgressPlain, "reading", c.read)
	p.Add(5, 0)
	c.now = c.now.Add(time.Second)
	p.show()
	p.Total(10, 0)
	p.show()
	p.End()
	if want := "reading: 5\nreading: 5 of 10, 1s left\n"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
}

func TestProgressJSON(t *testing.T) {
	var b bytes.Buffer
	c := &clock{now: time.Unix(1000, 0)}
	p := newProgress(&b, ProgressJSON, "reading", c.read)
	p.Add(5, 7)
	p.End()
	if want := `{"type":"progress","label":"reading","objects":5,"bytes":7,"elapsed_ms":0,"done":true}` + "\n"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
}

// A nil Progress, which is what mode off gives, does nothing; several
// goroutines may use one.
func TestProgressIsSafe(t *testing.T) {
	off := StartProgress(io.Discard, ProgressOff, "x")
	if off != nil {
		t.Fatal("mode off is not nil")
	}
	off.Add(1, 1)
	off.Total(1, 1)
	off.End()
	p := StartProgress(io.Discard, ProgressJSON, "x")
	done := make(chan bool)
	for range 4 {
		go func() {
			for range 1000 {
				p.Add(1, 1)
				p.Total(4000, 4000)
				p.show()
			}
			done <- true
		}()
	}
	for range 4 {
		<-done
	}
	p.End()
	if p.objects != 4000 || p.bytes != 4000 {
		t.Errorf("%d objects, %d bytes", p.objects, p.bytes)
	}
	if fmt.Sprint(Modes) != "[auto plain json off]" {
		t.Errorf("modes %v", Modes)
	}
}
