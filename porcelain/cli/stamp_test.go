package cli

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestDryRunIsStamped(t *testing.T) {
	plan := with(func(_ context.Context, env *Env) (Result, error) {
		if env.DryRun {
			env.Planned(3)
		}
		return &echo{}, nil
	})
	e := frame{args: []string{"vcs", "log", "--json", "--dry-run"}, family: plan}.run(t).envelope(t)
	if e.FilesPlanned == nil || *e.FilesPlanned != 3 {
		t.Errorf("files_planned %v", e.FilesPlanned)
	}
	e = frame{args: []string{"vcs", "log", "--json"}, family: plan}.run(t).envelope(t)
	if e.FilesPlanned != nil {
		t.Error("files_planned without a dry run")
	}
}

func TestTargetIsStamped(t *testing.T) {
	cwd, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	nothing := func(_ context.Context, env *Env) (Result, error) { return &echo{}, nil }
	noted := func(_ context.Context, env *Env) (Result, error) {
		env.Target(env.Abs("x"), "argv")
		env.Target("-", "stdin")
		return &echo{}, nil
	}
	for _, c := range []struct {
		args string
		work func(context.Context, *Env) (Result, error)
		want string
	}{
		{"", nothing, cwd + " workspace cwd"},
		{"--store s", nothing, cwd + "/s argv cwd"},
		{"-C ..", nothing, strings.TrimSuffix(cwd, "/cli") + " workspace argv"},
		{"-C nowhere", nothing, cwd + "/nowhere argv argv"},
		{"-C stamp.go", nothing, cwd + "/stamp.go argv argv"},
		{"", noted, cwd + "/x,- argv cwd"},
	} {
		args := append([]string{"vcs", "log", "--json"}, strings.Fields(c.args)...)
		e := frame{args: args, family: with(c.work)}.run(t).envelope(t)
		if got := e.TargetResolved + " " + e.TargetSource + " " + e.WorkspaceSource; got != c.want {
			t.Errorf("%q: %s, want %s", c.args, got, c.want)
		}
	}
}

// Paths are the target, whichever command takes them; the first place that names
// one says where they came from.
func TestPathsAreTheTarget(t *testing.T) {
	p := newPlace(t)
	outside := filepath.Join(p.home, "x")
	for paths, want := range map[string]string{
		"":              p.root + " workspace",
		"a":             p.root + "/a argv",
		"sub/../a ./b/": p.root + "/a," + p.root + "/b argv",
		".":             p.root + " argv",
		"a ../x b":      p.root + "/a," + outside + " argv",
		p.root + "/sub": p.root + "/sub argv",
	} {
		a := p.in(t, func(ctx context.Context, env *Env) (Result, error) {
			if _, err := env.Workspace(ctx); err != nil {
				return nil, err
			}
			for _, path := range strings.Fields(paths) {
				if _, err := env.Path(ctx, path); err != nil {
					return nil, err
				}
			}
			return &echo{}, nil
		})
		if e := a.envelope(t); e.TargetResolved+" "+e.TargetSource != want {
			t.Errorf("%q: %s %s, want %s", paths, e.TargetResolved, e.TargetSource, want)
		}
	}
}

// A path in a stored tree is where the workspace has it; a bare store has none.
func TestPathInATreeIsTheTarget(t *testing.T) {
	p := newPlace(t)
	look := func(ctx context.Context, env *Env) (Result, error) { return &echo{}, env.TargetInTree(ctx, "/a/b/") }
	if e := p.in(t, look).envelope(t); e.TargetResolved != p.root+"/a/b" || e.TargetSource != "argv" {
		t.Errorf("%+v", e.Stamp)
	}
	bare := frame{args: []string{"vcs", "log", "--json", "-C", p.home, "--store", "s"}, environ: p.environ, family: with(look)}
	if e := bare.run(t).envelope(t); e.TargetResolved != p.home+"/s" || e.TargetSource != "argv" {
		t.Errorf("%+v", e.Stamp)
	}
}

// Targets can be taken apart again, whatever bytes they have.
func TestTargetsAreUnambiguous(t *testing.T) {
	for joined, targets := range map[string][]string{
		"/a,/b,- ":               {"/a", "/b", "-"},
		"/100%,/é ":              {"/100%", "/é"},
		"/a%2Cb percent":         {"/a,b"},
		"/100%25,/a%2Cb percent": {"/100%", "/a,b"},
		"/%FF/é,/c percent":      {"/\xff/é", "/c"},
		"/\uFFFD ":               {"/\uFFFD"},
		"/a%2C,/%C3 percent":     {"/a,", "/\xc3"},
	} {
		if got, encoding := joinTargets(targets); got+" "+encoding != joined {
			t.Errorf("%q: %s %s, want %s", targets, got, encoding, joined)
		}
	}
	rapid.Check(t, func(r *rapid.T) {
		name := rapid.StringMatching("/[a%,é]{0,4}")
		raw := rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 3), func(b []byte) string { return "/" + string(b) })
		targets := rapid.SliceOfN(rapid.OneOf(name, raw), 1, 4).Draw(r, "targets")
		joined, encoding := joinTargets(targets)
		parts := strings.Split(joined, ",")
		for i, part := range parts {
			if encoding == "percent" {
				var err error
				if parts[i], err = url.PathUnescape(part); err != nil {
					r.Fatalf("%q: %v", joined, err)
				}
			}
		}
		if !slices.Equal(parts, targets) {
			r.Fatalf("%q became %q and was read as %q", targets, joined, parts)
		}
	})
}

// A directory whose name is no text is the target byte for byte.
func TestTargetThatIsNoText(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a\xffb")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	e := frame{args: []string{"version", "--json", "-C", dir}}.run(t).envelope(t)
	if !strings.HasSuffix(e.TargetResolved, "/a%FFb") || e.TargetEncoding != "percent" {
		t.Errorf("%+v", e.Stamp)
	}
}
