package langcmd

import (
	"context"
	"errors"
	"strconv"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/semantic"
	"github.com/genesis-vcs/genesis/semantic/languages"
)

// hashResult is the data of `vcs hash`.
type hashResult struct {
	In         string         `json:"in" min:"1" jsonschema:"- for standard input"`
	InCode     string         `json:"in_encoding,omitempty"`
	Language   string         `json:"language" min:"1"`
	Hash       semantic.Hash  `json:"hash"`
	HashKind   string         `json:"hash_kind" enum:"module,term,file"`
	HashFormat string         `json:"hash_format" enum:"hex"`
	Fallback   *fallback      `json:"fallback,omitempty" jsonschema:"why the file is taken for text"`
	Units      cli.List[unit] `json:"units"`
}

// fallback says that a file does not parse in the language of its name.
type fallback struct {
	Language string `json:"language" min:"1"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Reason   string `json:"reason"`
}

// unit is a part of the file that has an identity of its own. Parts of parts
// follow them.
type unit struct {
	Kind  string `json:"kind" min:"1"`
	Name  string `json:"name,omitempty"`
	Depth int    `json:"depth" jsonschema:"0 for the outermost ones"`
	place
	Hash semantic.Hash `json:"hash"`
}

// Human implements cli.Result.
func (r *hashResult) Human(p *render.Printer) {
	p.Linef("%s  %s  %s", p.Styled(render.Strong, r.Hash.String()), r.Language, r.In)
	if r.Fallback != nil {
		p.Linef("%s", p.Styled(render.Note, r.Fallback.Language+" does not parse: "+r.Fallback.Reason))
	}
	var rows [][]string
	for _, u := range r.Units.Items() {
		rows = append(rows, []string{"  " + u.Hash.String()[:shortHash], strconv.Itoa(u.StartLine), u.Kind, u.Name})
	}
	p.Table(nil, rows)
}

func hashCommand() *cli.Command {
	var in string
	return &cli.Command{
		Path:  []string{"vcs", "hash"},
		Short: "Hash a file and its definitions, whatever their layout",
		Long: `Prints the canonical hash of a file in its language and those of its units:
definitions, entries, sections. Layout does not change them. The text of comments
does, but in CoreForm.

A file that no language knows, or that does not parse in its own, is text: its
hash is that of its bytes, and it has no units.`,
		Example: `  genesis vcs hash --in src/parser.go
  genesis vcs hash --in src/main.gc --json`,
		Data:     []cli.Result{(*hashResult)(nil)},
		Required: []string{"in"},
		Exits:    []contract.Status{contract.Refused, contract.NotFound},
		NoStore:  true,
		Flags: func(fs *pflag.FlagSet) {
			fs.StringVar(&in, "in", "", "the `FILE`, or - for standard input")
		},
		Run: func(ctx context.Context, env *cli.Env, _ []string) (cli.Result, error) {
			return fields.Data(hash(ctx, env, in))
		},
	}
}

func hash(ctx context.Context, env *cli.Env, path string) (*hashResult, error) {
	noteSource(env, path)
	s, err := readSource(ctx, env, path)
	if err != nil {
		return nil, err
	}
	doc, failed := languages.Parse(s.path, s.text)
	r := &hashResult{
		Language: doc.Language, Hash: doc.Root.Hash, HashKind: doc.HashKind, HashFormat: "hex",
		Units: cli.NewList[unit](env),
	}
	r.In, r.InCode = fields.Encode(s.path)
	if e, ok := errors.AsType[*semantic.ParseError](failed); ok {
		r.Fallback = &fallback{Language: e.Language, Line: e.Line, Column: e.Column, Reason: e.Reason}
	}
	_, err = r.add(ctx, semantic.LinesOf(s.text), doc.Units(), 0)
	return r, err
}

// add adds units and their parts. more is false when no further record is taken.
func (r *hashResult) add(ctx context.Context, at semantic.Lines, units []semantic.Unit, depth int) (more bool, err error) {
	for i := range units {
		u := &units[i]
		record := unit{Kind: u.Kind, Name: u.Name, Depth: depth, place: placeOf(at, u.Body), Hash: u.Hash}
		if more, err := r.Units.Add(ctx, record); err != nil || !more {
			return more, err
		}
		if more, err := r.add(ctx, at, u.Units, depth+1); err != nil || !more {
			return more, err
		}
	}
	return true, nil
}
