package helpcmd

import (
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/cli"
)

// Text that looks like roff stays text.
func TestManPageEscapes(t *testing.T) {
	page := string(ManPage(cli.Manual{
		Words: "vcs log",
		About: ".TH is no macro here",
		Text: []cli.Paragraph{
			{Text: ".SH it's a \\backslash, --a-flag, ~ ^ ` and …"},
			{Text: "'quoted first"},
			{Text: "  .nf\n  'x'", Verbatim: true},
		},
		Sections: []cli.Section{
			{Title: cli.UsageSection, Lines: []string{".usage"}},
			{Title: cli.FlagSection, Entries: []cli.Entry{{Term: `    --say "WORD"`, Text: ".B text"}}},
		},
		SeeAlso: []string{"", "vcs"},
	}))
	want := `.TH "GENESIS\-VCS\-LOG" "1" "" "genesis" "Genesis Manual"
.SH "NAME"
genesis\-vcs\-log \- .TH is no macro here
.SH "SYNOPSIS"
.nf
\&.usage
.fi
.SH "DESCRIPTION"
\&.SH it\(aqs a \ebackslash, \-\-a\-flag, \(ti \(ha \(ga and \[u2026]
.PP
\&\(aqquoted first
.PP
.nf
  .nf
  \(aqx\(aq
.fi
.SH "OPTIONS"
.TP
.B "\-\-say \(dqWORD\(dq"
\&.B text
.SH "SEE ALSO"
.BR "genesis" "(1),"
.BR "genesis\-vcs" "(1)"
`
	if page != want {
		t.Errorf("got\n%s\nwant\n%s", page, want)
	}
}

// No script has anything of the machine that it is made on, and every shell that
// the command takes has one.
func TestCompletionScripts(t *testing.T) {
	for _, shell := range completionCommand().Args[0].Values {
		script, err := completionScript(shell)
		if err != nil || !strings.Contains(string(script), "__complete") {
			t.Errorf("%s: %v\n%s", shell, err, script)
		}
	}
}
