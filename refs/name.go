package refs

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Name is a valid full ref name: refs/heads/…, refs/tags/…,
// refs/remotes/<name>/…, refs/sessions/…, refs/git/…, refs/attestations or
// refs/git-map.
// The zero Name is not valid; ParseName, Branch and Tag make valid ones.
type Name string

// The prefixes of the families of names, and the two names that are no family.
const (
	Heads    = "refs/heads/"
	Tags     = "refs/tags/"
	Remotes  = "refs/remotes/"
	Sessions = "refs/sessions/"
	// Git holds the refs of a Git repository that are outside of the families
	// that both have: refs/notes/commits is refs/git/notes/commits here.
	Git          = "refs/git/"
	Attestations = "refs/attestations"
	// GitMap holds the tree that says which object is which of Git's.
	GitMap = "refs/git-map"
)

// MaxName is the greatest length of a full ref name in bytes.
const MaxName = 1024

// InvalidNameError reports a name that the rules refuse. Rule is a short
// phrase such as "contains \"..\"".
type InvalidNameError struct {
	Name string
	Rule string
}

func (e *InvalidNameError) Error() string { return "invalid name: it " + e.Rule }

// ParseName checks a full ref name: Git's rules (git-check-ref-format), and
// ours on top: one of the families above, UTF-8 without control characters, no
// component that a file system may take for .git or .genesis, no short name
// that a command line would read as something else, and at most MaxName bytes.
// Whatever it refuses is an *InvalidNameError.
func ParseName(s string) (Name, error) {
	for _, rule := range []func(string) string{lengthRule, gitRule, plainTextRule, aliasRule, familyRule, shortRule} {
		if broken := rule(s); broken != "" {
			return "", &InvalidNameError{Name: s, Rule: broken}
		}
	}
	return Name(s), nil
}

// Branch returns refs/heads/<short>, checked.
func Branch(short string) (Name, error) { return ParseName(Heads + short) }

// Tag returns refs/tags/<short>, checked.
func Tag(short string) (Name, error) { return ParseName(Tags + short) }

// Short is the name without its family's prefix: "main" for refs/heads/main.
func (n Name) Short() string {
	for _, family := range families {
		if short, ok := strings.CutPrefix(string(n), family); ok {
			return short
		}
	}
	return strings.TrimPrefix(string(n), "refs/")
}

// IsBranch reports whether the name is under refs/heads.
func (n Name) IsBranch() bool { return strings.HasPrefix(string(n), Heads) }

var families = [...]string{Heads, Tags, Remotes, Sessions, Git}

func lengthRule(s string) string {
	if len(s) > MaxName {
		return "is longer than 1,024 bytes"
	}
	return ""
}

// gitRule is what `git check-ref-format` refuses.
func gitRule(s string) string {
	switch {
	case s == "":
		return "is empty"
	case s == "@":
		return `is "@"`
	case strings.Contains(s, ".."):
		return `contains ".."`
	case strings.Contains(s, "@{"):
		return `contains "@{"`
	case strings.HasSuffix(s, "."):
		return `ends with "."`
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c < ' ' || c == 0x7f:
			return "contains a control character"
		case c == ' ':
			return "contains a space"
		case strings.IndexByte(`~^:?*[\`, c) >= 0:
			return `contains "` + s[i:i+1] + `"`
		}
	}
	components := 0
	for component := range strings.SplitSeq(s, "/") {
		components++
		switch {
		case component == "":
			return "has an empty component"
		case component[0] == '.':
			return `has a component that begins with "."`
		case strings.HasSuffix(component, ".lock"):
			return `has a component that ends with ".lock"`
		}
	}
	if components < 2 {
		return "has only one component"
	}
	return ""
}

// plainTextRule refuses what cannot be shown on a line.
func plainTextRule(s string) string {
	if !utf8.ValidString(s) {
		return "is not UTF-8"
	}
	if strings.ContainsFunc(s, unicode.IsControl) {
		return "contains a control character"
	}
	return ""
}

// aliasRule refuses components that a file system may take for our own or
// Git's directory.
func aliasRule(s string) string {
	for component := range strings.SplitSeq(s, "/") {
		if alias := metaAlias(component); alias != "" {
			return "has a component that aliases " + alias
		}
	}
	return ""
}

func familyRule(s string) string {
	if s == Attestations || s == GitMap {
		return ""
	}
	for _, family := range families {
		if short, ok := strings.CutPrefix(s, family); ok {
			if family == Remotes && !strings.Contains(short, "/") {
				return "names a remote without a ref"
			}
			return ""
		}
	}
	return "is outside of refs/heads, refs/tags, refs/remotes, refs/sessions and refs/git"
}

// shortRule keeps the short names of branches and tags apart from options and
// from the names of HEAD.
func shortRule(s string) string {
	for _, family := range [...]string{Heads, Tags} {
		short, ok := strings.CutPrefix(s, family)
		switch {
		case !ok:
		case short[0] == '-':
			return `has a short name that begins with "-"`
		case short == "HEAD" || short == "@":
			return "has a short name that means HEAD"
		}
	}
	return ""
}

// metaAlias returns ".git" or ".genesis" if a file system may take the
// component for that directory. Git's rules already refuse most aliases,
// because they begin with a dot (in either case) or contain a tilde (short 8.3
// names), a colon (streams) or a space or dot at the end. What is left hides
// the dot behind code points that HFS+ and others skip when they compare.
func metaAlias(component string) string {
	if component[0] < utf8.RuneSelf {
		return ""
	}
	seen := strings.TrimRight(strings.Map(dropIgnorable, component), ".")
	for _, meta := range [...]string{".git", ".genesis"} {
		if strings.EqualFold(seen, meta) {
			return meta
		}
	}
	return ""
}

func dropIgnorable(r rune) rune {
	if r >= utf8.RuneSelf && unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) {
		return -1
	}
	return r
}
