package workspace

import (
	"errors"
	"path/filepath"
	"testing"
)

func TestIdentityTakesTheStrongestSource(t *testing.T) {
	home := realDir(t)
	writeFile(t, filepath.Join(home, ".gitconfig"), "[user]\n\tname = Old\n\tname = Git User\n\temail = git@example.org\n")
	environ := []string{"HOME=" + home, "PATH=/usr/local/bin:/usr/bin:/bin", "GIT_CONFIG_NOSYSTEM=1"}
	all := IdentitySources{
		EnvName: "Env", EnvEmail: "env@example.org",
		Config: Config{AuthorName: "Cfg", AuthorEmail: "cfg@example.org"},
		Dir:    home, Environ: environ,
	}
	resolve := func(s IdentitySources, want Identity) {
		t.Helper()
		got, err := s.Resolve(t.Context())
		if err != nil || got != want {
			t.Errorf("Resolve = %+v, %v, want %+v", got, err, want)
		}
	}
	resolve(all, Identity{"Env", "env@example.org"})
	all.EnvName = "" // each part is looked for by itself
	resolve(all, Identity{"Cfg", "env@example.org"})
	all.EnvEmail = ""
	resolve(all, Identity{"Cfg", "cfg@example.org"})
	all.Config.AuthorEmail = ""
	resolve(all, Identity{"Cfg", "git@example.org"})
	all.Config.AuthorName = ""
	resolve(all, Identity{"Git User", "git@example.org"})
}

func TestIdentityIsMissing(t *testing.T) {
	dir := realDir(t)
	s := IdentitySources{Dir: dir, Environ: []string{"HOME=" + dir, "GIT_CONFIG_NOSYSTEM=1", "PATH=/usr/bin:/bin"}}
	for _, c := range []struct{ name, email, missing string }{
		{"", "", "name and email"},
		{"N", "", "email"},
		{"", "e", "name"},
	} {
		s.EnvName, s.EnvEmail = c.name, c.email
		_, err := s.Resolve(t.Context())
		if none, ok := errors.AsType[*NoIdentityError](err); !ok || none.Missing != c.missing {
			t.Errorf("Resolve with %q %q: %v", c.name, c.email, err)
		}
	}
	s.EnvName, s.EnvEmail = "A <b>", "e"
	if _, err := s.Resolve(t.Context()); err == nil {
		t.Error("angle brackets in a name were accepted")
	}
}

func TestParseIdentity(t *testing.T) {
	good := map[string]Identity{
		"Ada Lovelace <ada@example.org>": {"Ada Lovelace", "ada@example.org"},
		" A  <a> ":                       {"A", "a"},
		"نور \u200e <n@x>":               {"نور \u200e", "n@x"}, // a mark turns nothing around
		"\xff\xfe <x@y>":                 {"\xff\xfe", "x@y"},   // bytes as given
	}
	for text, want := range good {
		if got, err := ParseIdentity(text); err != nil || got != want {
			t.Errorf("ParseIdentity(%q) = %+v, %v, want %+v", text, got, err, want)
		}
	}
	bad := []string{
		"", "Ada", "Ada <>", "<ada@example.org>", "Ada <a", "Ada a>", "Ada <a> b",
		"Ada <a<b>", "A\nB <a@b>", "A\x00 <a@b>", "A> <a@b>",
		"A\x1b[31m <a@b>", "A\tB <a@b>", "A <a@b\x7f>", "A\u0085 B <a@b>", "A <a\u009b@b>",
		"A\u202eB <a@b>", "A\u202aB <a@b>", "A <a\u2066@b>", "A\u2069B <a@b>",
	}
	for _, text := range bad {
		if got, err := ParseIdentity(text); err == nil {
			t.Errorf("ParseIdentity(%q) = %+v, want an error", text, got)
		} else if _, ok := errors.AsType[*BadIdentityError](err); !ok {
			t.Errorf("ParseIdentity(%q): %T", text, err)
		}
	}
}
