package cli

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/render"
)

// object is a record like those of `store ls`.
type object struct {
	Hash string `json:"hash"`
	Kind string `json:"kind"`
	Size int    `json:"size"`
}

type objectList struct {
	Objects List[object] `json:"objects"`
}

func (*objectList) Human(*render.Printer) {}

// BenchmarkRecords lists 100,000 records in each form.
func BenchmarkRecords(b *testing.B) {
	const n = 100_000
	hash := strings.Repeat("8f3a", 16)
	family := func() []*Command {
		return []*Command{{
			Path: []string{"vcs", "log"}, Data: []Result{(*objectList)(nil)},
			Run: func(ctx context.Context, env *Env, _ []string) (Result, error) {
				l := &objectList{Objects: NewList[object](env).Streaming(func(p *render.Printer, o object) {
					p.Linef("%s  %-9s  %d", o.Hash, o.Kind, o.Size)
				})}
				for i := range n {
					if _, err := l.Objects.Add(ctx, object{Hash: hash, Kind: "blob", Size: i}); err != nil {
						return nil, err
					}
				}
				return l, nil
			},
		}}
	}
	for name, flags := range map[string][]string{
		"human":                {},
		"json":                 {"--json"},
		"ndjson":               {"--ndjson"},
		"json-filter":          {"--json", "--filter", `.kind == "blob" and .size % 2 == 0`},
		"json-select":          {"--json", "--select", "hash,size"},
		"ndjson-select":        {"--ndjson", "--select", "hash,size"},
		"ndjson-filter-select": {"--ndjson", "--filter", `.kind == "blob" and .size % 2 == 0`, "--select", "hash"},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				args := append([]string{"vcs", "log"}, flags...)
				if status := Run(args, IO{Stdout: io.Discard, Stderr: io.Discard}, nil, family); status != 0 {
					b.Fatalf("status %d", status)
				}
			}
			b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "records/s")
		})
	}
}
