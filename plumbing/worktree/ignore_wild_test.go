package worktree

import (
	"strings"
	"testing"
)

// plainMatch is the definition of a match, tried out in every possible way.
// start says that the pattern is at the beginning of a component.
func plainMatch(p, s string, start bool) bool {
	if p == "" {
		return s == ""
	}
	if p[0] == '*' {
		rest := strings.TrimLeft(p, "*")
		far := start && len(p)-len(rest) > 1 && (rest == "" || rest[0] == '/' || strings.HasPrefix(rest, `\/`))
		if far && rest != "" && rest[0] == '/' && plainMatch(rest[1:], s, true) {
			return true
		}
		for n := 0; n <= len(s); n++ {
			if plainMatch(rest, s[n:], false) {
				return true
			}
			if n < len(s) && s[n] == '/' && !far {
				return false
			}
		}
		return false
	}
	n := 1
	var c byte
	switch p[0] {
	case '?', '[':
		set := &byteSet{}
		set.invert()
		if p[0] == '[' {
			if set, n = parseBracket(p); n == 0 {
				return false
			}
		}
		return s != "" && s[0] != '/' && set.has(s[0]) && plainMatch(p[n:], s[1:], false)
	case '\\':
		if len(p) == 1 {
			return false
		}
		n, c = 2, p[1]
	default:
		c = p[0]
	}
	return s != "" && s[0] == c && plainMatch(p[n:], s[1:], c == '/')
}

var wildSeeds = [][2]string{{"a*b?[c-e]", "axxbyd"}, {"**/a/**/b", "x/a/y/z/b"}, {"*/**", "a/b/c"}, {`**\/a`, "x/y/a"}, {"*a*b*/c", "xaxbx/c"},
	{"**", "a/b"}, {"a/**", "a/"}, {"***/x", "y/x"}, {"[[:alpha:]-z]*", "q"}, {"?**/b", "a/b"}, {"**/**/x", "x"}, {"*/a/**/c*d", "x/a/c/ccd"}}

func TestWildcardAgreesWithItsDefinition(t *testing.T) {
	for _, seed := range wildSeeds {
		for _, s := range []string{seed[1], "a", "a/b", "x/a/b", "", "a/a/a/b/b", "x/y/z"} {
			w := compileWildcard(seed[0])
			if got, want := w.match(s), plainMatch(seed[0], s, true); got != want {
				t.Errorf("%q matches %q: %v, want %v", seed[0], s, got, want)
			}
		}
	}
}

func FuzzWildcard(f *testing.F) {
	for _, seed := range wildSeeds {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, p, s string) {
		if len(p) > 16 || len(s) > 16 || strings.Contains(s, "//") || strings.HasPrefix(s, "/") {
			return // the definition is slow, and no path looks like that
		}
		w := compileWildcard(p)
		if got, want := w.match(s), plainMatch(p, s, true); got != want {
			t.Errorf("%q matches %q: %v, want %v", p, s, got, want)
		}
	})
}

func FuzzIgnoreFile(f *testing.F) {
	f.Add("*.o\n!a\n/b/\n# c\n\\#d \n[e", "a/b")
	f.Fuzz(func(t *testing.T, text, path string) {
		if strings.Trim(path, "/") == "" {
			return
		}
		r := (*rules)(nil).push("", []string{text})
		r.ignored(path, true)
		// A pattern of the weakest kind decides nothing before stronger ones.
		if !r.push("", []string{"*"}).ignored(path, false) || r.push("", []string{"!*"}).ignored(path, false) {
			t.Errorf("the stronger file did not decide")
		}
	})
}

// A hostile pattern is refused quickly.
func TestWildcardIsNotExponential(t *testing.T) {
	w := compileWildcard(strings.Repeat("a*", 1000) + "c")
	if w.match(strings.Repeat("a", 4000) + "b") {
		t.Error("matched")
	}
	w = compileWildcard(strings.Repeat("**/a*/", 300) + "c")
	if w.match(strings.Repeat("a/", 1000) + "b") {
		t.Error("matched")
	}
}
