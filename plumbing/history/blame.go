package history

import (
	"context"
	"math"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/semantic"
	"github.com/genesis-vcs/genesis/semantic/linediff"
)

// BlameQuery selects lines of a file.
type BlameQuery struct {
	Commit objects.ID // or a tag of one
	Path   string     // relative to the root of the tree, '/'-separated
	// Lines are the ranges that are asked for; none is the whole file, or the lines
	// of Unit, as semantic.Document.Find takes its name.
	Lines []LineRange
	Unit  string
	// Whole leaves out lines that moved within a commit: they begin where they
	// were moved to.
	Whole bool
}

// LineRange is lines of a file, both ends included and 1-based. Last may lie behind
// the end of the file.
type LineRange struct{ First, Last int }

// LastLine lies behind the end of any file.
const LastLine = math.MaxInt32

// BlamedLine is where a line came into being.
type BlamedLine struct {
	Commit objects.ID
	Path   string // of the file in that commit
	Line   int    // in that file, 1-based
}

// Blamed is the file that was asked about.
type Blamed struct {
	Content []byte
	// Document is the content in its language, or as text.
	Document *semantic.Document
	// Lines has one element for each line of Content; the Commit of those that
	// were not asked for is zero.
	Lines []BlamedLine
	// Commits are those that lines come from, a commit before its ancestors and
	// otherwise the newest first.
	Commits []objects.ID
}

// Blame finds the commit that each line of a file comes from: the one that has
// it while no parent does. It follows the file through renames, and runs of lines
// that a commit took out of one place and put in another. Where several parents
// have a line, the first counts. Errors: *NotCommitError, *NotFileError,
// *snapshot.NotInTreeError, *LineRangeError, *UnitError, and those of the store.
func Blame(ctx context.Context, store objects.Store, q BlameQuery) (Blamed, error) {
	var out Blamed
	err := withSource(ctx, store, []objects.ID{q.Commit}, func(s *source) (err error) {
		out, err = blame(ctx, newFiles(s), q)
		return err
	})
	return out, err
}

// blamed is a run of lines whose origin is sought: count lines from final on in
// the result, which are those from line on in the suspect's file. 0-based.
type blamed struct{ final, line, count int }

// suspect is a file that may have brought the lines of runs.
type suspect struct {
	fileAt
	runs []blamed // sorted by line
}

type blamer struct {
	*files
	query    BlameQuery
	out      []BlamedLine
	commits  []objects.ID
	queue    nodeHeap
	suspects map[objects.ID][]*suspect // by commit
}

func blame(ctx context.Context, f *files, q BlameQuery) (Blamed, error) {
	file, err := f.start(ctx, q.Commit, q.Path)
	if err != nil {
		return Blamed{}, err
	}
	content, err := f.text(ctx, file.entry.ID)
	if err != nil {
		return Blamed{}, err
	}
	doc, err := f.document(ctx, file)
	if err != nil {
		return Blamed{}, err
	}
	if q.Unit != "" {
		u, err := f.oneUnit(ctx, file, q.Unit)
		if err != nil {
			return Blamed{}, err
		}
		q.Lines = []LineRange{u.lines()}
	}
	runs, err := runsOf(q, len(content.lines))
	if err != nil {
		return Blamed{}, err
	}
	b := &blamer{files: f, query: q, out: make([]BlamedLine, len(content.lines)), queue: nodeHeap{byGeneration: true}, suspects: map[objects.ID][]*suspect{}}
	b.suspect(file, runs)
	for b.queue.len() > 0 {
		if err := ctx.Err(); err != nil {
			return Blamed{}, err
		}
		n := b.queue.top()
		b.queue.pop()
		suspects := b.suspects[n.id]
		delete(b.suspects, n.id)
		for _, s := range suspects {
			if err := b.examine(ctx, s); err != nil {
				return Blamed{}, err
			}
		}
	}
	return Blamed{Content: content.content, Document: doc, Lines: b.out, Commits: b.commits}, nil
}

// runsOf turns the ranges of a query into runs, sorted and without overlaps.
func runsOf(q BlameQuery, lines int) ([]blamed, error) {
	if len(q.Lines) == 0 {
		return []blamed{{0, 0, lines}}, nil
	}
	wanted := make([]bool, lines)
	for _, r := range q.Lines {
		if r.First < 1 || r.Last < r.First || r.First > lines {
			return nil, &LineRangeError{Path: q.Path, First: r.First, Last: r.Last, Lines: lines}
		}
		for i := r.First - 1; i < min(r.Last, lines); i++ {
			wanted[i] = true
		}
	}
	var runs []blamed
	for i, want := range wanted {
		switch {
		case !want:
		case i > 0 && wanted[i-1]:
			runs[len(runs)-1].count++
		default:
			runs = append(runs, blamed{i, i, 1})
		}
	}
	return runs, nil
}

// suspect adds runs to what a file may have brought.
func (b *blamer) suspect(file fileAt, runs []blamed) {
	if len(runs) == 0 {
		return
	}
	list := b.suspects[file.node.id]
	if list == nil {
		b.queue.push(file.node)
	}
	for _, s := range list {
		if s.path == file.path {
			s.runs = mergeRuns(s.runs, runs)
			return
		}
	}
	b.suspects[file.node.id] = append(list, &suspect{file, runs})
}

// mergeRuns merges two sorted lists.
func mergeRuns(a, b []blamed) []blamed {
	out := make([]blamed, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if a[0].line <= b[0].line {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// examine passes the runs of a suspect on to its parents; what none of them has
// the suspect brought.
func (b *blamer) examine(ctx context.Context, s *suspect) error {
	origins, err := b.origins(ctx, s.fileAt)
	if err != nil {
		return err
	}
	for _, o := range origins {
		if o.entry.ID == s.entry.ID {
			b.suspect(o, s.runs)
			return nil
		}
	}
	rest := s.runs
	for _, o := range origins {
		if len(rest) == 0 {
			break
		}
		script, err := b.script(ctx, o.entry.ID, s.entry.ID)
		if err != nil {
			return err
		}
		var passed []blamed
		passed, rest = split(rest, script)
		b.suspect(o, passed)
	}
	if !b.query.Whole && len(rest) > 0 {
		if rest, err = b.passMoved(ctx, s, rest); err != nil {
			return err
		}
	}
	if n := len(b.commits); len(rest) > 0 && (n == 0 || b.commits[n-1] != s.node.id) {
		b.commits = append(b.commits, s.node.id)
	}
	for _, r := range rest {
		for i := range r.count {
			b.out[r.final+i] = BlamedLine{s.node.id, s.path, r.line + i + 1}
		}
	}
	return nil
}

// split divides runs into those whose lines a script leaves alone, as runs of the
// first text, and those that it brings.
func split(runs []blamed, script []linediff.Edit) (passed, kept []blamed) {
	shift := 0 // from a line of the second text that is left alone to the first
	for _, r := range runs {
		for r.count > 0 {
			for len(script) > 0 && script[0].B1 <= r.line {
				shift = script[0].A1 - script[0].B1
				script = script[1:]
			}
			n := r.count
			brought := len(script) > 0 && script[0].B0 <= r.line
			switch {
			case brought:
				n = min(n, script[0].B1-r.line)
				kept = append(kept, blamed{r.final, r.line, n})
			case len(script) > 0:
				n = min(n, script[0].B0-r.line)
				fallthrough
			default:
				passed = append(passed, blamed{r.final, r.line + shift, n})
			}
			r = blamed{r.final + n, r.line + n, r.count - n}
		}
	}
	return passed, kept
}
