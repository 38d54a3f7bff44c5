package matrix

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/porcelain/contract/contracttest"
	"github.com/genesis-vcs/genesis/porcelain/families/familiestest"
)

// document is what the matrix reads of an envelope.
type document struct {
	OK   bool   `json:"ok"`
	Code string `json:"code"`
	Exit int    `json:"exit"`
	Data struct {
		Operation string `json:"operation"`
		Noop      bool   `json:"noop"`
		Written   int    `json:"written"`
		Removed   int    `json:"removed"`
		Worktree  struct {
			Written int `json:"written"`
			Removed int `json:"removed"`
		} `json:"worktree"`
	} `json:"data"`
}

// check holds an answer against the contract and returns its document.
func (r *run) check(a answer) (document, error) {
	if err := familiestest.CheckExit(r.commandLine(), a.status); err != nil {
		return document{}, err
	}
	if r.lost {
		return document{OK: a.status == 0, Exit: a.status}, nil
	}
	if err := r.checkText(a); err != nil {
		return document{}, err
	}
	if err := contracttest.CheckRun(r.commandLine(), a.status, a.stdout, a.stderr); err != nil {
		return document{}, err
	}
	if r.mode == forHuman {
		doc := document{OK: a.status == 0, Exit: a.status}
		if said := operationLine.FindSubmatch(a.stdout); said != nil {
			doc.Data.Operation = string(said[1])
		}
		return doc, checkHuman(a)
	}
	line := lastLine(a.stdout)
	var doc document
	if err := json.Unmarshal(line, &doc); err != nil {
		return document{}, err
	}
	return doc, r.checkPaths(line)
}

func lastLine(output []byte) []byte {
	lines := bytes.Split(bytes.TrimSuffix(output, []byte("\n")), []byte("\n"))
	return lines[len(lines)-1]
}

// destructive are the forms of complete commands that throw something away.
var destructive = regexp.MustCompile(`\brm -|--discard\b.*genesis|genesis.*--discard\b|refs delete refs/|gc purge|gc run|--force |git reset|git clean|branch -d|tag -d`)

// checkText looks at the bytes of both streams.
func (r *run) checkText(a answer) error {
	for _, c := range slices.Concat(a.stdout, a.stderr) {
		if (c < ' ' && c != '\n' && (c != '\t' || !r.c.raw())) || c == 0x7f {
			return fmt.Errorf("a control character in %q%q", a.stdout, a.stderr)
		}
	}
	if bad := destructive.Find(a.stderr); bad != nil {
		return fmt.Errorf("a destructive command %q in %s", bad, a.stderr)
	}
	return nil
}

var humanFailure = regexp.MustCompile(`(?m)\A[^\n]*[a-z-]+/[a-z-]+[^\n]*\n(.*\n)*cause: .+\n(.*\n)*next: .+\n`)

// operationLine is how a person is told that something was changed.
var operationLine = regexp.MustCompile(`(?m)^operation ([0-9a-f]{12})$`)

func checkHuman(a answer) error {
	if a.status != 0 && !humanFailure.Match(a.stderr) {
		return fmt.Errorf("a failure without code, cause and next action: %q", a.stderr)
	}
	return nil
}

// checkPaths looks for paths of this machine in all texts but the one field
// that is documented to hold one, and for advice that would destroy.
func (r *run) checkPaths(line []byte) error {
	var fields map[string]any
	if err := json.Unmarshal(line, &fields); err != nil {
		return err
	}
	delete(fields, "target_resolved")
	var walk func(value any) error
	walk = func(value any) error {
		switch v := value.(type) {
		case map[string]any:
			for _, inner := range v {
				if err := walk(inner); err != nil {
					return err
				}
			}
		case []any:
			for _, inner := range v {
				if err := walk(inner); err != nil {
					return err
				}
			}
		case string:
			if strings.Contains(v, r.p.base) {
				return fmt.Errorf("a path of the machine: %q", v)
			}
		}
		return nil
	}
	if err := walk(fields); err != nil {
		return err
	}
	advice, err := json.Marshal([]any{fields["error"], fields["diagnostics"]})
	if bad := destructive.Find(advice); err == nil && bad != nil {
		return fmt.Errorf("a destructive command %q in %s", bad, advice)
	}
	return err
}

// checkState compares what became of the place with what the document says.
func (r *run) checkState(before, after state, doc document) error {
	changedFiles := before.files != after.files
	changedRows := before.read && (before.head != after.head || before.rows != after.rows)
	if after.left != before.left {
		return fmt.Errorf("an interrupted move is left behind: %s", after.left)
	}
	if !before.read && doc.OK {
		return nil // it was brought back
	}
	done := (doc.OK || doc.Data.Operation != "") && !slices.Contains(r.words, "--dry-run") && (r.c.Mutates || r.c.writes != "")
	if r.mode == forHuman && !r.lost && !doc.OK && doc.Data.Operation == "" && (changedFiles || changedRows) {
		return fmt.Errorf("it failed and changed files (%v) or refs (%v)", changedFiles, changedRows)
	}
	if r.lost || r.mode == forHuman {
		return r.checkWhole(changedFiles, changedRows)
	}
	if !done {
		if changedFiles || changedRows {
			return fmt.Errorf("it changed files (%v) or refs (%v) and says that it did not", changedFiles, changedRows)
		}
		return nil
	}
	if op := doc.Data.Operation; op != "" && op != after.head && r.c.writes == "" {
		return fmt.Errorf("the newest operation is %s, not the one in the document: %s", after.head, op)
	}
	if says := doc.Data.Operation != "" && (r.c.writes == "" || r.c.both) || r.c.changes; says != changedRows {
		return fmt.Errorf("the refs changed: %v, and the document says: %v", changedRows, says)
	}
	d := doc.Data
	wrote := d.Written+d.Removed+d.Worktree.Written+d.Worktree.Removed > 0 || r.c.writes != ""
	if wrote != changedFiles {
		return fmt.Errorf("the files changed: %v, and the document says: %v", changedFiles, wrote)
	}
	return nil
}

// checkWhole is for a run that cannot say what it did: it did all or nothing.
func (r *run) checkWhole(files, rows bool) error {
	switch {
	case !r.c.Mutates && (files && r.c.writes == "" || rows):
		return fmt.Errorf("a command that only looks changed files (%v) or refs (%v)", files, rows)
	case r.c.moves && files != rows:
		return fmt.Errorf("files changed: %v, refs: %v", files, rows)
	case !r.c.moves && r.c.writes == "" && files:
		return fmt.Errorf("it changed files")
	}
	return nil
}
