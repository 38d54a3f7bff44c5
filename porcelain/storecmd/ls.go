package storecmd

import (
	"context"
	"iter"
	"strings"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// lsResult is the data of `store ls`.
type lsResult struct {
	Objects   cli.List[lsObject] `json:"objects"`
	Truncated bool               `json:"truncated"` // by --limit or the budget of output
}

type lsObject struct {
	Hash objects.ID   `json:"hash"`
	Kind objects.Kind `json:"kind"`
	Size uint64       `json:"size"`
}

// Human implements cli.Result. The list went out already, object by object.
func (*lsResult) Human(*render.Printer) {}

func lsCommand() *cli.Command {
	var kind kindName
	var prefix string
	return &cli.Command{
		Path:    []string{"store", "ls"},
		Short:   "List the objects of the store",
		Long:    "Lists the objects in the order of their hashes.",
		Example: "  genesis store ls --kind commit\n  genesis store ls --prefix 8f3a\n  genesis store ls --filter '.size > 1000000' --limit 10",
		Data:    []cli.Result{(*lsResult)(nil)},
		Exits:   []contract.Status{contract.Verification},
		Flags: func(fs *pflag.FlagSet) {
			cli.Choice(fs, &kind, "kind", kindNames(), "", "only objects of this `KIND`")
			fs.StringVar(&prefix, "prefix", "", "only hashes that begin with these `HEX` digits")
		},
		Run: func(ctx context.Context, env *cli.Env, _ []string) (cli.Result, error) {
			q, err := lsQuery(kind, prefix)
			if err != nil {
				return nil, err
			}
			return fields.Data(ls(ctx, env, q))
		},
	}
}

// kindName is the name of a kind of objects.
type kindName string

// kindNames are those of all kinds.
func kindNames() []kindName {
	names := make([]kindName, len(objects.Kinds))
	for i, kind := range objects.Kinds {
		names[i] = kindName(kind.String())
	}
	return names
}

func lsQuery(kind kindName, prefix string) (objects.ListQuery, error) {
	q := objects.ListQuery{Prefix: prefix}
	if reason := badPrefix(prefix); reason != "" {
		return q, contract.Failf("store/bad-hash", contract.Facts{"value": prefix, "reason": reason}, "The text is not the beginning of a hash")
	}
	q.Kind, _ = objects.ParseKind(string(kind)) // the zero kind is any
	return q, nil
}

// badPrefix says why no hash begins with a text; "" where one may.
func badPrefix(text string) string {
	switch {
	case len(text) > 2*objects.IDSize:
		return "a hash has 64 hexadecimal digits"
	case objects.IsHex(text) || text == "":
		return ""
	case objects.IsHex(strings.ToLower(text)):
		return "the digits of a hash are lower-case"
	default:
		return "a hash has hexadecimal digits alone"
	}
}

// ls lists page by page; for a person and in records memory does not grow with
// the store.
func ls(ctx context.Context, env *cli.Env, q objects.ListQuery) (*lsResult, error) {
	store, err := env.Store(ctx)
	if err != nil {
		return nil, err
	}
	r := &lsResult{Objects: cli.NewList[lsObject](env).Streaming(writeObject)}
	if n, ok := r.Objects.Room(); ok {
		q.Limit = min(n, pageSize)
	}
	for o, err := range allObjects(ctx, store, q) {
		if err != nil {
			return nil, err
		}
		more, err := r.Objects.Add(ctx, lsObject{Hash: o.ID, Kind: o.Kind, Size: o.Size})
		if err != nil {
			return nil, err
		}
		if !more {
			break
		}
	}
	r.Truncated = r.Objects.Limited()
	return r, nil
}

// pageSize is the greatest number of objects that is read at once.
const pageSize = 1000

// allObjects lists the objects of a query, page by page; q.Limit is the size of
// a page.
func allObjects(ctx context.Context, store objects.Store, q objects.ListQuery) iter.Seq2[objects.Info, error] {
	return func(yield func(objects.Info, error) bool) {
		for {
			page, err := store.List(ctx, q)
			if err != nil {
				yield(objects.Info{}, err)
				return
			}
			for _, o := range page.Objects {
				if !yield(o, nil) {
					return
				}
			}
			if !page.More {
				return
			}
			q.After = page.Objects[len(page.Objects)-1].ID
		}
	}
}

func writeObject(p *render.Printer, o lsObject) {
	p.Linef("%s  %-9s  %d", o.Hash.String(), o.Kind.String(), o.Size)
}
