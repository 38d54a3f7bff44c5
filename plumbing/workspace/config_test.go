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

func TestConfigErrorsNameFileAndLine(t *testing.T) {
	cases := []struct {
		inUser bool
		text   string
		line   int
		reason string
	}{
		{true, "[author]\nname = \n", 2, ""},
		{true, "\n\nsurprise = 1\n", 3, "unknown key surprise"},
		{true, "[author]\nnick = 'x'\n", 2, "unknown key author.nick"},
		{true, "safe = 'one'\n", 1, ""},
		{true, "safe = ['relative']\n", 0, "not absolute"},
		{false, "safe = ['/x']\n", 0, "only the user's own"},
		{false, "excludes = 3\n", 1, ""},
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
		if !ok || bad.File != name || bad.Line != c.line || !strings.Contains(bad.Reason, c.reason) {
			t.Errorf("%q: %v (%+v), want %s line %d: %s", c.text, err, bad, name, c.line, c.reason)
		}
	}
}

func FuzzDecodeTOML(f *testing.F) {
	f.Add([]byte(goodMarker))
	f.Add([]byte("safe = ['/x']\n[author]\nname = 'N'\n"))
	f.Add([]byte("id = \"\\u0000\"\n[[x]]\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, into := range []any{&marker{}, &configText{}} {
			err := decodeTOML(data, "file", into)
			if err == nil {
				continue
			}
			if bad, ok := errors.AsType[*ConfigError](err); !ok || bad.Reason == "" {
				t.Errorf("%T: %v is not a ConfigError with a reason", into, err)
			}
		}
	})
}
