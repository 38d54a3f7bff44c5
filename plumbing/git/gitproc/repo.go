package gitproc

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

// Repo is a repository that git was found to accept.
type Repo struct {
	// Dir is its directory with objects and refs, absolute; of a linked worktree
	// that of the main repository.
	Dir string
	// Worktree is the root of the working tree that belongs to the directory it
	// was opened by, absolute; empty for a bare repository.
	Worktree string
	// Bare: the repository has no working tree.
	Bare bool
	// at is what it was opened by. Git runs there always: whom git trusts depends on
	// where it looks for the repository from.
	at string
	// own is the directory of this worktree with its HEAD.
	own string
	env []string
}

// NotInstalledError reports that there is no program git.
type NotInstalledError struct{ Err error }

func (e *NotInstalledError) Error() string { return "git is not installed: " + e.Err.Error() }

// Unwrap returns what looking for the program found.
func (e *NotInstalledError) Unwrap() error { return e.Err }

// NotRepositoryError reports a directory in which git sees no repository.
type NotRepositoryError struct{ Dir string }

func (e *NotRepositoryError) Error() string { return "no Git repository at " + e.Dir }

// Reasons of UnsupportedError.
const (
	SHA256  = "its objects are named by SHA-256"
	Shallow = "it is shallow: a part of its history is missing"
	Partial = "it is a partial clone: objects are fetched when they are needed"
)

// UntrustedError reports a repository of another user, whom git does not trust.
type UntrustedError struct{ Dir string }

func (e *UntrustedError) Error() string {
	return "git does not trust the owner of the repository at " + e.Dir
}

// UnsupportedError reports a repository that cannot be read as a whole.
type UnsupportedError struct {
	Dir    string
	Reason string // one of the above
}

func (e *UnsupportedError) Error() string { return "unsupported Git repository: " + e.Reason }

// Open finds the repository that contains dir: a working tree or a directory
// below one, a linked worktree, or a bare repository itself. environ is the
// environment to start from. Errors: *NotInstalledError, *NotRepositoryError,
// *UnsupportedError, *UntrustedError, *FailedError.
func Open(ctx context.Context, dir string, environ []string) (*Repo, error) {
	if _, err := exec.LookPath("git"); err != nil {
		return nil, &NotInstalledError{Err: err}
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, &NotRepositoryError{Dir: dir}
	}
	r := &Repo{at: dir, env: cleanEnviron(environ)}
	out, err := r.output(ctx, dir, "rev-parse", "--is-bare-repository", "--absolute-git-dir", "--git-common-dir",
		"--is-shallow-repository", "--show-object-format")
	if err != nil {
		return nil, openFailure(dir, err)
	}
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(lines) != 5 {
		return nil, &NotRepositoryError{Dir: dir}
	}
	r.own, r.Dir = lines[1], lines[2]
	if !filepath.IsAbs(r.Dir) {
		r.Dir = filepath.Join(dir, r.Dir)
	}
	switch {
	case lines[4] != "sha1":
		return nil, &UnsupportedError{Dir: dir, Reason: SHA256}
	case lines[3] == "true":
		return nil, &UnsupportedError{Dir: dir, Reason: Shallow}
	}
	r.Bare = lines[0] == "true"
	if !r.Bare {
		// Inside of .git there is none.
		if out, err := r.output(ctx, dir, "rev-parse", "--show-toplevel"); err == nil {
			r.Worktree = strings.TrimSuffix(string(out), "\n")
		}
	}
	return r, r.checkPartial(ctx)
}

// openFailure tells a directory without a repository, and one whose owner git does
// not trust, from other failures.
func openFailure(dir string, err error) error {
	var failed *FailedError
	switch {
	case !errors.As(err, &failed):
		return err
	case strings.Contains(failed.Words, "not a git repository"):
		return &NotRepositoryError{Dir: dir}
	case strings.Contains(failed.Words, "dubious ownership"):
		return &UntrustedError{Dir: dir}
	default:
		return err
	}
}

// checkPartial refuses a repository that would fetch objects while it is read.
func (r *Repo) checkPartial(ctx context.Context) error {
	out, err := r.Output(ctx, "config", "--get-regexp", `^(remote\..*\.promisor|extensions\.partialclone)$`)
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 { // no such key
		return nil
	}
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(out)) {
		if !strings.HasSuffix(strings.TrimSpace(line), " false") {
			return &UnsupportedError{Dir: r.Dir, Reason: Partial}
		}
	}
	return nil
}

// cleanEnviron leaves out what would make git look elsewhere or do more, and
// makes it see objects as they are.
func cleanEnviron(environ []string) []string {
	var env []string
	for _, v := range environ {
		if name, _, _ := strings.Cut(v, "="); !strings.HasPrefix(name, "GIT_") || keptVariable(name) {
			env = append(env, v)
		}
	}
	return append(env, "LC_ALL=C", "GIT_NO_REPLACE_OBJECTS=1", "GIT_GRAFT_FILE=/nonexistent", "GIT_NO_LAZY_FETCH=1",
		"GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "GIT_PAGER=cat", "GIT_ALLOW_PROTOCOL=none")
}

// keptVariable reports whether a variable says which configuration is the
// user's: git asks it whom to trust.
func keptVariable(name string) bool {
	return strings.HasPrefix(name, "GIT_CONFIG")
}

// Output runs git on the repository and returns what it prints.
func (r *Repo) Output(ctx context.Context, args ...string) ([]byte, error) {
	return r.output(ctx, r.at, args...)
}

func (r *Repo) output(ctx context.Context, dir string, args ...string) ([]byte, error) {
	p, err := r.start(ctx, dir, nil, args...)
	if err != nil {
		return nil, err
	}
	out, readErr := io.ReadAll(p.Out)
	if err := p.Wait(); err != nil {
		return out, err
	}
	return out, readErr
}

// Process is git at work.
type Process struct {
	// Out is what it prints.
	Out io.Reader

	ctx     context.Context
	cmd     *exec.Cmd
	out     io.ReadCloser
	words   limitedBuffer
	command string
}

// Start runs git on the repository with an input, which may be nil.
func (r *Repo) Start(ctx context.Context, in io.Reader, args ...string) (*Process, error) {
	return r.start(ctx, r.at, in, args...)
}

func (r *Repo) start(ctx context.Context, dir string, in io.Reader, args ...string) (*Process, error) {
	// None of these commands runs a hook; fsmonitor is a hook that some would ask.
	argv := append([]string{"-c", "core.fsmonitor=false", "-c", "core.quotePath=false", "-c", "advice.graftFileDeprecated=false"}, args...)
	p := &Process{ctx: ctx, cmd: exec.CommandContext(ctx, "git", argv...), command: "git " + args[0]}
	p.cmd.Dir, p.cmd.Env, p.cmd.Stdin, p.cmd.Stderr = dir, r.env, in, &p.words
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out, p.Out = out, out
	if err := p.cmd.Start(); err != nil {
		return nil, &FailedError{Command: p.command, Err: err}
	}
	return p, nil
}

// Wait waits for the end of the process, after Out was read. It returns the
// error of the context if that is why it ended, else a *FailedError or what that
// stands for: *ContendedError.
func (p *Process) Wait() error {
	err := p.cmd.Wait()
	if p.ctx.Err() != nil {
		return p.ctx.Err()
	}
	if err != nil {
		return contended(&FailedError{Command: p.command, Words: p.words.String(), Err: err})
	}
	return nil
}

// Stop ends the process, whatever it still has to say.
func (p *Process) Stop() {
	_ = p.out.Close()
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

// limitedBuffer keeps the end of what is written.
type limitedBuffer struct{ b []byte }

const maxWords = 4 << 10

func (l *limitedBuffer) Write(b []byte) (int, error) {
	l.b = append(l.b, b...)
	if len(l.b) > maxWords {
		l.b = l.b[len(l.b)-maxWords:]
	}
	return len(b), nil
}

// String is the words on one line.
func (l *limitedBuffer) String() string {
	return string(bytes.Join(bytes.Fields(l.b), []byte(" ")))
}

// kill ends the process; Wait is still to be called.
func (p *Process) kill() { _ = p.cmd.Process.Kill() }

func isBrokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
