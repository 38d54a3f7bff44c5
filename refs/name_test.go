package refs

import (
	"errors"
	"os/exec"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestParseNameAccepts(t *testing.T) {
	for name, short := range map[string]string{
		"refs/heads/main":                 "main",
		"refs/heads/a/b/c":                "a/b/c",
		"refs/heads/@a":                   "@a",
		"refs/heads/a-":                   "a-",
		"refs/heads/größe/日本":             "größe/日本",
		"refs/heads/family-👩\u200d💻":      "family-👩\u200d💻", // a joiner inside a name hides nothing
		"refs/heads/git":                  "git",
		"refs/heads/genesis":              "genesis",
		"refs/tags/v1.0":                  "v1.0",
		"refs/remotes/origin/main":        "origin/main",
		"refs/remotes/origin/HEAD":        "origin/HEAD",
		"refs/sessions/0123":              "0123",
		"refs/attestations":               "attestations",
		"refs/git-map":                    "git-map",
		"refs/git/notes/commits":          "notes/commits",
		"refs/git/stash":                  "stash",
		Heads + strings.Repeat("x", 1013): strings.Repeat("x", 1013),
	} {
		got, err := ParseName(name)
		if err != nil || string(got) != name {
			t.Errorf("ParseName(%q) = %q, %v", name, got, err)
		}
		if got.Short() != short {
			t.Errorf("%q.Short() = %q, want %q", name, got.Short(), short)
		}
	}
}

func TestParseNameRefuses(t *testing.T) {
	for name, rule := range map[string]string{
		"":                                "is empty",
		"main":                            "has only one component",
		"refs/heads":                      "is outside of",
		"refs/heads/":                     "has an empty component",
		"refs/heads//a":                   "has an empty component",
		"refs/heads/.a":                   `begins with "."`,
		"refs/heads/a/.git":               `begins with "."`,
		"refs/heads/a.lock/b":             `ends with ".lock"`,
		"refs/heads/a..b":                 `contains ".."`,
		"refs/heads/a.":                   `ends with "."`,
		"refs/heads/a b":                  "contains a space",
		"refs/heads/a\x7f":                "control character",
		"refs/heads/a\u0085":              "control character",
		"refs/heads/git~1":                `contains "~"`,
		"refs/heads/a:b":                  `contains ":"`,
		"refs/heads/a@{b":                 `contains "@{"`,
		"refs/heads/\xff":                 "is not UTF-8",
		"refs/heads/\u200c.git":           "aliases .git",
		"refs/heads/\u200c.G\u200dIT/a":   "aliases .git",
		"refs/heads/\ufeff.Genesis":       "aliases .genesis",
		"refs/heads/-d":                   `begins with "-"`,
		"refs/tags/-d":                    `begins with "-"`,
		"refs/heads/HEAD":                 "means HEAD",
		"refs/tags/@":                     "means HEAD",
		"refs/stash":                      "is outside of",
		"refs/notes/commits":              "is outside of",
		"refs/attestations/a":             "is outside of",
		"refs/git":                        "is outside of",
		"refs/git/":                       "has an empty component",
		"refs/git-map/a":                  "is outside of",
		"refs/remotes/origin":             "names a remote without a ref",
		"heads/main":                      "is outside of",
		Heads + strings.Repeat("x", 1014): "is longer",
	} {
		_, err := ParseName(name)
		var invalid *InvalidNameError
		if !errors.As(err, &invalid) {
			t.Errorf("ParseName(%q) = %v, want an InvalidNameError", name, err)
			continue
		}
		if invalid.Name != name || !strings.Contains(invalid.Rule, rule) {
			t.Errorf("ParseName(%q): rule %q, want one with %q", name, invalid.Rule, rule)
		}
	}
}

// TestGitRulesAreGits holds our reading of Git's rules against Git itself, over
// names made of the pieces that its rules are about.
func TestGitRulesAreGits(t *testing.T) {
	pieces := []string{
		"refs", "heads", "a", "b", "/", "/", "/", "//", ".", "..", ".lock", "lock", "@", "{", "@{", "~", "^", ":",
		"?", "*", "[", "]", `\`, " ", "\t", "\x7f", "\x01", "-", "ü", "\xff", "HEAD", "\n", "}", "'", "\"", "$", "\u200c",
	}
	name := rapid.Custom(func(t *rapid.T) string {
		name := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 6).Draw(t, "pieces"), "")
		if rapid.Bool().Draw(t, "full") {
			name = "refs/heads/" + name
		}
		// What begins with "-" is an option to Git, whatever follows.
		return strings.TrimLeft(name, "-")
	})
	rapid.Check(t, func(t *rapid.T) {
		name := name.Draw(t, "name")
		git := exec.Command("git", "check-ref-format", name).Run()
		var exit *exec.ExitError
		if git != nil && (!errors.As(git, &exit) || exit.ExitCode() != 1) {
			t.Fatalf("git cannot be asked about %q: %v", name, git)
		}
		if ours := gitRule(name); (ours == "") != (git == nil) {
			t.Fatalf("%q: git says %v, we say %q", name, git, ours)
		}
	})
}

// TestAcceptedNamesAreSafe: whatever ParseName accepts, Git accepts too, and it
// survives a round trip through Short.
func TestAcceptedNamesAreSafe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(families[:]).Draw(t, "family") + rapid.String().Draw(t, "short")
		name, err := ParseName(s)
		if err != nil {
			return
		}
		if broken := gitRule(s); broken != "" {
			t.Fatalf("accepted %q, which %s", s, broken)
		}
		if !strings.HasSuffix(s, name.Short()) || name.Short() == "" || len(s) > MaxName {
			t.Fatalf("accepted %q with the short name %q", s, name.Short())
		}
	})
}

func FuzzParseName(f *testing.F) {
	f.Add("refs/heads/main")
	f.Add("refs/heads/\u200c.git")
	f.Add("refs/remotes/a/b")
	f.Fuzz(func(t *testing.T, s string) {
		name, err := ParseName(s)
		if err == nil && (string(name) != s || gitRule(s) != "" || familyRule(s) != "") {
			t.Fatalf("accepted %q as %q", s, name)
		}
	})
}

func FuzzDecodeHead(f *testing.F) {
	f.Add([]byte("refs/heads/main"))
	f.Add([]byte(strings.Repeat("0f", 32)))
	f.Fuzz(func(t *testing.T, value []byte) {
		head, err := decodeHead("w", value)
		if err == nil && string(head.encode()) != string(value) {
			t.Fatalf("%q decodes to %+v, which encodes to %q", value, head, head.encode())
		}
		if err == nil && head.check() != nil {
			t.Fatalf("%q decodes to %+v, which no transaction would set", value, head)
		}
	})
}
