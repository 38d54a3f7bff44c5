package snapshot

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// PathError reports an entry whose name may not be written anywhere: an alias
// of .git or .genesis, "..", a separator or a NUL byte. A path that is nested
// more than MaxDepth deep is one too.
type PathError struct {
	Path string
	Rule string
}

func (e *PathError) Error() string { return "refused path in a tree: " + e.Rule }

// MaxDepth is the greatest number of components of a path. No file system that
// we write to takes a path with more of them.
const MaxDepth = 4096

const ruleDeep = "is nested too deeply"

// CheckName checks one component by the rules of DESIGN §8 (every alias of
// .git and .genesis on every platform) and returns the broken rule, or "".
//
// Whoever checks out a tree need not be the one who made it, and the checkout
// may lie on a volume of another system, so the rules of all of them hold
// everywhere: letters of either case, code points that HFS+, APFS or a folding
// ext4 leave out of comparisons, the dots and spaces at the end that Windows
// drops, streams and backslashes of NTFS, and short 8.3 names.
func CheckName(name string) string {
	switch {
	case name == "":
		return "is empty"
	case name == "." || name == "..":
		return "is a relative component"
	case strings.IndexByte(name, '/') >= 0:
		return "contains a separator"
	case strings.IndexByte(name, 0) >= 0:
		return "contains a NUL byte"
	}
	if !suspicious(name) {
		return ""
	}
	for part := range strings.SplitSeq(visible(name), `\`) {
		part, _, _ = strings.Cut(part, ":")
		part = strings.TrimRight(part, ". ")
		switch {
		case strings.EqualFold(part, ".git"), shortName(part, "git"):
			return "is an alias of .git"
		case strings.EqualFold(part, ".genesis"), shortName(part, "genesi"):
			return "is an alias of .genesis"
		}
	}
	return ""
}

// suspicious is the quick test that lets almost every name pass: an alias
// begins with a dot or a G, unless it hides behind a backslash or a code point
// that is not seen.
func suspicious(name string) bool {
	if c := name[0]; c == '.' || c == 'g' || c == 'G' {
		return true
	}
	for i := 0; i < len(name); i++ {
		if c := name[i]; c == '\\' || c >= utf8.RuneSelf {
			return true
		}
	}
	return false
}

// visible drops the code points that a folding file system ignores when it
// compares names. Bytes that are not UTF-8 stay: no file system ignores them.
func visible(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf && ignorable(r) {
			return -1
		}
		return r
	}, name)
}

// ignorable reports the default-ignorable code points of Unicode, which
// include the shorter list of HFS+, and the few format characters beside them.
func ignorable(r rune) bool {
	return unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, unicode.Cf)
}

// shortName reports the 8.3 names that Windows and FAT may give to "."+base:
// base~1 and further digits, and when those are taken, two letters with four
// hex digits, then the tilde.
func shortName(name, base string) bool {
	stem, number, ok := strings.Cut(name, "~")
	if !ok || number == "" || strings.Trim(number, "0123456789") != "" {
		return false
	}
	if strings.EqualFold(stem, base) {
		return true
	}
	return len(stem) == 6 && strings.EqualFold(stem[:2], base[:2]) &&
		strings.Trim(stem[2:], "0123456789abcdefABCDEF") == ""
}
