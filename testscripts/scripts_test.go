package testscripts

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// families are the folders of scripts.
var families = []string{"workspace", "store", "refs", "commit", "vcs", "op", "git", "lang", "agent", "frame"}

func TestScripts(t *testing.T) {
	for _, family := range families {
		t.Run(family, func(t *testing.T) {
			t.Parallel()
			testscript.Run(t, testscript.Params{
				Dir: family, Setup: setup, Condition: condition, Cmds: commands, RequireUniqueNames: true,
			})
		})
	}
}

// TestEveryScriptBelongsToAFamily fails when a folder of scripts would not run.
func TestEveryScriptBelongsToAFamily(t *testing.T) {
	found, err := filepath.Glob("*/*.txtar")
	if err != nil || len(found) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	known := map[string]bool{}
	for _, f := range families {
		known[f] = true
	}
	for _, path := range found {
		if !known[filepath.Dir(path)] {
			t.Errorf("%s is in no family", path)
		}
	}
}

// setup gives a script its own home, a known author, the binary, and a
// directory $WORK/w with the script's files and nothing else, where it starts.
func setup(env *testscript.Env) error {
	for _, dir := range []string{filepath.Dir(env.WorkDir), env.WorkDir} {
		if err := os.Chmod(dir, 0o755); err != nil {
			return err
		}
	}
	entries, err := os.ReadDir(env.WorkDir)
	if err != nil {
		return err
	}
	env.Cd = filepath.Join(env.WorkDir, "w")
	home := filepath.Join(env.WorkDir, "home")
	for _, dir := range []string{env.Cd, home} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			return err
		}
	}
	for _, e := range entries {
		if e.Name() != ".tmp" {
			if err := os.Rename(filepath.Join(env.WorkDir, e.Name()), filepath.Join(env.Cd, e.Name())); err != nil {
				return err
			}
		}
	}
	for name, value := range authorEnv(home) {
		env.Setenv(name, value)
	}
	env.Setenv("PATH", filepath.Dir(binary)+string(os.PathListSeparator)+env.Getenv("PATH"))
	env.Values[damaged{}] = map[string]bool{}
	env.Defer(func() { verifyAll(env) })
	return nil
}

// authorEnv is the environment in which every test runs the binary.
func authorEnv(home string) map[string]string {
	return map[string]string{
		"HOME": home, "XDG_CONFIG_HOME": filepath.Join(home, ".config"), "TZ": "UTC", "GIT_CONFIG_NOSYSTEM": "1",
		"GENESIS_AUTHOR_NAME": "Ada Lovelace", "GENESIS_AUTHOR_EMAIL": "ada@example.org",
	}
}

func condition(cond string) (bool, error) {
	if cond == "root" {
		return os.Geteuid() == 0, nil
	}
	return false, fmt.Errorf("unknown condition %s", cond)
}

// damaged is the key of the set of stores that a script damaged on purpose.
type damaged struct{}

// verifyAll verifies every store below the script's directory.
func verifyAll(env *testscript.Env) {
	except := env.Values[damaged{}].(map[string]bool)
	for _, store := range storesBelow(env.WorkDir) {
		if except[store] {
			continue
		}
		if out, err := genesisIn(env.WorkDir, env.Vars, "store", "verify", "--store", store); err != nil {
			env.T().Fatal(fmt.Sprintf("the script left a store that does not verify: %s: %v\n%s", store, err, out))
		}
	}
}

// storesBelow finds the directories that hold a store.
func storesBelow(dir string) []string {
	var stores []string
	_ = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Name() == "format.toml" {
			stores = append(stores, filepath.Dir(path))
			return filepath.SkipDir
		}
		return nil
	})
	return stores
}
