package refscmd

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/refs"
)

// updateResult is the data of `refs update`.
type updateResult struct {
	Changes cli.List[move] `json:"changes"`
	fields.Outcome
}

// move is how one ref moved; null is unset.
type move struct {
	Name refs.Name   `json:"name"`
	Old  *objects.ID `json:"old"`
	New  *objects.ID `json:"new"`
}

// Human implements cli.Result.
func (r *updateResult) Human(p *render.Printer) {
	for _, m := range r.Changes.Items() {
		writeMove(p, m.Name, m.Old, m.New)
	}
	r.Line(p)
}

func updateCommand() *cli.Command {
	return &cli.Command{
		Path:  []string{"refs", "update"},
		Short: "Move many refs in one transaction",
		Long: `Reads one change a line from standard input and makes all of them, or none:

  set NAME NEW [OLD|absent]
  delete NAME [OLD]

NEW and OLD are full hashes. OLD is what the ref must hold; "absent" ("nil" is
another spelling) that it is not set.`,
		Example: "  genesis refs update --stdin < changes",
		Data:    []cli.Result{(*updateResult)(nil)},
		Mutates: true, Destroys: true,
		Exits:    []contract.Status{contract.Conflicted, contract.Parse, contract.Refused, contract.NotFound, contract.Busy},
		Required: []string{"stdin"},
		Flags: func(fs *pflag.FlagSet) {
			fs.Bool("stdin", false, "read the changes from standard input")
		},
		Run: func(ctx context.Context, env *cli.Env, _ []string) (cli.Result, error) {
			env.Target("-", "stdin")
			db, err := env.DB(ctx)
			if err != nil {
				return nil, err
			}
			tx := db.Begin("refs update")
			if err := readUpdates(fields.Input(ctx, env.Stdin), tx); err != nil {
				return nil, err
			}
			done, err := fields.Finish(ctx, env, tx, nil)
			if err != nil {
				return nil, err
			}
			warnOfFiles(ctx, env, db, done.Changes)
			r := &updateResult{Changes: cli.NewList[move](env), Outcome: fields.OutcomeOf(done, env.DryRun)}
			env.Published(r)
			// A filter that fails now is told with the result, and a signal comes too
			// late: the refs moved.
			return r, r.Changes.AddAll(context.WithoutCancel(ctx), movesOf(done.Changes))
		},
	}
}

// maxLine is the greatest length of a line; a name and two hashes are shorter.
const maxLine = 8 << 10

// readUpdates puts every line into the transaction. A line that does not parse
// is the fault refs/bad-update with its number.
func readUpdates(r io.Reader, tx *refs.Tx) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, maxLine), maxLine)
	seen := make(map[refs.Name]bool)
	number := 0
	for lines.Scan() {
		number++
		if bad := readUpdate(lines.Text(), tx, seen); bad != nil {
			return bad.fault(number)
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return wrongFrom(0, maxLine, errors.New("the line is too long")).fault(number + 1)
	}
	return lines.Err()
}

// wrong is what a line cannot be understood for, and the bytes from start to end
// that it is about.
type wrong struct {
	start, end int
	reason     error
}

func wrongFrom(start, end int, reason error) *wrong { return &wrong{start, end, reason} }

func (w *wrong) fault(number int) error {
	e := contract.Failf("refs/bad-update", contract.Facts{"line": number, "reason": w.reason.Error()},
		"Line %d of the update cannot be understood", number)
	e.Err = w.reason
	return e.At(contract.Span{
		Source: contract.Stdin, StartLine: number, StartColumn: w.start + 1, EndLine: number, EndColumn: w.end + 1,
	})
}

// updateLine is a line, whose words are separated by one space.
type updateLine []string

// wrongWord is what is wrong with one word.
func (l updateLine) wrongWord(i int, reason error) *wrong {
	start := 0
	for _, word := range l[:i] {
		start += len(word) + 1
	}
	return wrongFrom(start, start+len(l[i]), reason)
}

func (l updateLine) wrongForm() *wrong {
	return wrongFrom(0, len(strings.Join(l, " ")), errors.New("a line is \"set NAME NEW [OLD|absent]\" or \"delete NAME [OLD]\""))
}

func readUpdate(line string, tx *refs.Tx, seen map[refs.Name]bool) *wrong {
	words := updateLine(strings.Split(line, " "))
	if len(words) < 2 {
		return words.wrongForm()
	}
	name, err := refs.ParseName(words[1])
	if err == nil && seen[name] {
		err = errors.New("the ref is named twice")
	}
	if err != nil {
		return words.wrongWord(1, err)
	}
	seen[name] = true
	switch verb, n := words[0], len(words); {
	case verb == "set" && (n == 3 || n == 4):
		id, err := objects.ParseID(words[2])
		if err != nil {
			return words.wrongWord(2, err)
		}
		expect, err := lineExpect(words[3:])
		if err != nil {
			return words.wrongWord(3, err)
		}
		tx.Set(name, id, expect)
	case verb == "delete" && n <= 3:
		if n == 3 && isAbsent(words[2]) {
			return words.wrongWord(2, errors.New("a ref that is not set cannot be removed"))
		}
		expect, err := lineExpect(words[2:])
		if err != nil {
			return words.wrongWord(2, err)
		}
		tx.Delete(name, expect)
	default:
		return words.wrongForm()
	}
	return nil
}

// lineExpect reads the last word of a line, which may be missing.
func lineExpect(words []string) (refs.Expect, error) {
	if len(words) == 0 {
		return refs.Expect{}, nil
	}
	if isAbsent(words[0]) {
		return refs.Missing(), nil
	}
	id, err := objects.ParseID(words[0])
	return refs.At(id), err
}

func movesOf(changes []objects.OpChange) []move {
	moves := make([]move, 0, len(changes))
	for _, c := range changes {
		if c.Space != objects.SpaceRef {
			continue
		}
		moves = append(moves, move{Name: refs.Name(c.Name), Old: idOf(c.Old), New: idOf(c.New)})
	}
	return moves
}

func idOf(value []byte) *objects.ID {
	if len(value) != objects.IDSize {
		return nil
	}
	id := objects.ID(value)
	return &id
}
