package vcscmd

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/refs"
)

// statusResult is the data of `vcs status`. Branch is null when HEAD is
// detached; Head and Snapshot are null on a branch without a commit. Clean says
// that nothing differs for certain: no path was too large or unreadable.
type statusResult struct {
	Branch   *string          `json:"branch" min:"1"`
	Head     *objects.ID      `json:"head"`
	Snapshot *objects.ID      `json:"snapshot"`
	Clean    bool             `json:"clean"` // whatever is listed
	Changes  cli.List[change] `json:"changes"`
	Ignored  int              `json:"ignored"`
	Skipped  []fields.Skipped `json:"skipped"`
	// TooManyFiles: a commit refuses the working tree as it is.
	TooManyFiles *fields.TooMany `json:"too_many_files,omitempty"`
	// Behind: another workspace moved the branch, and the files, with which
	// Changes compares, are of this commit; null is none.
	Behind *behind `json:"behind,omitempty"`
	// Merge is the merge that is not committed yet.
	Merge *mergeState `json:"merge,omitempty"`
	// Interrupted: a killed command left the files between two states, and the
	// next command that stores or writes the working tree finishes it or takes it
	// back.
	Interrupted bool `json:"interrupted,omitempty"`
	// OperationsLost: see inDoubt.
	OperationsLost bool `json:"operations_lost,omitempty"`

	subject string
}

// behind says which commit the files of a workspace are of that another
// workspace left behind.
type behind struct {
	Files *objects.ID `json:"files"`
}

// change is one path that differs from HEAD.
type change struct {
	fields.Path
	OldPath     string `json:"old_path,omitempty"`
	OldEncoding string `json:"old_path_encoding,omitempty"`
	Change      string `json:"change" enum:"added,modified,deleted,renamed,type,mode,conflicted,untracked"`
	Kind        string `json:"kind" enum:"file,symlink,dir,gitlink"`
}

func changesOf(list []snapshot.Change) []change {
	out := make([]change, len(list))
	for i, c := range list {
		out[i] = change{Path: fields.PathOf(c.Path), Change: string(c.Status), Kind: fields.KindOf(c)}
		if c.Status == snapshot.Renamed {
			out[i].OldPath, out[i].OldEncoding = fields.Encode(c.OldPath)
		}
	}
	return out
}

// sortChanges sorts by path.
func sortChanges(list []change) {
	slices.SortFunc(list, func(a, b change) int { return strings.Compare(a.Path.Text, b.Path.Text) })
}

func statusCommand() *cli.Command {
	var limits fields.Limits
	return &cli.Command{
		Path:  []string{"vcs", "status"},
		Alias: "status",
		Short: "Show what differs from HEAD",
		Long: `Compares the working tree, or PATH, with the commit of HEAD. "untracked" is not
in HEAD and would be taken by a commit. When another workspace of the store moved
the branch, the files are compared with the commit that they are of.`,
		Example: "  genesis status\n  genesis status src --json",
		Args:    []cli.Arg{{Name: "PATH", Optional: true, Repeat: true, Help: "look at these paths only"}},
		Data:    []cli.Result{(*statusResult)(nil)},
		Exits:   []contract.Status{contract.Parse, contract.NotFound, contract.Verification},
		Flags:   limits.Register,
		Run: func(ctx context.Context, env *cli.Env, args []string) (cli.Result, error) {
			return fields.Data(status(ctx, env, args, limits))
		},
	}
}

func status(ctx context.Context, env *cli.Env, args []string, limits fields.Limits) (*statusResult, error) {
	l, err := newLook(ctx, env, args, &limits)
	if err != nil {
		return nil, err
	}
	scan, merge, err := l.scan(ctx)
	if err != nil {
		return nil, err
	}
	r := &statusResult{
		Head: fields.OrNull(l.pos.commit), Changes: cli.NewList[change](env), Merge: merge,
		Ignored: scan.Ignored, Skipped: fields.SkippedOf(scan.Skipped), TooManyFiles: limits.TooMany(scan),
	}
	if err := r.Changes.AddAll(ctx, merge.mark(changesOf(scan.Changes))); err != nil {
		return nil, err
	}
	if l.filesOf != l.pos.commit {
		r.Behind = &behind{Files: fields.OrNull(l.filesOf)}
		if l.pos.commit.IsZero() {
			env.Warnf("another workspace removed the branch: \"genesis switch -c\" makes it again where the files are")
		} else {
			env.Warnf("another workspace moved the branch: switch to it again to have its files here")
		}
	}
	if r.Interrupted, err = env.Interrupted(ctx); err != nil {
		return nil, err
	}
	r.Clean = len(scan.Changes) == 0 && merge == nil && !slices.ContainsFunc(scan.Skipped, worktree.Skipped.Unknown)
	if l.pos.head.Branch != "" {
		name := l.pos.head.Branch.Short()
		r.Branch = &name
	}
	if r.Head != nil {
		r.Snapshot, r.subject = &l.pos.loaded.Snapshot, fields.Subject(string(l.pos.loaded.Message))
		return r, nil
	}
	if r.OperationsLost, err = inDoubt(ctx, env, l.db); err != nil {
		return nil, err
	}
	return r, nil
}

// section is a part of the human output.
type section struct {
	title string
	style render.Style
	take  func(change string) bool
}

var sections = []section{
	{"changed", render.Bad, func(c string) bool { return c != string(snapshot.Untracked) }},
	{"untracked", render.Note, func(c string) bool { return c == string(snapshot.Untracked) }},
}

// Human implements cli.Result.
func (r *statusResult) Human(p *render.Printer) {
	head := detached
	if r.Branch != nil {
		head = refs.Heads + *r.Branch
	}
	writeHead(p, head, r.Head, "  "+r.subject)
	r.Merge.write(p)
	for _, s := range sections {
		r.writeSection(p, s)
	}
	if r.Clean {
		p.Linef("%s", p.Styled(render.Good, "nothing changed"))
	}
	fields.NotShown(p, r.Changes.Suppressed(), "change")
	if len(r.Skipped) > 0 {
		p.Linef("")
		fields.WriteSkipped(p, r.Skipped)
	}
	if many := r.TooManyFiles; many != nil {
		p.Linef("")
		p.Linef("%s", p.Styled(render.Bad, fmt.Sprintf("%d files: a commit takes at most %d (--max-files)", many.Files, many.Limit)))
	}
}

func (r *statusResult) writeSection(p *render.Printer, s section) {
	var rows [][]string
	for _, c := range r.Changes.Items() {
		if !s.take(c.Change) {
			continue
		}
		name := c.Path.Text
		if c.Kind == "dir" {
			name += "/"
		}
		if c.OldPath != "" {
			name = c.OldPath + " -> " + name
		}
		rows = append(rows, []string{"  " + p.Styled(s.style, word(c)), name})
	}
	if rows == nil {
		return
	}
	p.Linef("")
	p.Linef("%s:", strings.ToUpper(s.title[:1])+s.title[1:])
	p.Table(nil, rows)
}

// word is the first column of a change.
func word(c change) string {
	switch snapshot.Status(c.Change) {
	case snapshot.Untracked:
		return "new " + c.Kind
	case snapshot.TypeChange:
		return "now a " + c.Kind
	default:
		return c.Change
	}
}
