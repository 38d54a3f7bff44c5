package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/genesis-vcs/genesis/porcelain/cli/startup"
)

// lab is the place where everything happens: a scratch directory, the tools and
// the environment that they run in, which is cut off from the user's own.
type lab struct {
	opts   Options
	root   string // of the scratch directory
	notes  io.Writer
	env    []string
	errors *os.File // the standard error of the call that runs
	tools  map[string]string
	places int
}

// openLab makes the scratch directory and finds or builds the tools. restic is
// optional, git is not.
func openLab(ctx context.Context, opts Options, notes io.Writer) (*lab, error) {
	root, err := os.MkdirTemp(opts.dir, "genesis-bench-")
	if err != nil {
		return nil, err
	}
	l := &lab{opts: opts, root: root, notes: notes, tools: map[string]string{}}
	if err := l.prepare(ctx); err != nil {
		return nil, errors.Join(err, l.close())
	}
	return l, nil
}

func (l *lab) prepare(ctx context.Context) (err error) {
	if l.errors, err = os.Create(filepath.Join(l.root, "stderr")); err != nil {
		return err
	}
	if l.tools["git"], err = exec.LookPath("git"); err != nil {
		return err
	}
	if restic, err := exec.LookPath("restic"); err == nil && !l.opts.without("restic") {
		l.tools["restic"] = restic
	} else {
		l.say("restic: not measured")
	}
	if err := l.buildTools(ctx); err != nil {
		return err
	}
	home := filepath.Join(l.root, "home")
	if err := os.Mkdir(home, 0o777); err != nil {
		return err
	}
	config := filepath.Join(home, "gitconfig")
	l.env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + home, "TMPDIR=" + l.root, "LC_ALL=C",
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + config,
		"GENESIS_AUTHOR_NAME=Bench", "GENESIS_AUTHOR_EMAIL=bench@example.org",
		"RESTIC_PASSWORD=bench", "RESTIC_CACHE_DIR=" + filepath.Join(l.root, "restic-cache"),
	}
	return os.WriteFile(config, []byte("[user]\nname = Bench\nemail = bench@example.org\n"+
		"[gc]\nauto = 0\n[init]\ndefaultBranch = main\n[advice]\ndetachedHead = false\n"), 0o666)
}

// buildTools finds or builds genesis, and builds a Go program that does nothing:
// the least that a process of this kind costs.
func (l *lab) buildTools(ctx context.Context) (err error) {
	if l.opts.genesis != "" {
		l.tools["genesis"], err = filepath.Abs(l.opts.genesis)
	} else {
		l.tools["genesis"], err = l.build(ctx, "genesis", "github.com/genesis-vcs/genesis/cmd/genesis", startup.Link)
	}
	if err != nil {
		return err
	}
	source := filepath.Join(l.root, "nothing.go")
	if err := os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o666); err != nil {
		return err
	}
	l.tools["nothing"], err = l.build(ctx, "nothing", source, "")
	return err
}

// build compiles a Go program the way the Makefile does.
func (l *lab) build(ctx context.Context, name, source, link string) (string, error) {
	binary := filepath.Join(l.root, name+".bin")
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", "-s -w "+link, "-o", binary, source)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building %s: %w\n%s", name, err, out)
	}
	return binary, nil
}

// close deletes all that was measured on, only now (see the package comment).
func (l *lab) close() error {
	if l.errors != nil {
		_ = l.errors.Close()
	}
	if l.opts.keep {
		l.say("left behind: %s", l.root)
		return nil
	}
	return os.RemoveAll(l.root)
}

// say tells the person who waits what is going on.
func (l *lab) say(format string, args ...any) {
	// A person who cannot be told does not stop the measurement.
	_, _ = fmt.Fprintf(l.notes, format+"\n", args...)
}

// place makes a fresh directory.
func (l *lab) place(name string) (string, error) {
	l.places++
	dir := filepath.Join(l.root, fmt.Sprintf("%03d-%s", l.places, name))
	return dir, os.Mkdir(dir, 0o777)
}

// has reports whether the tool takes part.
func (l *lab) has(tool string) bool { return l.tools[tool] != "" }

// versions are the first lines in which the tools name their versions.
func (l *lab) versions(ctx context.Context) map[string]string {
	versions := map[string]string{}
	for tool, flag := range map[string]string{"git": "--version", "restic": "version"} {
		if l.has(tool) {
			versions[tool] = firstLine(output(ctx, l.tools[tool], flag))
		}
	}
	var answer struct{ Version, Commit string }
	if err := l.ask(ctx, l.root, &answer, "version"); err == nil {
		versions["genesis"] = "genesis " + answer.Version
	}
	return versions
}

// ask runs genesis with --json and decodes the data of its envelope. It is for
// preparing and checking; what is measured goes through run.
func (l *lab) ask(ctx context.Context, dir string, data any, args ...string) error {
	c := l.genesis(dir, append(args, "--json")...)
	c.keepOutput = true
	done, err := l.run(ctx, c)
	if err != nil {
		return err
	}
	envelope := struct {
		Data any `json:"data"`
	}{Data: data}
	if err := json.Unmarshal(done.output, &envelope); err != nil {
		return fmt.Errorf("%s: %w", c.name(), err)
	}
	return nil
}
