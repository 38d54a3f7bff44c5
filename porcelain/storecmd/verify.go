package storecmd

import (
	"context"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/packstore"
	"github.com/genesis-vcs/genesis/plumbing/commitindex"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// verifyOptions are the flags of `store verify`.
type verifyOptions struct {
	reachable bool
	subset    string
}

// verifyResult is the data of `store verify`.
type verifyResult struct {
	Checked     int               `json:"checked"`
	Bytes       uint64            `json:"bytes"`
	ByKind      map[string]int    `json:"by_kind"`
	Corrupt     cli.List[corrupt] `json:"corrupt"`
	Missing     []missing         `json:"missing"`
	RefsChecked int               `json:"refs_checked"`
	sound       bool              // which the flags on records do not change
}

// corrupt is one thing that is wrong. Hash and Kind are absent when the damage
// is not in one object; then File and Part say where it is.
type corrupt struct {
	Hash   objects.ID   `json:"hash,omitzero"`
	Kind   objects.Kind `json:"kind,omitzero"`
	Code   string       `json:"code" pattern:"^[a-z][a-z0-9-]*(/[a-z][a-z0-9-]*)+$"`
	Part   string       `json:"part,omitempty"`
	File   string       `json:"file,omitempty"`
	Reason string       `json:"reason,omitempty"`
}

type missing struct {
	Hash         objects.ID `json:"hash"`
	ReferencedBy []string   `json:"referenced_by"`
}

// Human implements cli.Result.
func (r *verifyResult) Human(p *render.Printer) {
	for _, c := range r.Corrupt.Items() {
		what := c.File
		if !c.Hash.IsZero() {
			what = c.Hash.String()
		}
		if c.Kind.Valid() {
			what = c.Kind.String() + " " + what
		}
		p.Linef("%s  %s  %s: %s", p.Styled(render.Bad, "damaged"), what, c.Part, c.Reason)
	}
	for _, m := range r.Missing {
		p.Linef("%s  %s  needed by %s", p.Styled(render.Bad, "missing"), m.Hash, strings.Join(m.ReferencedBy, ", "))
	}
	p.Linef("%s, %s, %s checked", render.Count(r.Checked, "object"), render.Bytes(r.Bytes), render.Count(r.RefsChecked, "ref"))
	if r.sound {
		p.Linef("%s", p.Styled(render.Good, "the store is sound"))
	}
}

func verifyCommand() *cli.Command {
	var o verifyOptions
	return &cli.Command{
		Path:  []string{"store", "verify"},
		Alias: "fsck",
		Short: "Check every byte of the store",
		Long: `Reads and re-hashes every object, and checks packs, footers, the catalog and
every reference. All damage is listed. An index of the commits that is wrong is
emptied, and the next log makes it anew. With HASH only these objects and what
they reach are checked.`,
		Example: "  genesis store verify\n  genesis store verify --read-data-subset 1/10",
		Args:    []cli.Arg{{Name: "HASH", Optional: true, Repeat: true, Help: "check only this object and what it reaches"}},
		Data:    []cli.Result{(*verifyResult)(nil)},
		Exits:   []contract.Status{contract.NotFound, contract.Verification},
		Exclusive: []cli.Pair{
			{Flag: "--reachable", Other: "HASH", Reason: "--reachable checks what refs reach, and HASH says what to check instead"},
		},
		Flags: func(fs *pflag.FlagSet) {
			fs.BoolVar(&o.reachable, "reachable", false, "check what refs and operations reach, not the rest")
			fs.StringVar(&o.subset, "read-data-subset", "", "read the data of the n-th of t parts of the objects only: `n/t`")
		},
		Run: func(ctx context.Context, env *cli.Env, args []string) (cli.Result, error) {
			return fields.Data(verify(ctx, env, args, o))
		},
	}
}

func verify(ctx context.Context, env *cli.Env, args []string, o verifyOptions) (*verifyResult, error) {
	q := packstore.VerifyOptions{Reachable: o.reachable}
	var err error
	if q.Part, q.Of, err = parseSubset(o.subset); err != nil {
		return nil, err
	}
	store, err := env.Packs(ctx)
	if err != nil {
		return nil, err
	}
	for _, arg := range args {
		id, err := history.ResolveID(ctx, store, arg)
		if err != nil {
			return nil, err
		}
		q.IDs = append(q.IDs, id)
	}
	q.Progress = env.Progress("verifying").Add
	report, err := store.Verify(ctx, q)
	if err != nil {
		return nil, err
	}
	if len(q.IDs) == 0 && !o.reachable && q.Of == 0 && len(report.Corrupt)+len(report.Missing) == 0 {
		if err := verifyIndex(ctx, store, &report); err != nil {
			return nil, err
		}
	}
	r, err := verifyData(ctx, env, report)
	if err != nil {
		return nil, err
	}
	if damaged, lost := len(report.Corrupt), len(report.Missing); damaged+lost > 0 {
		return r, contract.Failf("store/verify-failed",
			contract.Facts{"corrupt_count": damaged, "missing_count": lost},
			"The store has %s and %s", render.Count(damaged, "damaged part"), render.Count(lost, "missing object"))
	}
	return r, nil
}

// verifyIndex compares the index of the commits with the objects of a store that is
// sound otherwise. A wrong index is emptied, so that no later log believes it.
func verifyIndex(ctx context.Context, store objects.Store, report *packstore.VerifyReport) error {
	wrong, err := commitindex.Check(ctx, store)
	if err == nil && wrong != "" {
		report.Corrupt = append(report.Corrupt, packstore.Damage{
			Code: packstore.CodeCorrupt, What: "index of the commits", Path: "derived/" + commitindex.Name,
			Why: wrong + "; the next log makes it anew",
		})
	}
	return err
}

func verifyData(ctx context.Context, env *cli.Env, report packstore.VerifyReport) (*verifyResult, error) {
	r := &verifyResult{
		Checked: report.Checked, Bytes: report.Bytes, RefsChecked: report.RefsChecked,
		ByKind: make(map[string]int, len(report.ByKind)), Corrupt: cli.NewList[corrupt](env), Missing: []missing{},
		sound: len(report.Corrupt)+len(report.Missing) == 0,
	}
	for kind, n := range report.ByKind {
		r.ByKind[kind.String()] = n
	}
	for _, d := range report.Corrupt {
		c := corrupt{Hash: d.ID, Code: d.Code, Part: d.What, File: d.Path, Reason: d.Why}
		if d.Kind.Valid() {
			c.Kind = d.Kind
		}
		if _, err := r.Corrupt.Add(ctx, c); err != nil {
			return nil, err
		}
	}
	for _, m := range report.Missing {
		r.Missing = append(r.Missing, missing{Hash: m.ID, ReferencedBy: append([]string{}, m.ReferencedBy...)})
	}
	return r, nil
}

// parseSubset reads "n/t" with 1 ≤ n ≤ t; "" is everything.
func parseSubset(text string) (part, of int, err error) {
	if text == "" {
		return 0, 0, nil
	}
	a, b, _ := strings.Cut(text, "/")
	part, errA := strconv.Atoi(a)
	of, errB := strconv.Atoi(b)
	if errA != nil || errB != nil || part < 1 || part > of {
		return 0, 0, contract.Failf("usage/bad-argument", contract.Facts{"argument": "--read-data-subset", "value": text},
			"A subset is n/t with n from 1 to t")
	}
	return part, of, nil
}
