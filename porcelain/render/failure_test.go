package render

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// failure renders an error as the frame does.
func failure(look Look, e *contract.Error, operation, target string) string {
	object, diagnostic := contract.Describe(e, operation)
	return printed(look, func(p *Printer) { p.Failure(&object, &diagnostic, target) })
}

func TestFailure(t *testing.T) {
	many := make([]string, 23)
	for i := range many {
		many[i] = fmt.Sprintf("file%02d", i)
	}
	for name, c := range map[string]struct {
		err    *contract.Error
		target string
		want   string
	}{
		"subject and row's message": {
			contract.Fail("refs/not-found", contract.Facts{"name": "refs/heads/x"}), "/home/u/w",
			"refs/not-found: refs set: refs/heads/x\ncause: There is no such ref\nnext: List the refs with `genesis refs list`\n",
		},
		"fact as the cause": {
			contract.Fail("worktree/unreadable", contract.Facts{"path": "a/b", "reason": "permission denied"}), "",
			"worktree/unreadable: refs set: a/b\ncause: A file or directory of the working tree cannot be read: permission denied\nnext: Look at the permissions of the path\n",
		},
		"a path goes before a name": {
			contract.Failf("store/corrupt", contract.Facts{"hash": "aa", "path": "p", "name": "n"}, "Bytes are wrong"), "",
			"store/corrupt: refs set: p\ncause: Bytes are wrong\nnext: Find all damage with `genesis store verify`\n",
		},
		"the target as the subject": {
			contract.Fail("commit/nothing-to-commit", nil), "/home/u/work",
			"commit/nothing-to-commit: refs set: work\ncause: Nothing changed since the last commit\nnext: Look at the changes with `genesis vcs status`\n",
		},
		"no subject": {
			contract.Fail("commit/nothing-to-commit", nil), "",
			"commit/nothing-to-commit: refs set: <unknown subject>\ncause: Nothing changed since the last commit\nnext: Look at the changes with `genesis vcs status`\n",
		},
		"facts inside a cause": {
			contract.Fail("internal/error", contract.Facts{"cause": map[string]any{"path": "inner", "reason": "deep"}}), "",
			"internal/error: refs set: inner\ncause: Genesis met an error that it does not know: deep\nnext: Report the bug with the output of `genesis version`\n",
		},
		"hostile facts": {
			contract.Failf("store/not-found", contract.Facts{"hash": "a\x1b]0;t\x07\u202eb"}, "No \x1b[31mobject in /home/u/x"), "",
			"store/not-found: refs set: a ]0;t \\u202eb\ncause: No [31mobject in x\nnext: List the objects of the store with `genesis store ls`\n",
		},
		"unknown code": {
			contract.Fail("what/ever", nil), "",
			"diagnostic/catalog-miss: refs set: what/ever\ncause: Genesis reported a fault that its catalog does not list\nnext: Report the bug with the output of `genesis version`\n",
		},
		"paths": {
			contract.Fail("worktree/unsaved", contract.Facts{"paths": []string{"a\nb", "c"}}), "",
			"worktree/unsaved: refs set: a b and 1 more\ncause: Changes that are stored nowhere would be overwritten\n" +
				"next: Commit the listed paths, or move ignored ones elsewhere, then run the command again\npaths:\n  a%0Ab\n  c\n",
		},
		"kinds": {
			contract.Fail("worktree/in-the-way", contract.Facts{"paths": []contract.Facts{{"path": "p", "kind": "fifo"}}, "unsaved": []string{"q"}}), "",
			"worktree/in-the-way: refs set: p\ncause: What cannot be stored is in the way\n" +
				"next: Move the listed paths elsewhere, then run the command again\npaths:\n  p (fifo)\nunsaved:\n  q\n",
		},
		"groups": {
			contract.Fail("worktree/folding", contract.Facts{"groups": [][]string{{"A", "a"}, {"B", "b"}}}), "",
			"worktree/folding: refs set: A, a and 1 more\ncause: The file system cannot tell names of the tree apart\n" +
				"next: Use a directory on a file system that tells the names apart\ngroups:\n  A, a\n  B, b\n",
		},
		"many": {
			contract.Fail("history/ambiguous-revision", contract.Facts{"revision": "x", "candidates": many}), "",
			"history/ambiguous-revision: refs set: x\ncause: The revision fits several things\n" +
				"next: Use one of the candidates that the facts list\ncandidates:\n  " + strings.Join(many[:20], "\n  ") + "\n  and 3 more (--json lists all)\n",
		},
	} {
		if got := failure(Look{}, c.err, "refs/set", c.target); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

func TestFailureIsWrapped(t *testing.T) {
	e := contract.Failf("store/range", contract.Facts{"path": "x"}, "%s", strings.Repeat("word ", 30))
	got := failure(Look{Width: 24}, e, "store/get", "")
	for _, line := range strings.Split(got, "\n") {
		if utf8.RuneCountInString(line) > 24 {
			t.Errorf("%q is wider than 24 columns", line)
		}
	}
	long := contract.Failf("store/range", contract.Facts{"path": strings.Repeat("é", 500)}, "x")
	if got := failure(Look{}, long, "store/get", ""); !strings.Contains(got, strings.Repeat("é", maxField)+"…\n") {
		t.Errorf("a long field is not bounded:\n%s", got)
	}
}

func TestFailureColors(t *testing.T) {
	for _, f := range contract.Faults() {
		e := contract.Fail(f.Code, contract.Facts{"path": "a\x1b[31mb", "reason": "why\x1b[0m"})
		plain, colored := failure(Look{}, e, "store/get", ""), failure(Look{Color: true}, e, "store/get", "")
		if got := ansi.ReplaceAllString(colored, ""); got != plain || colored == plain {
			t.Errorf("%s: colored %q, plain %q", f.Code, colored, plain)
		}
	}
}
