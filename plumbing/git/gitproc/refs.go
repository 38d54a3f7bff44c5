package gitproc

import (
	"bufio"
	"context"
	"errors"
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

// BrokenRef is a ref that is there and that names nothing which can be read.
type BrokenRef struct {
	Name, Reason string
	Missing      gitobj.OID // what it names, if only that is missing
}

// Refs lists all refs but HEAD, sorted by name, and those that are there and name
// nothing: git itself leaves most of them out, so that they would look deleted.
func (r *Repo) Refs(ctx context.Context) (list []Ref, broken []BrokenRef, err error) {
	// Without the type: git would end at the first ref whose object is missing.
	p, err := r.Start(ctx, nil, "for-each-ref", "--format=%(objectname) %(refname)%00%(symref)")
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
	if broken, err = r.unlisted(p, list); err != nil {
		return nil, nil, err
	}
	list, without, err := r.withTypes(ctx, list)
	return list, append(broken, without...), err
}

func parseRef(line string) (Ref, error) {
	oid, rest, _ := strings.Cut(line, " ")
	name, symbolic, ok := strings.Cut(rest, "\x00")
	id, err := gitobj.ParseOID(oid)
	if err == nil && !ok {
		err = errors.New("a ref without an end")
	}
	return Ref{Name: name, OID: id, Symbolic: symbolic}, err
}

// withTypes asks for the types of what refs name, and takes out those refs whose
// object is missing.
func (r *Repo) withTypes(ctx context.Context, list []Ref) (whole []Ref, broken []BrokenRef, err error) {
	if len(list) == 0 {
		return nil, nil, nil
	}
	oids := make([]gitobj.OID, len(list))
	for i, ref := range list {
		oids[i] = ref.OID
	}
	p, err := r.Start(ctx, revisions(oids, nil), "cat-file", "--batch-check", "--buffer")
	if err != nil {
		return nil, nil, err
	}
	heads := reader{Reader: bufio.NewReaderSize(p.Out, readBuffer)}
	for _, ref := range list {
		h, err := heads.next()
		heads.left = 0 // no body follows
		switch missing := (*MissingObjectError)(nil); {
		case err == nil:
			ref.Type = h.Type
			whole = append(whole, ref)
		case errors.As(err, &missing):
			broken = append(broken, BrokenRef{ref.Name, "names " + ref.OID.String() + ", which is missing", ref.OID})
		default:
			p.kill()
			return nil, nil, errors.Join(p.Wait(), err)
		}
	}
	return whole, broken, p.Wait()
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
