package storecmd

import (
	"context"
	"math"
	"strconv"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/packstore"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// objectStat is the data of `store stat HASH`.
type objectStat struct {
	Hash   objects.ID   `json:"hash"`
	Kind   objects.Kind `json:"kind"`
	Size   uint64       `json:"size"`
	Stored uint64       `json:"stored_bytes"`
	Chunks int          `json:"chunks,omitempty"`
}

// Human implements cli.Result.
func (r *objectStat) Human(p *render.Printer) {
	p.Linef("%s", p.Styled(render.Strong, r.Hash.String()))
	rows := [][]string{
		{"kind", r.Kind.String()},
		{"size", render.Bytes(r.Size)},
		{"stored", render.Bytes(r.Stored)},
	}
	if r.Chunks > 0 {
		rows = append(rows, []string{"chunks", render.Count(r.Chunks, "chunk")})
	}
	p.Table(nil, rows)
}

// storeStat is the data of `store stat`.
type storeStat struct {
	Kinds        cli.List[kindStat] `json:"kinds"`
	LogicalBytes uint64             `json:"logical_bytes"`
	StoredBytes  uint64             `json:"stored_bytes"`
	// DedupRatio is logical bytes over the bytes of the distinct records;
	// CompressionRatio is the bytes of those records over stored bytes.
	DedupRatio       float64 `json:"dedup_ratio"`
	CompressionRatio float64 `json:"compression_ratio"`
	DiskBytes        uint64  `json:"disk_bytes"`
	Packs            int     `json:"packs"`
}

type kindStat struct {
	Kind    objects.Kind `json:"kind"`
	Objects int          `json:"objects"`
	Deltas  int          `json:"deltas,omitempty"`
	Bytes   uint64       `json:"bytes"`
	Stored  uint64       `json:"stored_bytes"`
}

// Human implements cli.Result.
func (r *storeStat) Human(p *render.Printer) {
	deltas := 0
	for _, k := range r.Kinds.Items() {
		deltas += k.Deltas
	}
	rows := make([][]string, 0, len(r.Kinds.Items()))
	head := []string{"KIND", "OBJECTS", "SIZE", "STORED"}
	if deltas > 0 {
		head = append(head, "DELTAS")
	}
	for _, k := range r.Kinds.Items() {
		row := []string{k.Kind.String(), strconv.Itoa(k.Objects), render.Bytes(k.Bytes), render.Bytes(k.Stored)}
		if deltas > 0 {
			row = append(row, strconv.Itoa(k.Deltas))
		}
		rows = append(rows, row)
	}
	p.Table(head, rows)
	p.Linef("%s in %s, %s on disk; deduplicated %.2f times, compressed %.2f times", render.Bytes(r.LogicalBytes),
		render.Count(r.Packs, "pack"), render.Bytes(r.DiskBytes), r.DedupRatio, r.CompressionRatio)
}

func statCommand() *cli.Command {
	return &cli.Command{
		Path:    []string{"store", "stat"},
		Short:   "Describe an object, or count what the store holds",
		Example: "  genesis store stat\n  genesis store stat 8f3a61c09d22",
		Args:    []cli.Arg{{Name: "HASH", Optional: true, Help: "the hash of an object; without it the whole store is counted"}},
		Data:    []cli.Result{(*storeStat)(nil), (*objectStat)(nil)},
		Exits:   []contract.Status{contract.NotFound, contract.Verification},
		Exclusive: []cli.Pair{
			{Flag: "--filter", Other: "HASH", Reason: noRecords},
			{Flag: "--select", Other: "HASH", Reason: noRecords},
			{Flag: "--limit", Other: "HASH", Reason: noRecords},
		},
		Run: func(ctx context.Context, env *cli.Env, args []string) (cli.Result, error) {
			if len(args) == 1 {
				return fields.Data(statObject(ctx, env, args[0]))
			}
			return fields.Data(statStore(ctx, env))
		},
	}
}

// noRecords is why the flags on records have no use beside HASH.
const noRecords = "Without HASH the result is a list of kinds; of one object there is none"

func statObject(ctx context.Context, env *cli.Env, arg string) (*objectStat, error) {
	store, err := env.Store(ctx)
	if err != nil {
		return nil, err
	}
	id, err := fields.ResolveHash(ctx, store, arg)
	if err != nil {
		return nil, err
	}
	info, err := store.Stat(ctx, id)
	if err != nil {
		return nil, err
	}
	size, err := storedBytes(ctx, store, id)
	if err != nil {
		return nil, err
	}
	return &objectStat{Hash: id, Kind: info.Kind, Size: info.Size, Stored: size.bytes, Chunks: size.chunks}, nil
}

func statStore(ctx context.Context, env *cli.Env) (*storeStat, error) {
	store, err := env.Packs(ctx)
	if err != nil {
		return nil, err
	}
	t, err := store.Totals(ctx)
	if err != nil {
		return nil, err
	}
	r := &storeStat{
		Kinds: cli.NewList[kindStat](env), LogicalBytes: t.LogicalBytes, StoredBytes: t.StoredBytes,
		DiskBytes: t.DiskBytes, Packs: t.Packs,
	}
	for _, k := range t.Kinds {
		if _, err := r.Kinds.Add(ctx, kindStat{Kind: k.Kind, Objects: k.Objects, Deltas: k.Deltas, Bytes: k.Bytes, Stored: k.Stored}); err != nil {
			return nil, err
		}
	}
	raw, err := rawBytes(ctx, store, t)
	if err != nil {
		return nil, err
	}
	r.DedupRatio, r.CompressionRatio = ratio(t.LogicalBytes, raw), ratio(raw, t.StoredBytes)
	return r, nil
}

// rawBytes sums the distinct records before compression. The totals count a
// chunked blob by its content, of which the record itself holds nothing.
func rawBytes(ctx context.Context, store objects.Store, t packstore.Totals) (uint64, error) {
	var sum uint64
	for _, k := range t.Kinds {
		sum += k.Bytes
	}
	for o, err := range allObjects(ctx, store, objects.ListQuery{Kind: objects.KindBlob}) {
		if err != nil {
			return 0, err
		}
		if !o.List.IsZero() {
			sum -= o.Size
		}
	}
	return sum, nil
}

// ratio is a over b with three decimals, 1 for an empty store.
func ratio(a, b uint64) float64 {
	if b == 0 {
		return 1
	}
	return math.Round(float64(a)/float64(b)*1000) / 1000
}
