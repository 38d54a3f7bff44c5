package storecmd

import (
	"bufio"
	"context"
	"fmt"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// lsResult is the data of `store ls`.
type lsResult struct {
	Objects   []lsObject `json:"objects"`
	Truncated bool       `json:"truncated"`
}

type lsObject struct {
	Hash objects.ID   `json:"hash"`
	Kind objects.Kind `json:"kind"`
	Size uint64       `json:"size"`
}

// Human implements cli.Result. The list went out already, page by page.
func (*lsResult) Human(*render.Printer) {}

func lsCommand() *cli.Command {
	var kind, prefix string
	return &cli.Command{
		Path:    []string{"store", "ls"},
		Short:   "List the objects of the store",
		Long:    "Lists the objects in the order of their hashes.",
		Example: "  genesis store ls --kind commit\n  genesis store ls --prefix 8f3a",
		Flags: func(fs *pflag.FlagSet) {
			fs.StringVar(&kind, "kind", "", "only objects of this `KIND`")
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

func lsQuery(kind, prefix string) (objects.ListQuery, error) {
	q := objects.ListQuery{Prefix: prefix}
	if prefix != "" && (!objects.IsHex(prefix) || len(prefix) > 2*objects.IDSize) {
		return q, &objects.BadIDError{Text: prefix}
	}
	if kind == "" {
		return q, nil
	}
	k, ok := objects.ParseKind(kind)
	if !ok {
		return q, contract.Failf("usage/bad-argument", contract.Facts{"argument": "--kind", "value": kind, "allowed": objects.Kinds},
			"There is no such kind of object")
	}
	q.Kind = k
	return q, nil
}

// ls collects the list for a document, or writes it page by page for a person,
// so that memory does not grow with the store.
func ls(ctx context.Context, env *cli.Env, q objects.ListQuery) (*lsResult, error) {
	store, err := env.Store(ctx)
	if err != nil {
		return nil, err
	}
	r := &lsResult{Objects: []lsObject{}}
	if env.JSON {
		return r, eachObject(ctx, store, q, func(o objects.Info) error {
			r.Objects = append(r.Objects, lsObject{Hash: o.ID, Kind: o.Kind, Size: o.Size})
			return nil
		})
	}
	w := bufio.NewWriterSize(env.Stdout, 64<<10)
	if err := eachObject(ctx, store, q, func(o objects.Info) error { return writeObject(w, o) }); err != nil {
		return nil, err
	}
	return r, w.Flush()
}

func eachObject(ctx context.Context, store objects.Store, q objects.ListQuery, fn func(objects.Info) error) error {
	for {
		page, err := store.List(ctx, q)
		if err != nil {
			return err
		}
		for _, o := range page.Objects {
			if err := fn(o); err != nil {
				return err
			}
		}
		if !page.More {
			return nil
		}
		q.After = page.Objects[len(page.Objects)-1].ID
	}
}

func writeObject(w *bufio.Writer, o objects.Info) error {
	_, err := fmt.Fprintf(w, "%s  %-9s  %d\n", o.ID, o.Kind, o.Size)
	return err
}
