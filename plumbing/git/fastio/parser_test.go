package fastio

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

const someone = "committer C <c@d> 2 +0000\n"

// drain reads a whole stream and says what it held.
func drain(r io.Reader) (seen []string, err error) {
	p := NewParser(r)
	say := func(format string, args ...any) { seen = append(seen, fmt.Sprintf(format, args...)) }
	for {
		command, err := p.Next()
		if errors.Is(err, io.EOF) {
			return seen, nil
		}
		if err != nil {
			return seen, err
		}
		switch c := command.(type) {
		case *Blob:
			data, err := io.ReadAll(p.Data())
			if err != nil {
				return seen, err
			}
			say("blob :%d %q", c.Mark, data)
		case *Commit:
			say("commit %s :%d %q from %q %q", c.Ref, c.Mark, c.Message, c.From, c.Merges)
			for {
				change, err := p.Change()
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					return seen, err
				}
				line := fmt.Sprintf("%c %s %s %q %q", change.Kind, change.Mode, change.Object, change.Path, change.To)
				if change.Object == "inline" {
					data, err := io.ReadAll(p.Data())
					if err != nil {
						return seen, err
					}
					line += fmt.Sprintf(" %q", data)
				}
				say("%s", line)
			}
		case *Tag:
			say("tag %s of %s %q", c.Name, c.From, c.Message)
		case *Reset:
			say("reset %s %q", c.Ref, c.From)
		case *Alias:
			say("alias :%d %s", c.Mark, c.To)
		}
	}
}

func TestParser(t *testing.T) {
	stream := "feature done\n# a comment\nblob\nmark :1\noriginal-oid " + strings.Repeat("1", 40) + "\ndata 4\none\n\n" +
		"blob\ndata <<END\ntwo\nlines\nEND\n" +
		"reset refs/heads/main\ncommit refs/heads/main\nmark :2\nauthor A <a@b> 1 +0000\n" + someone + "encoding latin1\ndata 2\nm\n" +
		"M 100644 :1 a b\nM 644 inline \"q\\303\\274\\n\"\ndata 1\nx\nM 160000 " + strings.Repeat("2", 40) + " sub\nD gone\nR a b\nC \"a\\\"\" c d\ndeleteall\n\n" +
		"progress half\ncheckpoint\ncommit refs/heads/main\n" + someone + "data 0\nfrom :2\nmerge :2\nmerge refs/heads/x^0\n\n" +
		"tag v1\nfrom :2\ntagger T <t@u> 3 +0000\ndata 3\nrel\nalias\nmark :9\nto :2\nreset refs/tags/l\nfrom :2\n\ndone\ngarbage\n"
	want := []string{
		`blob :1 "one\n"`, `blob :0 "two\nlines\n"`, `reset refs/heads/main ""`, `commit refs/heads/main :2 "m\n" from "" []`,
		`M file :1 "a b" ""`, `M file inline "qü\n" "" "x"`, `M gitlink ` + strings.Repeat("2", 40) + ` "sub" ""`, `D   "gone" ""`,
		`R   "a" "b"`, `C   "a\"" "c d"`, `*   "" ""`,
		`commit refs/heads/main :0 "" from ":2" [":2" "refs/heads/x^0"]`, `tag v1 of :2 "rel"`, `alias :9 :2`, `reset refs/tags/l ":2"`,
	}
	seen, err := drain(strings.NewReader(stream))
	if err != nil || strings.Join(seen, "\n") != strings.Join(want, "\n") {
		t.Errorf("%v\n%s", err, strings.Join(seen, "\n"))
	}
}

// hostile are streams that are refused: where, and why.
var hostile = map[string]struct {
	stream string
	line   int
	offset int64
	reason string
}{
	"no command":        {"blob\ndata 1\nx\nfrobnicate\n", 4, 14, "no command"},
	"binary":            {"\x00\xff\n", 1, 0, "no command"},
	"endless line":      {strings.Repeat("x", 2*maxLine), 1, 0, "longer than"},
	"mark zero":         {"blob\nmark :0\ndata 0\n", 2, 5, "no mark"},
	"mark negative":     {"blob\nmark :-1\ndata 0\n", 2, 5, "no mark"},
	"mark huge":         {"blob\nmark :99999999999999999999\ndata 0\n", 2, 5, "no mark"},
	"data negative":     {"blob\ndata -1\n", 2, 5, "no size"},
	"data of no size":   {"blob\ndata x\n", 2, 5, "no size"},
	"data cut off":      {"blob\ndata 10\nabc\n", 2, 5, "ends 6 bytes before"},
	"data absurd":       {"blob\ndata 9000000000000000000\nabc", 2, 5, "before the data does"},
	"data unended":      {"blob\ndata <<E\nabc\n", 2, 5, "before the data does"},
	"data missing":      {"blob\nmark :1\n", 3, 13, "data is expected"},
	"no committer":      {"commit refs/heads/a\ndata 0\n", 2, 20, "without a committer"},
	"odd person":        {"commit refs/heads/a\ncommitter nobody\ndata 0\n", 2, 20, "NAME <EMAIL>"},
	"date of words":     {"commit refs/heads/a\ncommitter C <c@d> now\ndata 0\n", 2, 20, "raw format"},
	"date of no zone":   {"commit refs/heads/a\ncommitter C <c@d> 1 0000\ndata 0\n", 2, 20, "raw format"},
	"date behind date":  {"commit refs/heads/a\ncommitter C <c@d> 1 +0000 x\ndata 0\n", 2, 20, "raw format"},
	"no address":        {"commit refs/heads/a\ncommitter C c@d> 1 +0000\ndata 0\n", 2, 20, "NAME <EMAIL>"},
	"two addresses":     {"commit refs/heads/a\ncommitter C <c<d> 1 +0000\ndata 0\n", 2, 20, "NAME <EMAIL>"},
	"person with a NUL": {"commit refs/heads/a\nauthor A\x00 <a@b> 1 +0000\n" + someone + "data 0\n", 2, 20, "NAME <EMAIL>"},
	"promised done":     {"feature done\nreset refs/heads/a\n", 3, 32, "without the done"},
	"date of rfc 2822":  {"feature date-format=rfc2822\n", 1, 0, "raw format"},
	"unknown feature":   {"feature import-marks=/etc/passwd\n", 1, 0, "not known"},
	"cat-blob":          {"cat-blob :1\n", 1, 0, "no way back"},
	"export-marks":      {"feature export-marks=/tmp/marks\n", 1, 0, "not known"},
	"signature":         {"commit refs/heads/a\n" + someone + "gpgsig md5 openpgp\ndata 0\n", 3, 46, "gpgsig is for"},
	"signed twice":      {"commit refs/heads/a\n" + someone + "gpgsig sha1 openpgp\ndata 1\nx\ngpgsig sha1 ssh\ndata 1\ny\n", 6, 75, "once each"},
	"signature cut off": {"commit refs/heads/a\n" + someone + "gpgsig sha1 openpgp\ndata 9\nx\n", 4, 66, "ends 7 bytes before"},
	"tag of nothing":    {"tag v1\ntagger T <t@u> 3 +0000\ndata 0\n", 2, 7, "nothing"},
	"parent directory":  {"commit refs/heads/a\n" + someone + "data 0\nM 100644 :1 a/../b\n", 4, 53, "component"},
	"absolute path":     {"commit refs/heads/a\n" + someone + "data 0\nM 100644 :1 /etc/passwd\n", 4, 53, "component"},
	"alias of .git":     {"commit refs/heads/a\n" + someone + "data 0\nM 100644 :1 a/.Git/hooks\n", 4, 53, "alias of .git"},
	"alias of .genesis": {"commit refs/heads/a\n" + someone + "data 0\nD .genesis\n", 4, 53, "alias of .genesis"},
	"quoted nul":        {"commit refs/heads/a\n" + someone + "data 0\nD \"a\\000b\"\n", 4, 53, "NUL"},
	"open quote":        {"commit refs/heads/a\n" + someone + "data 0\nD \"a\n", 4, 53, "closing quote"},
	"bad escape":        {"commit refs/heads/a\n" + someone + "data 0\nD \"\\x41\"\n", 4, 53, "escape"},
	"behind a quote":    {"commit refs/heads/a\n" + someone + "data 0\nD \"a\"b\n", 4, 53, "follows the path"},
	"unknown mode":      {"commit refs/heads/a\n" + someone + "data 0\nM 100 :1 a\n", 4, 53, "no mode"},
	"file as root":      {"commit refs/heads/a\n" + someone + "data 0\nM 100644 :1 \n", 4, 53, "root"},
	"half a change":     {"commit refs/heads/a\n" + someone + "data 0\nM 100644\n", 4, 53, "M MODE OBJECT PATH"},
	"inline directory":  {"commit refs/heads/a\n" + someone + "data 0\nM 40000 inline d\n", 4, 53, "cannot stand"},
	"one path":          {"commit refs/heads/a\n" + someone + "data 0\nR a\n", 4, 53, "two paths"},
	"deep":              {"commit refs/heads/a\n" + someone + "data 0\nD " + strings.Repeat("d/", 5000) + "f\n", 4, 53, "components"},
	"long name":         {"commit refs/heads/a\n" + someone + "data 0\nD " + strings.Repeat("n", 5000) + "\n", 4, 53, "more than 4096"},
}

func TestHostileStreams(t *testing.T) {
	for name, test := range hostile {
		_, err := drain(strings.NewReader(test.stream))
		var bad *StreamError
		if !errors.As(err, &bad) || !strings.Contains(bad.Reason, test.reason) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if bad.Line != test.line || bad.Offset != test.offset {
			t.Errorf("%s: line %d, byte %d: %v", name, bad.Line, bad.Offset, err)
		}
	}
}

func FuzzParser(f *testing.F) {
	for _, test := range hostile {
		if len(test.stream) < 10_000 {
			f.Add([]byte(test.stream))
		}
	}
	f.Add([]byte("blob\nmark :1\ndata 1\nx\ncommit refs/heads/a\n" + someone + "data 1\nm\nM 644 :1 a\nR a \"b\\t\"\n\ntag t\nfrom :1\ndata 0\n"))
	f.Fuzz(func(t *testing.T, stream []byte) {
		_, err := drain(strings.NewReader(string(stream)))
		var bad *StreamError
		if err == nil {
			return
		}
		if !errors.As(err, &bad) || bad.Line < 0 || bad.Offset < 0 || bad.Offset > int64(len(stream)) {
			t.Errorf("%q: %v", stream, err)
		}
	})
}
