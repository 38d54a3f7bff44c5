package fields

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
)

func TestEncode(t *testing.T) {
	for bytes, want := range map[string][2]string{
		"":             {"", ""},
		"plain 100%":   {"plain 100%", ""}, // UTF-8 stays as it is
		"é\n\x00":      {"é\n\x00", ""},
		"a\xff%é":      {"a%FF%25é", Percent},
		"\xc3":         {"%C3", Percent},
		"\ufffd":       {"\ufffd", ""}, // the replacement character itself is UTF-8
		"\ufffd\xfe":   {"\ufffd%FE", Percent},
		"\xed\xa0\x80": {"%ED%A0%80", Percent}, // a lone surrogate is not
	} {
		if text, encoding := Encode(bytes); text != want[0] || encoding != want[1] {
			t.Errorf("Encode(%q) = %q, %q, want %q", bytes, text, encoding, want)
		}
	}
}

// What was encoded can be decoded again, whatever the bytes are.
func FuzzEncodeIsLossless(f *testing.F) {
	f.Add("a\xff%é")
	f.Add("%25")
	f.Fuzz(func(t *testing.T, bytes string) {
		text, encoding := Encode(bytes)
		if !utf8.ValidString(text) {
			t.Fatalf("%q is not UTF-8", text)
		}
		if encoding == Percent {
			text = decode(t, text)
		}
		if text != bytes {
			t.Errorf("%q became %q", bytes, text)
		}
	})
}

func decode(t *testing.T, text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			b.WriteByte(text[i])
			continue
		}
		hi, lo := strings.IndexByte("0123456789ABCDEF", text[i+1]), strings.IndexByte("0123456789ABCDEF", text[i+2])
		if hi < 0 || lo < 0 {
			t.Fatalf("%q has a bad escape", text)
		}
		b.WriteByte(byte(hi<<4 | lo))
		i += 2
	}
	return b.String()
}

func TestSubject(t *testing.T) {
	for message, want := range map[string]string{
		"": "", "one": "one", "\n\n first \r\nsecond": " first", "a\n\nb": "a",
	} {
		if got := Subject(message); got != want {
			t.Errorf("Subject(%q) = %q, want %q", message, got, want)
		}
	}
}

func TestLimits(t *testing.T) {
	good := map[string]uint64{"1": 1, "2k": 2 << 10, "500M": 500 << 20, "3G": 3 << 30, "1T": 1 << 40}
	for text, want := range good {
		var l Limits
		fs := pflag.NewFlagSet("", pflag.ContinueOnError)
		l.Register(fs)
		var o worktree.Options
		if err := fs.Parse([]string{"--max-file", text, "--max-files", "7"}); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if l.Apply(&o); o.MaxFile != want || o.MaxFiles != 7 {
			t.Errorf("%s: %+v", text, o)
		}
		if got := fs.Lookup("max-file").Value.String(); !strings.EqualFold(got, text) {
			t.Errorf("%s: the flag says %s", text, got)
		}
	}
	var l Limits
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	l.Register(fs)
	var o worktree.Options
	l.Apply(&o)
	if o.MaxFile != worktree.DefaultMaxFile || o.MaxFiles != worktree.DefaultMaxFiles {
		t.Errorf("without flags: %+v", o)
	}
	for flag, want := range map[string]string{"max-file": "1G", "max-files": "1000000"} {
		if got := fs.Lookup(flag).DefValue; got != want {
			t.Errorf("the default of --%s is %s, want %s", flag, got, want)
		}
	}
	for _, text := range []string{"", "0", "-1", "1.5", "x"} {
		if err := fs.Set("max-files", text); err == nil {
			t.Errorf("%q files were accepted", text)
		}
	}
	for _, text := range []string{"", "0", "M", "1Q", "1MM", "-1", "1.5G", "99999999999T", "18446744073709551616"} {
		var s byteSize
		if err := s.Set(text); err == nil {
			t.Errorf("%q was accepted as %d", text, s)
		}
	}
}

func TestTimesOfPeople(t *testing.T) {
	p := objects.Person{Name: "A\xff", Email: "a@b", Seconds: 1580699106, Zone: "+0130"}
	if got := LocalTime(p); got != "2020-02-03 04:35 +0130" {
		t.Errorf("LocalTime = %q", got)
	}
	p.Zone = "odd"
	if got := LocalTime(p); got != "2020-02-03 03:05 +0000" {
		t.Errorf("LocalTime of an odd zone = %q", got)
	}
	got := PersonOf(p)
	want := Person{
		Name: "A%FF", NameEncoding: Percent, Email: "a@b", Seconds: p.Seconds, Zone: "odd", Time: "2020-02-03T03:05:06Z",
	}
	if got != want {
		t.Errorf("PersonOf = %+v, want %+v", got, want)
	}
}
