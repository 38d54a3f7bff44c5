package gitproc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"

	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
)

// Ref is a ref of a repository.
type Ref struct {
	Name string // full, as bytes
	OID  gitobj.OID
	Type gitobj.Type
	// Symbolic is the name of the ref that this one stands for, else empty.
	Symbolic string
}

// Head is where the repository, or this worktree of it, stands.
type Head struct {
	Branch   string     // full name, also before its first commit; empty if detached
	Detached gitobj.OID // zero if on a branch
}

// Refs lists all refs but HEAD, sorted by name, and the names of those that git
// cannot read.
func (r *Repo) Refs(ctx context.Context) (list []Ref, broken []string, err error) {
	p, err := r.Start(ctx, nil, "for-each-ref", "--format=%(objectname) %(objecttype) %(refname)%00%(symref)")
	if err != nil {
		return nil, nil, err
	}
	out, readErr := io.ReadAll(p.Out)
	if err := p.Wait(); err != nil {
		return nil, nil, err
	}
	if readErr != nil {
		return nil, nil, readErr
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(string(out), "\n"), "\n") {
		if line == "" {
			continue
		}
		ref, err := parseRef(line)
		if err != nil {
			return nil, nil, &FailedError{Command: p.command, Words: line, Err: err}
		}
		list = append(list, ref)
	}
	broken, err = brokenRefs(p)
	return list, broken, err
}

// brokenRefs reads what git says of refs that it ignores. When it has more to say
// than is kept, that is a failure: nobody may take such a ref for one that is gone.
func brokenRefs(p *Process) (names []string, err error) {
	if len(p.words.b) >= maxWords {
		return nil, &FailedError{Command: p.command, Words: p.words.String(), Err: errors.New("it ignores refs")}
	}
	for line := range strings.Lines(string(p.words.b)) {
		for _, words := range [...]string{"warning: ignoring broken ref ", "warning: ignoring ref with broken name "} {
			if name, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), words); ok {
				names = append(names, name)
			}
		}
	}
	return names, nil
}

func parseRef(line string) (Ref, error) {
	oid, rest, _ := strings.Cut(line, " ")
	kind, rest, _ := strings.Cut(rest, " ")
	name, symbolic, ok := strings.Cut(rest, "\x00")
	id, err := gitobj.ParseOID(oid)
	if err != nil {
		return Ref{}, err
	}
	t, known := gitobj.ParseType(kind)
	if !ok || !known {
		return Ref{}, fmt.Errorf("a ref of the unknown type %q", kind)
	}
	return Ref{Name: name, OID: id, Type: t, Symbolic: symbolic}, nil
}

// Head reads HEAD.
func (r *Repo) Head(ctx context.Context) (Head, error) {
	if out, err := r.Output(ctx, "symbolic-ref", "--quiet", "HEAD"); err == nil {
		return Head{Branch: strings.TrimSuffix(string(out), "\n")}, nil
	} else if ctx.Err() != nil {
		return Head{}, err
	}
	out, err := r.Output(ctx, "rev-parse", "--verify", "HEAD^{commit}")
	if err != nil {
		return Head{}, err
	}
	oid, err := gitobj.ParseOID(strings.TrimSpace(string(out)))
	return Head{Detached: oid}, err
}

// IsAncestor reports whether a commit is another one or an ancestor of it. What
// is no commit is none.
func (r *Repo) IsAncestor(ctx context.Context, ancestor, descendant gitobj.OID) (bool, error) {
	_, err := r.Output(ctx, "merge-base", "--is-ancestor", ancestor.String(), descendant.String())
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return false, ctx.Err()
	}
	return err == nil, err
}
