package diagnostics

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/contract/contracttest"
	"github.com/genesis-vcs/genesis/porcelain/families/familiestest"
)

// world is a directory in which a case runs the binary.
type world struct {
	t     *testing.T
	base  string            // has the home and the directory of the case
	names map[string]string // values that steps kept
	held  []func()          // let go of locks
}

// step is one step of the preparation of a case; one of its fields but Dir and
// Keep is set.
type step struct {
	Dir    string            `json:"dir,omitempty"`
	Run    []string          `json:"run,omitempty"`
	Keep   map[string]string `json:"keep,omitempty"` // name: path in the envelope
	Write  string            `json:"write,omitempty"`
	Text   string            `json:"text,omitempty"`
	Zeros  int               `json:"zeros,omitempty"` // bytes behind Text
	Mkdir  string            `json:"mkdir,omitempty"`
	Remove string            `json:"remove,omitempty"`
	Link   string            `json:"link,omitempty"` // to Text
	Chmod0 string            `json:"chmod0,omitempty"`
	Fifo   string            `json:"fifo,omitempty"`
	Hold   string            `json:"hold,omitempty"`  // locks, until the case lets go
	Spoil  string            `json:"spoil,omitempty"` // files, of which bytes in the middle are flipped
	Craft  string            `json:"craft,omitempty"` // a name in the tree of refs/heads/crafted
}

// answer is what a run gave.
type answer struct {
	status   int
	stdout   []byte
	envelope envelope
}

// envelope is what the tests read of a document.
type envelope struct {
	OK          bool                  `json:"ok"`
	Data        json.RawMessage       `json:"data"`
	Error       *contract.ErrorObject `json:"error"`
	Diagnostics []json.RawMessage     `json:"diagnostics"`
	Code        string                `json:"code"`
	Target      string                `json:"target_resolved"`
}

// setting is what a command runs in.
type setting struct {
	Dir   string `json:"dir,omitempty"`
	Stdin string `json:"stdin,omitempty"`
	// Unset are variables of the environment that are not there.
	Unset []string `json:"unset,omitempty"`
	// Hooks says what goes wrong, and where, in the build for tests of failures.
	Hooks string `json:"hooks,omitempty"`
}

// sound is the setting without what goes wrong.
func (s setting) sound() setting {
	s.Hooks = ""
	return s
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, base: t.TempDir(), names: map[string]string{}}
	t.Cleanup(w.release)
	for _, dir := range []string{"w", "home"} {
		if err := os.Mkdir(filepath.Join(w.base, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

func (w *world) dir() string { return filepath.Join(w.base, "w") }

func (w *world) path(name string) string { return filepath.Join(w.dir(), filepath.FromSlash(name)) }

// env is a fixed environment: a home of its own and a known author.
func (w *world) env(s setting) []string {
	home := filepath.Join(w.base, "home")
	return []string{
		"PATH=" + os.Getenv("PATH"), "GENESIS_HOOKS=" + s.Hooks, "HOME=" + home, "XDG_CONFIG_HOME=" + filepath.Join(home, ".config"), "TZ=UTC",
		"GENESIS_AUTHOR_NAME=Ada Lovelace", "GENESIS_AUTHOR_EMAIL=ada@example.org",
	}
}

// expand puts in what the steps kept, $WORK, and $BYTE, which is no UTF-8.
func (w *world) expand(args []string) []string {
	out := make([]string, len(args))
	for i, arg := range args {
		for name, value := range w.names {
			arg = strings.ReplaceAll(arg, "$"+name, value)
		}
		out[i] = strings.NewReplacer("$WORK", w.base, "$BYTE", "\xff").Replace(arg)
	}
	return out
}

// run runs a command line without the word genesis, which has to ask for JSON,
// and holds the answer against the contract.
func (w *world) run(s setting, args []string) answer {
	w.t.Helper()
	status, stdout, stderr := w.start(s, args)
	a := answer{status: status, stdout: stdout}
	if err := contracttest.CheckRun(args, a.status, a.stdout, stderr); err != nil {
		w.t.Fatalf("%v: exit status %d: %v\n%s%s", args, a.status, err, a.stdout, stderr)
	}
	if err := familiestest.CheckExit(args, a.status); err != nil {
		w.t.Error(err)
	}
	if !contracttest.Machine(args, a.status) {
		return a // a schema, which is printed as it is
	}
	if err := json.Unmarshal(a.stdout, &a.envelope); err != nil {
		w.t.Fatal(err)
	}
	return a
}

// start runs the binary, the one with hooks where they are asked for.
func (w *world) start(s setting, args []string) (status int, stdout, stderr []byte) {
	w.t.Helper()
	path := binary
	if s.Hooks != "" {
		path = hooked
	}
	cmd := exec.CommandContext(w.t.Context(), path, args...)
	cmd.Dir, cmd.Env, cmd.Stdin = w.path(s.Dir), w.env(s), strings.NewReader(s.Stdin)
	cmd.Env = slices.DeleteFunc(cmd.Env, func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return slices.Contains(s.Unset, name)
	})
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if _, failed := errors.AsType[*exec.ExitError](err); err != nil && !failed {
		w.t.Fatalf("%v: %v", args, err)
	}
	return cmd.ProcessState.ExitCode(), out.Bytes(), errs.Bytes()
}

func (w *world) do(s step) error {
	switch {
	case s.Run != nil:
		args := w.expand(s.Run)
		a := w.run(setting{Dir: s.Dir}, append([]string{"--json"}, args...))
		if a.status != 0 {
			w.t.Fatalf("%v: exit status %d\n%s", args, a.status, a.stdout)
		}
		for name, path := range s.Keep {
			w.names[name] = at(w.t, a.stdout, path)
		}
		return nil
	case s.Write != "":
		return os.WriteFile(w.path(s.Write), append([]byte(s.Text), make([]byte, s.Zeros)...), 0o644)
	case s.Mkdir != "":
		return os.Mkdir(w.path(s.Mkdir), 0o755)
	case s.Remove != "":
		return os.RemoveAll(w.path(s.Remove))
	case s.Link != "":
		return os.Symlink(s.Text, w.path(s.Link))
	case s.Chmod0 != "":
		return os.Chmod(w.path(s.Chmod0), 0)
	case s.Fifo != "":
		return syscall.Mkfifo(w.path(s.Fifo), 0o644)
	case s.Hold != "":
		return w.hold(s.Hold)
	case s.Spoil != "":
		return w.spoil(s.Spoil)
	case s.Craft != "":
		return w.craft(s.Craft)
	}
	return errors.New("a step without anything to do")
}

// spoil flips bytes of the files that a pattern names.
func (w *world) spoil(pattern string) error {
	paths, err := filepath.Glob(w.path(pattern))
	if err != nil || len(paths) == 0 {
		return errors.New("no such file")
	}
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for i := range min(64, len(content)-len(content)/3) {
			content[len(content)/3+i] ^= 0xa5
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// hold takes the locks that a pattern names, as the process 4321 would. A name that
// ends in .lock is one of Git's, which is held while the file is there.
func (w *world) hold(pattern string) error {
	if path := w.path(pattern); strings.HasSuffix(path, ".lock") {
		w.held = append(w.held, func() { _ = os.Remove(path) })
		return os.WriteFile(path, nil, 0o644)
	}
	paths, err := filepath.Glob(w.path(pattern))
	if err != nil || len(paths) == 0 {
		return errors.New("no such lock")
	}
	for _, path := range paths {
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			return err
		}
		w.held = append(w.held, func() { _ = f.Close() })
		if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte("4321 test\n"), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// release lets go of the locks.
func (w *world) release() {
	for _, letGo := range w.held {
		letGo()
	}
	w.held = nil
}

// at is the text at a path of names and of places in lists, joined by dots.
func at(t *testing.T, document []byte, path string) string {
	t.Helper()
	var value any
	if err := json.Unmarshal(document, &value); err != nil {
		t.Fatal(err)
	}
	for name := range strings.SplitSeq(path, ".") {
		switch v := value.(type) {
		case map[string]any:
			value = v[name]
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i >= len(v) {
				t.Fatalf("no %s in %s", path, document)
			}
			value = v[i]
		default:
			t.Fatalf("no %s in %s", path, document)
		}
	}
	text, ok := value.(string)
	if !ok {
		t.Fatalf("no text at %s in %s", path, document)
	}
	return text
}

// state is every file below the world: its kind, permissions and content. What
// carries no meaning is left out: locks, the stat cache, and the room that a store
// keeps for bad times.
type state map[string]string

func (w *world) state() state {
	w.t.Helper()
	s := state{}
	err := filepath.WalkDir(w.base, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		switch d.Name() {
		case "locks":
			return filepath.SkipDir
		case "lock", "statcache", "ballast":
			return nil
		}
		if strings.HasSuffix(path, ".lock") { // of Git
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		content := ""
		switch {
		case info.Mode()&os.ModeSymlink != 0:
			content, err = os.Readlink(path)
		case info.Mode().IsRegular() && info.Mode().Perm() != 0:
			var data []byte
			data, err = os.ReadFile(path)
			content = string(data)
		}
		name, _ := filepath.Rel(w.base, path)
		s[name] = info.Mode().String() + " " + content
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

// inner reports that a path of a state is genesis's own, in the directory of the
// case.
func inner(name string) bool {
	parts := strings.Split(filepath.ToSlash(name), "/")
	return parts[0] == "w" && slices.Contains(parts, ".genesis")
}

// outside is a state without genesis's own files.
func (s state) outside() state {
	out := maps.Clone(s)
	maps.DeleteFunc(out, func(name, _ string) bool { return inner(name) })
	return out
}

// policies are the files of a state that say what is allowed.
func (s state) policies() state {
	out := maps.Clone(s)
	maps.DeleteFunc(out, func(name, _ string) bool { return filepath.Base(name) != "config.toml" })
	return out
}
