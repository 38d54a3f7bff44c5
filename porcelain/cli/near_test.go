package cli

import "testing"

func TestWhatIsNear(t *testing.T) {
	for _, c := range []struct {
		word, meant string
		near        bool
	}{
		{"get", "gett", true}, // an edit
		{"gett", "get", true},
		{"nme", "name", true},
		{"mian", "main", true}, // two neighbors
		{"toady", "today", true},
		{"tga", "tag", true},
		{"statsu", "status", true},
		{"snpashto", "snapshot", false}, // two such pairs are four edits
		{"statuss", "status", true},
		{"chekout", "checkout", true},
		{"chekuot", "checkout", false},
		{"prefiux", "prefix", true},
		{"brnach", "branch", true},
		{"brnahc", "branch", false},

		// Short words are other words soon.
		{"nope", "op", false},
		{"x", "op", false},
		{"po", "op", false},
		{"vc", "vcs", false},
		{"undo", "redo", false},
		{"clean", "clear", true},
		{"clone", "clear", false},

		// Other numbers are other things.
		{"v1.2.0", "v1.2.1", false},
		{"v1.20", "v12.0", false},
		{"v1.2", "v12", false},
		{"version", "version2", false},
		{"release-2023", "release-2024", false},
		{"release-2032", "release-2023", false},
		{"relaese-2023", "release-2023", true},
		{"a1bcd", "1abcd", false},
		{"main2", "main", false},

		// The space of a name makes it no longer.
		{"refs/heads/ab", "refs/heads/cd", false},
		{"refs/heads/nope", "refs/heads/op", false},
		{"refs/heads/mian", "refs/heads/main", true},
		{"refs/head/main", "refs/heads/main", true},
		{"store/bsy", "store/busy", true},
		{"author.emial", "author.email", true},
		{"author.nm", "author.id", false},
	} {
		if got := isNear(c.word, c.meant); got != c.near {
			t.Errorf("%q and %q: %v", c.word, c.meant, got)
		}
	}
}

func TestNearestIsOne(t *testing.T) {
	for word, want := range map[string]string{"man": "main", "appl": "", "gett": "get", "none": ""} {
		near, ok := Nearest(word, []string{"main", "apple", "apply", "get"})
		if near != want || ok != (want != "") {
			t.Errorf("%q: %q %v", word, near, ok)
		}
	}
	if near, ok := Nearest("mian", []string{"main", "main"}); near != "main" || !ok {
		t.Errorf("of the same word twice: %q %v", near, ok)
	}
}

func TestExpressionsOfRevisions(t *testing.T) {
	for revision, want := range map[string]bool{
		"main": false, "v1.2": false, "a@b": false, "main~1": true, "main^": true, "a..b": true, "main@{1}": true,
	} {
		if got := isExpression(revision); got != want {
			t.Errorf("%q: %v", revision, got)
		}
	}
}
