package coreform_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/semantic/coreform"
)

const many = 100_000

// Nesting is refused at the bracket that goes too deep, whatever the brackets.
func TestDeepSources(t *testing.T) {
	for _, opener := range []string{"(", "[", "{", "'", "(a ", "{a ", "[a "} {
		_, err := coreform.Read([]byte(strings.Repeat(opener, many)))
		var failed *coreform.SyntaxError
		if !errors.As(err, &failed) || failed.Msg != coreform.ErrTooDeep.Error() || failed.At != coreform.MaxDepth*len(opener) {
			t.Errorf("%s: %v", opener, err)
		}
	}
}

// What may be read may be printed and read again.
func TestDeepestSource(t *testing.T) {
	src := strings.Repeat("(a ", coreform.MaxDepth) + strings.Repeat(")", coreform.MaxDepth)
	m, err := coreform.Read([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	out, err := m.Text()
	if err != nil {
		t.Fatal(err)
	}
	again, err := coreform.Read(out)
	if err != nil || !coreform.Equal(m.Forms[0], again.Forms[0]) {
		t.Errorf("it reads as something else: %v", err)
	}
	doc, err := coreform.Language{}.Parse([]byte("'" + src[len("(a "):len(src)-1]))
	if err != nil || len(doc.Units()) != 1 {
		t.Error(err)
	}
}

// Sugar may stand for more nesting than there may be.
func TestDeepSugar(t *testing.T) {
	var params strings.Builder
	for i := range many {
		params.WriteString("p")
		for ; i > 0; i /= 10 {
			params.WriteByte(byte('0' + i%10))
		}
		params.WriteByte(' ')
	}
	for name, src := range map[string]string{
		"call": "b (f" + strings.Repeat(" a", many) + ")",
		"fn":   "b (fn (" + params.String() + ") x)",
	} {
		m, err := coreform.Read([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		if _, err = m.Canonical(); err == nil || err.Error() != "canonicalize form 1: nesting deeper than 10000" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Deep forms have long texts; many of them together are refused soon.
func TestLongTexts(t *testing.T) {
	src := strings.Repeat("'"+strings.Repeat("[", 9000)+strings.Repeat("]", 9000)+"\n", 50)
	m, err := coreform.Read([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Hash(); !errors.Is(err, coreform.ErrTooLong) {
		t.Errorf("hash: %v", err)
	}
}

func TestLongTokens(t *testing.T) {
	long := strings.Repeat("a", coreform.MaxToken+1)
	for _, src := range []string{long, `"` + long + `"`, `b"` + long + `"`, "1" + strings.Repeat("0", coreform.MaxToken)} {
		_, err := coreform.Read([]byte("x " + src))
		var failed *coreform.SyntaxError
		if !errors.As(err, &failed) || failed.At != 2 || !strings.Contains(failed.Msg, "longer than") {
			t.Errorf("%.10s…: %v", src, err)
		}
	}
	if _, err := coreform.Read([]byte(";" + long + "\n" + long[1:])); err != nil {
		t.Error(err)
	}
}

// Wide and long inputs take time in proportion.
func TestWideSources(t *testing.T) {
	for name, src := range map[string]string{
		"forms":        strings.Repeat("(def a 1)\n", many),
		"list":         "'(" + strings.Repeat("a ", many) + ")",
		"map":          "{" + strings.Repeat("a 1 ", many) + "}",
		"begin":        "(begin " + strings.Repeat("(f x) ", many) + ")",
		"comments":     strings.Repeat("; c\n", many) + "(f" + strings.Repeat(" ; c\n", many) + "x)",
		"spaces":       "(f" + strings.Repeat(" \n", many) + "x)",
		"one line":     strings.Repeat("a ", many),
		"strings":      strings.Repeat("\"\\n\" ", many),
		"no end":       strings.Repeat("; c\n", many),
		"escaped ends": `x "` + strings.Repeat("\\\"\n", many) + `"`,
	} {
		content := []byte(src)
		doc, err := coreform.Language{}.Parse(content)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(doc.Units()) == 0 && name != "no end" {
			t.Errorf("%s has no units", name)
		}
		if n := len(coreform.Language{}.Tokens(content[:len(content)-1])); n == 0 {
			t.Errorf("%s has no tokens", name)
		}
	}
}
