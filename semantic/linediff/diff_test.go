package linediff

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var algorithms = []Algorithm{Histogram, Myers, Patience}

// checkScript fails unless the script turns a into b and is in its one form.
func checkScript(t interface {
	Helper()
	Fatalf(string, ...any)
}, a, b [][]byte, script []Edit) {
	t.Helper()
	i, j := 0, 0
	for n, e := range script {
		if e.A0 < i || e.A1 < e.A0 || e.B1 < e.B0 || e.A1 == e.A0 && e.B1 == e.B0 {
			t.Fatalf("edit %d of %v is out of order or empty", n, script)
		}
		if e.A0-i != e.B0-j || n > 0 && e.A0 == i {
			t.Fatalf("edit %d of %v does not follow equal lines", n, script)
		}
		i, j = e.A1, e.B1
	}
	if len(a)-i != len(b)-j {
		t.Fatalf("%v leaves %d and %d lines at the end", script, len(a)-i, len(b)-j)
	}
	if got := bytes.Join(Apply(a, b, script), nil); !bytes.Equal(got, bytes.Join(b, nil)) {
		t.Fatalf("script %v gives %q, not %q", script, got, bytes.Join(b, nil))
	}
}

// text draws lines of few kinds, so that they repeat.
func text(kinds int) *rapid.Generator[[][]byte] {
	return rapid.Custom(func(t *rapid.T) [][]byte {
		letters := rapid.SliceOfN(rapid.IntRange(0, kinds-1), 0, 60).Draw(t, "lines")
		var out bytes.Buffer
		for _, n := range letters {
			if n == 5 {
				out.WriteByte('\n')
				continue
			}
			fmt.Fprintf(&out, "%s%c\n", strings.Repeat(" ", n%3), 'a'+n)
		}
		content := out.Bytes()
		if len(content) > 0 && rapid.Bool().Draw(t, "no end") {
			content = content[:len(content)-1]
		}
		return Split(content)
	})
}

// code draws a text of indented blocks, of which there are few, so that those that
// come and go can slide.
var code = rapid.Custom(func(t *rapid.T) [][]byte {
	blocks := rapid.SliceOfN(rapid.SampledFrom([]string{
		"func f() {\n\tx()\n}\n", "func g() {\n\tx()\n\n\ty()\n}\n", "\tif x {\n\t\ty()\n\t}\n", "    for:\n        y\n\n",
		"\n", "\n", "}\n", "\t}\n", "# note\n", "  - item\n    more\n", "end\n", "\r\n", " \t\n", "/*\n * text\n */\n",
	}), 0, 14).Draw(t, "blocks")
	return Split([]byte(strings.Join(blocks, "")))
})

// spliced draws what the text becomes when some lines go and others come, of which
// many are copies.
func spliced(t *rapid.T, a [][]byte) [][]byte {
	at := rapid.IntRange(0, len(a)).Draw(t, "at")
	to := rapid.IntRange(at, len(a)).Draw(t, "to")
	from := rapid.IntRange(0, at).Draw(t, "copy from")
	var out [][]byte
	out = append(out, a[:at]...)
	switch rapid.IntRange(0, 2).Draw(t, "what") {
	case 0: // a[at:to] goes
		at = to
	case 1: // a[from:at] comes twice
		out = append(out, a[from:at]...)
	case 2:
		out = append(out, code.Draw(t, "new")...)
	}
	return append(out, a[at:]...)
}

func TestScriptGivesTheSecondText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kinds := rapid.IntRange(1, 12).Draw(t, "kinds")
		a, b := text(kinds).Draw(t, "a"), text(kinds).Draw(t, "b")
		opts := Options{
			Algorithm: rapid.SampledFrom(algorithms).Draw(t, "algorithm"),
			NoIndent:  rapid.Bool().Draw(t, "no indent"),
			MaxSteps:  rapid.SampledFrom([]int{0, 1, 10, 50, 100, 300}).Draw(t, "steps"),
		}
		script := DiffWith(a, b, opts)
		checkScript(t, a, b, script)
		checkScript(t, b, a, Reverse(script))
	})
}

func TestSplitKeepsEveryByte(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		content := []byte(rapid.StringMatching(`[ab\r\n\x00]{0,40}`).Draw(t, "content"))
		lines := Split(content)
		if got := bytes.Join(lines, nil); !bytes.Equal(got, content) {
			t.Fatalf("%q is split into %q", content, lines)
		}
		for i, line := range lines {
			if at := bytes.IndexByte(line, '\n'); at >= 0 && at != len(line)-1 || at < 0 && i != len(lines)-1 {
				t.Fatalf("line %d of %q is %q", i, content, line)
			}
		}
	})
}
