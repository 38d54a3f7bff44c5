package workspace

import (
	"errors"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestConfigMergesUserAndWorkspace(t *testing.T) {
	home, root := realDir(t), realDir(t)
	host := Host{Home: home, UserConfig: filepath.Join(home, ".config/genesis/config.toml")}
	ws := &Workspace{Root: root, ID: "0123456789abcdef"}
	load := func(ws *Workspace) Config {
		t.Helper()
		cfg, err := LoadConfig(t.Context(), host, ws)
		if err != nil {
			t.Fatal(err)
		}
		return cfg
	}
	if got := load(ws); !reflect.DeepEqual(got, Config{}) {
		t.Errorf("without files: %+v", got)
	}
	writeFile(t, filepath.Join(home, ".config/genesis/ignore"), "*.o\n")
	if got, want := load(nil).Excludes, filepath.Join(home, ".config/genesis/ignore"); got != want {
		t.Errorf("default excludes = %q, want %q", got, want)
	}
	writeFile(t, host.UserConfig, "safe = ['~/other', '/srv/x']\nexcludes = '~/ignored'\n[author]\nname = 'User'\nemail = 'u@example.org'\n")
	writeFile(t, filepath.Join(root, MetaDir, configFile), "[author]\nname = 'Project'\n")
	want := Config{
		AuthorName: "Project", AuthorEmail: "u@example.org",
		Safe:     []string{filepath.Join(home, "other"), "/srv/x"},
		Excludes: filepath.Join(home, "ignored"),
	}
	if got := load(ws); !reflect.DeepEqual(got, want) {
		t.Errorf("merged = %+v, want %+v", got, want)
	}
	writeFile(t, filepath.Join(root, MetaDir, configFile), "excludes = 'mine'\n[author]\nemail = 'p@example.org'\n")
	want.AuthorName, want.AuthorEmail, want.Excludes = "User", "p@example.org", filepath.Join(root, MetaDir, "mine")
	if got := load(ws); !reflect.DeepEqual(got, want) {
		t.Errorf("merged = %+v, want %+v", got, want)
	}
	if got := load(&Workspace{Root: root, Store: root}); got.AuthorEmail != "u@example.org" {
		t.Errorf("a bare store read a workspace's configuration: %+v", got)
	}
}

// A fault names file, key and place, and says what is wrong in plain words.
func TestConfigErrorsNameThePlace(t *testing.T) {
	cases := []struct {
		inUser            bool
		text              string
		key               string
		line, column, end int
		reason            string
	}{
		{true, "[author]\nname = \n", "", 2, 8, 8, "unexpected character U+000A at start of value"},
		{true, "a b\n", "", 1, 3, 4, "expected '=' after key"},
		{true, "\n\nsurprise = 1\n", "surprise", 3, 1, 9, "unknown key surprise"},
		{true, "[author]\n  nick = 'x'\n", "author.nick", 2, 3, 7, "unknown key author.nick"},
		{true, "safe = 'one two' # \n", "safe", 1, 8, 17, "safe is not a list of texts"},
		{true, "safe = [1, 2]\n", "safe", 1, 9, 10, "safe is not a list of texts"},
		{true, "author = 1\n", "author", 1, 10, 11, "author is not a table"},
		{true, "author = {name = true}\n", "author", 1, 18, 22, "author has a value of the wrong kind"},
		{true, "[[author]]\nname = 'x'\n", "author", 1, 3, 9, "author is not a table"},
		{true, "[author]\nname.x = 1\n", "author.name", 2, 6, 7, "author.name is not a text"},
		{true, "\nsafe = ['relative']\n", "safe", 2, 1, 5, `safe directory "relative" is not absolute`},
		{false, "safe = ['/x']\n", "safe", 1, 1, 5, "only the user's own configuration may list safe directories"},
		{false, "excludes = 3\n", "excludes", 1, 12, 13, "excludes is not a text"},
		{false, "[author]\nname = 17\r\n", "author.name", 2, 8, 10, "author.name is not a text"},
	}
	for _, c := range cases {
		home, root := realDir(t), realDir(t)
		host := Host{Home: home, UserConfig: filepath.Join(home, "config.toml")}
		path, name := filepath.Join(root, MetaDir, configFile), ".genesis/config.toml"
		if c.inUser {
			path, name = host.UserConfig, "genesis/config.toml"
		}
		writeFile(t, path, c.text)
		_, err := LoadConfig(t.Context(), host, &Workspace{Root: root, ID: "0123456789abcdef"})
		bad, ok := errors.AsType[*ConfigError](err)
		want := ConfigError{File: name, Key: c.key, Line: c.line, Column: c.column, EndColumn: c.end, Reason: c.reason}
		if !ok || *bad != want {
			t.Errorf("%q: %v: %+v, want %+v", c.text, err, bad, want)
		}
	}
}

func FuzzDecodeTOML(f *testing.F) {
	f.Add([]byte(goodMarker))
	f.Add([]byte("safe = ['/x']\n[author]\nname = 'N'\n"))
	f.Add([]byte("id = \"\\u0000\"\n[[x]]\n"))
	f.Add([]byte("author = {name = 1}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, into := range []any{&marker{}, &configText{}} {
			err := source{name: "file", data: data}.decode(into)
			if err == nil {
				continue
			}
			bad, ok := errors.AsType[*ConfigError](err)
			if !ok || bad.Reason == "" || bad.EndColumn < bad.Column || (bad.Line == 0) != (bad.Column == 0) {
				t.Errorf("%T: %v is not a ConfigError with a reason: %+v", into, err, bad)
			}
			if strings.Contains(bad.Reason, "workspace.") || strings.Contains(bad.Reason, "Go ") {
				t.Errorf("%T: %s", into, bad.Reason)
			}
		}
	})
}
