package gitproc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
)

// Init makes a repository in dir, which may be there and empty. HEAD is on the
// branch, a full name, which need not exist.
func Init(ctx context.Context, dir string, environ []string, bare bool, branch string) (*Repo, error) {
	if _, err := exec.LookPath("git"); err != nil {
		return nil, &NotInstalledError{Err: err}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	r := &Repo{env: cleanEnviron(environ)}
	args := []string{"init", "--quiet", "--object-format=sha1", "--template="}
	if bare {
		args = append(args, "--bare")
	}
	if _, err := r.output(ctx, dir, args...); err != nil {
		return nil, err
	}
	made, err := Open(ctx, dir, environ)
	if err == nil && branch != "" {
		err = made.SetBranch(ctx, branch)
	}
	return made, err
}

// SetBranch puts HEAD on a branch, a full name, which need not exist. The files of a
// working tree stay as they are.
func (r *Repo) SetBranch(ctx context.Context, branch string) error {
	_, err := r.Output(ctx, "symbolic-ref", "HEAD", branch)
	return err
}

// InstallPack gives the repository the pack that write writes. Git checks its form
// and its checksums, and only then the objects are there. What they hold is not
// judged: histories are full of what `git fsck` complains about. Without an error of
// write, what git says counts.
func (r *Repo) InstallPack(ctx context.Context, write func(w io.Writer) error) error {
	from, to, err := os.Pipe()
	if err != nil {
		return err
	}
	p, err := r.Start(ctx, from, "index-pack", "--stdin")
	_ = from.Close()
	if err != nil {
		return errors.Join(err, to.Close())
	}
	wrote := make(chan error, 1)
	go func() {
		err := write(to)
		if err != nil {
			p.kill() // or git would take a part for the whole
		}
		wrote <- errors.Join(err, to.Close())
	}()
	_, readErr := io.Copy(io.Discard, p.Out)
	writeErr := <-wrote
	ended := p.Wait()
	var failed *FailedError
	if errors.As(ended, &failed) && (writeErr == nil || isBrokenPipe(writeErr)) {
		return ended
	}
	return errors.Join(writeErr, ended, readErr)
}

// CheckConnected finds out whether the repository has everything that the tips reach
// and its refs do not: objects that no ref reaches may have been there without what
// they name. What is missing is in the words of the *FailedError.
func (r *Repo) CheckConnected(ctx context.Context, tips []gitobj.OID) error {
	var b strings.Builder
	for _, oid := range tips {
		b.WriteString(oid.String() + "\n")
	}
	p, err := r.Start(ctx, strings.NewReader(b.String()), "rev-list", "--objects", "--quiet", "--stdin", "--not", "--all")
	if err != nil {
		return err
	}
	_, readErr := io.Copy(io.Discard, p.Out)
	if err := p.Wait(); err != nil {
		return err
	}
	return readErr
}

// RefUpdate moves a ref of Git. A zero OID is "not there".
type RefUpdate struct {
	Name     string
	Old, New gitobj.OID
}

// UpdateRefs moves refs, all or none: git refuses when one is not at Old any more.
func (r *Repo) UpdateRefs(ctx context.Context, updates []RefUpdate, reason string) error {
	var b strings.Builder
	b.WriteString("start\x00")
	for _, u := range updates {
		if u.New.IsZero() {
			fmt.Fprintf(&b, "delete %s\x00%s\x00", u.Name, u.Old)
		} else {
			fmt.Fprintf(&b, "update %s\x00%s\x00%s\x00", u.Name, u.New, u.Old)
		}
	}
	b.WriteString("prepare\x00commit\x00")
	p, err := r.Start(ctx, strings.NewReader(b.String()), "update-ref", "-z", "--stdin", "-m", reason)
	if err != nil {
		return err
	}
	_, readErr := io.Copy(io.Discard, p.Out)
	if err := p.Wait(); err != nil {
		return err
	}
	return readErr
}

// CheckedOut lists the branches that working trees of the repository stand on,
// by full name.
func (r *Repo) CheckedOut(ctx context.Context) (map[string]bool, error) {
	out, err := r.Output(ctx, "worktree", "list", "--porcelain")
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	bare := false
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSuffix(line, "\n")
		switch name, ok := strings.CutPrefix(line, "branch "); {
		case line == "":
			bare = false
		case line == "bare":
			bare = true
		case ok && !bare:
			names[name] = true
		}
	}
	return names, nil
}
