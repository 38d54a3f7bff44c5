package storecmd

import (
	"context"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// hasResult is the data of `store has`. The keys are full hashes; a short id
// that fits nothing stays as it was typed.
type hasResult struct {
	Present map[string]bool `json:"present"`
	All     bool            `json:"all"`
	order   []string
}

// Human implements cli.Result.
func (r *hasResult) Human(p *render.Printer) {
	for _, hash := range r.order {
		if r.Present[hash] {
			p.Linef("%s  %s", hash, p.Styled(render.Good, "present"))
		} else {
			p.Linef("%s  %s", hash, p.Styled(render.Bad, "absent"))
		}
	}
}

func hasCommand() *cli.Command {
	return &cli.Command{
		Path:  []string{"store", "has"},
		Short: "Say which objects the store holds",
		Long: `Says for each HASH whether the store holds the object. An object that it does
not hold is an answer, not a failure. Nothing is read: verify checks content.`,
		Example: "  genesis store has 8f3a61c09d22 --json",
		Args:    []cli.Arg{{Name: "HASH", Repeat: true, Help: "the hash of an object"}},
		Data:    []cli.Result{(*hasResult)(nil)},
		Exits:   []contract.Status{contract.Verification},
		Run: func(ctx context.Context, env *cli.Env, args []string) (cli.Result, error) {
			store, err := env.Store(ctx)
			if err != nil {
				return nil, err
			}
			return fields.Data(has(ctx, store, args))
		},
	}
}

func has(ctx context.Context, store objects.Store, args []string) (*hasResult, error) {
	r := &hasResult{Present: make(map[string]bool, len(args)), All: true}
	var ids []objects.ID
	for _, arg := range args {
		id, err := fields.ResolveHash(ctx, store, arg)
		name := id.String()
		if contract.Is(err, "store/not-found") {
			name = arg
			r.Present[arg], r.All = false, false
		} else if err != nil {
			return nil, err
		} else {
			ids = append(ids, id)
		}
		if !slices.Contains(r.order, name) {
			r.order = append(r.order, name)
		}
	}
	found, err := store.Has(ctx, ids)
	if err != nil {
		return nil, err
	}
	for i, id := range ids {
		r.Present[id.String()] = found[i]
		r.All = r.All && found[i]
	}
	return r, nil
}
