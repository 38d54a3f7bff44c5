package gitproc

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// unlisted are the refs that git leaves out of a list, which p has made: those that
// it complains about, and those of which there is a file all the same, as of a
// symbolic ref that stands for nothing. When git has more to say than is kept, or a
// directory of refs cannot be read, that is a failure: nobody may take such a ref for
// one that is gone.
func (r *Repo) unlisted(p *Process, list []Ref) ([]BrokenRef, error) {
	if len(p.words.b) >= maxWords {
		return nil, &FailedError{Command: p.command, Words: p.words.String(), Err: errors.New("it ignores refs")}
	}
	reasons := map[string]string{}
	for line := range strings.Lines(string(p.words.b)) {
		for _, words := range [...]string{"warning: ignoring broken ref ", "warning: ignoring ref with broken name "} {
			if name, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), words); ok {
				reasons[name] = "cannot be read by git"
			}
		}
	}
	listed := make(map[string]bool, len(list))
	for _, ref := range list {
		listed[ref.Name] = true
	}
	err := r.looseRefs(func(name, file string) {
		if !listed[name] && reasons[name] == "" {
			reasons[name] = brokenReason(file)
		}
	})
	var broken []BrokenRef
	for _, name := range slices.Sorted(maps.Keys(reasons)) {
		broken = append(broken, BrokenRef{Name: name, Reason: reasons[name]})
	}
	return broken, err
}

// ofOneWorktree are the families of which each working tree of Git has its own refs.
var ofOneWorktree = [...]string{"refs/bisect/", "refs/worktree/", "refs/rewritten/"}

// looseRefs visits the refs that have a file, whatever is in it. Another way to keep
// refs has a file where that of the branches would be a directory, and no others.
func (r *Repo) looseRefs(visit func(name, file string)) error {
	return filepath.WalkDir(filepath.Join(r.Dir, "refs"), func(file string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist): // git has removed it just now
			return nil
		case err != nil:
			return err
		case d.IsDir(), strings.HasSuffix(file, ".lock"):
			return nil
		}
		below, err := filepath.Rel(r.Dir, file)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(below)
		if name == "refs/heads" || r.own != r.Dir && ofMainWorktree(name) {
			return nil
		}
		visit(name, file)
		return nil
	})
}

func ofMainWorktree(name string) bool {
	return slices.ContainsFunc(ofOneWorktree[:], func(family string) bool { return strings.HasPrefix(name, family) })
}

// brokenReason says why git leaves a ref out, from its file.
func brokenReason(file string) string {
	if data, err := os.ReadFile(file); err == nil {
		if to, ok := strings.CutPrefix(string(data), "ref:"); ok {
			return "stands for " + strings.TrimSpace(to) + ", which is not there"
		}
	}
	return "cannot be read by git"
}
