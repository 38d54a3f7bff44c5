package snapshot

import (
	"strings"
	"testing"
)

func TestCheckName(t *testing.T) {
	const git, genesis = "is an alias of .git", "is an alias of .genesis"
	for name, want := range map[string]string{
		"":      "is empty",
		".":     "is a relative component",
		"..":    "is a relative component",
		"a/b":   "contains a separator",
		"a\x00": "contains a NUL byte",

		".git": git, ".GIT": git, ".gIt": git,
		".git.": git, ".git ": git, ".git . .": git, ".GIT...": git,
		".git:x": git, ".git::$INDEX_ALLOCATION": git, ".git :x": git,
		`.git\config`: git, `a\.git`: git, `a\.GIT \hooks`: git,
		"git~1": git, "GIT~1": git, "git~2": git, "GIT~1.": git, "git~1 ": git, "Git~1:x": git,
		"gi4fA2~1":   git,
		".g\u200cit": git, ".\u200dgit": git, "\u200e.git": git, ".git\u200f": git,
		".g\u202ait": git, ".g\u202bit": git, ".g\u202cit": git, ".g\u202dit": git, ".gi\u202et": git,
		".gi\u206at": git, ".gi\u206bt": git, ".gi\u206ct": git, ".gi\u206dt": git, ".gi\u206et": git, ".gi\u206ft": git,
		"\ufeff.git": git, ".git\u00ad": git, ".gi\ufe0ft": git, ".gi\U000e0020t": git, "g\u200cit~1": git,

		".genesis": genesis, ".GENESIS": genesis, ".Genesis.": genesis, ".genesis ": genesis,
		".gene\u017fis": genesis, ".GENE\u017fI\u017f": genesis, // the long s folds to s
		".genesis:x": genesis, `x\.genesis`: genesis, ".gen\u200besis": genesis,
		"GENESI~1": genesis, "genesi~12": genesis, "GE01BF~1": genesis,

		"git": "", "genesis": "", ".gitignore": "", ".genesisignore": "", ".gitmodules": "", ".gitattributes": "",
		"..git": "", "...": "", " .git": "", "a.git": "", ".git~": "", ".git~1": "", "git~": "", "git~x": "", "git~1x": "",
		"git-1": "", "genesis~1": "", "genes~1": "", "GE01BG~1": "", "GE01~1": "", "a:.git": "", "g": "", "G": "",
		"\xff.git": "", ".git\xff": "", ".gi\xe2\x80t": "", "caf\u00e9": "", "\u00e9": "", "a b": "", "a\n": "", `a\b`: "",
		"\u0131": "", ".\u0121it": "",
	} {
		if got := CheckName(name); got != want {
			t.Errorf("CheckName(%q) = %q, want %q", name, got, want)
		}
	}
}

// FuzzCheckName decorates the reserved names in every way that some file
// system ignores; none may pass. Other names must not depend on decoration.
func FuzzCheckName(f *testing.F) {
	f.Add(uint8(0), uint8(1), uint16(3), "")
	f.Add(uint8(1), uint8(200), uint16(0xffff), ":stream")
	f.Add(uint8(2), uint8(7), uint16(9), " .")
	f.Fuzz(func(t *testing.T, which, at uint8, upper uint16, tail string) {
		names := []string{".git", ".genesis", "git~1", "genesi~1"}
		name := []byte(names[int(which)%len(names)])
		for i := range name {
			if upper>>i&1 == 1 && 'a' <= name[i] && name[i] <= 'z' {
				name[i] -= 'a' - 'A'
			}
		}
		cut := int(at) % (len(name) + 1)
		alias := string(name[:cut]) + "\u200d" + string(name[cut:])
		for _, end := range []string{"", ".", " ", " . ", ":" + tail, `\` + tail, " :" + tail} {
			if CheckName(alias+end) == "" {
				t.Errorf("CheckName(%q) passed", alias+end)
			}
			if CheckName(string(name)+end) == "" {
				t.Errorf("CheckName(%q) passed", string(name)+end)
			}
		}
		if rule := CheckName(tail); rule == "" && (tail == "" || strings.ContainsAny(tail, "/\x00") || strings.EqualFold(tail, ".git")) {
			t.Errorf("CheckName(%q) passed", tail)
		}
	})
}

func BenchmarkCheckName(b *testing.B) {
	for b.Loop() {
		CheckName("zsyscall_linux_amd64.go")
	}
}
