package storecmd

import (
	"context"
	"encoding/json"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// maxDocument is the greatest content in bytes that a JSON document carries.
const maxDocument = 16 << 20

// getOptions are the flags of `store get`.
type getOptions struct {
	out  string
	span string
	raw  bool
}

// getResult is the data of `store get`.
type getResult struct {
	Hash     objects.ID      `json:"hash"`
	Kind     objects.Kind    `json:"kind"`
	Size     uint64          `json:"size"`
	Encoding string          `json:"encoding,omitempty" enum:"utf-8,base64"`
	Content  *string         `json:"content,omitempty" cut:"content"`
	Value    json.RawMessage `json:"value,omitempty"`
	Out      string          `json:"out,omitempty"`
	OutCode  string          `json:"out_encoding,omitempty"`
	written  uint64
}

// Human implements cli.Result. Without --out the content is all the output, and
// it went out already.
func (r *getResult) Human(p *render.Printer) {
	if r.Out == "" {
		return
	}
	p.Linef("%s  %s written to %s", p.Styled(render.Strong, r.Hash.String()), render.Bytes(r.written), r.Out)
}

func getCommand() *cli.Command {
	var o getOptions
	return &cli.Command{
		Path:  []string{"store", "get"},
		Short: "Print or write the content of an object",
		Long: `Prints the bytes of a blob, or a structured object as JSON. Every byte is
re-hashed before it is given out.

--range takes the bytes from A up to, not including, B, counted from 0. --raw
gives the canonical bytes of a structured object. --out writes to a file, which
is replaced only when everything was written and keeps its permissions; a device
or a named pipe is written through.`,
		Example: `  genesis store get 8f3a61c09d22 > file
  genesis store get 8f3a61c09d22 --range 0:512
  genesis store get 8f3a61c09d22 --out file --json`,
		Args:         []cli.Arg{{Name: "HASH", Help: "the hash of an object, or an unambiguous part of it"}},
		Data:         []cli.Result{(*getResult)(nil)},
		Content:      true,
		Exits:        []contract.Status{contract.Refused, contract.NotFound, contract.Verification},
		DestroysWith: []string{"out"},
		Exclusive:    []cli.Pair{{Flag: "--truncate-content", Other: "--out", Reason: "With --out the content goes into the file, whole"}},
		Flags: func(fs *pflag.FlagSet) {
			fs.StringVar(&o.out, "out", "", "write to `FILE`")
			fs.StringVar(&o.span, "range", "", "only the bytes `A:B`")
			fs.BoolVar(&o.raw, "raw", false, "the canonical bytes of a structured object")
		},
		Run: func(ctx context.Context, env *cli.Env, args []string) (cli.Result, error) {
			return fields.Data(get(ctx, env, args[0], o))
		},
	}
}

func get(ctx context.Context, env *cli.Env, arg string, o getOptions) (*getResult, error) {
	if err := outArgument(o.out); err != nil {
		return nil, err
	}
	span, err := parseSpan(o.span)
	if err != nil {
		return nil, err
	}
	store, err := env.Store(ctx)
	if err != nil {
		return nil, err
	}
	id, err := fields.ResolveHash(ctx, store, arg)
	if err != nil {
		return nil, err
	}
	c, err := open(ctx, store, id, o.raw)
	if err != nil {
		return nil, err
	}
	if err := c.cut(span); err != nil {
		return nil, err
	}
	r := &getResult{Hash: id, Kind: c.info.Kind, Size: c.info.Size}
	switch {
	case o.out != "":
		r.Out, r.OutCode = fields.Encode(o.out)
		file, err := findOut(env, o.out)
		if err != nil {
			return nil, err
		}
		r.written, err = file.write(ctx, c, env.Progress("writing"))
		if err != nil {
			return nil, err
		}
		return r, nil
	case env.JSON:
		return r, r.embed(ctx, c)
	default:
		p := env.Progress("reading")
		p.Total(0, c.length())
		_, err = c.writeTo(ctx, &meter{w: env.Stdout, p: p})
		return r, err
	}
}

// embed puts the content into the document.
func (r *getResult) embed(ctx context.Context, c *content) error {
	if n := c.length(); n > maxDocument {
		return contract.Fail("store/content-too-large", contract.Facts{"hash": r.Hash, "size": n, "limit": maxDocument})
	}
	data, err := c.bytes(ctx)
	if err != nil {
		return err
	}
	if c.isJSON {
		r.Value = data
		return nil
	}
	text, encoding := fields.Content(data)
	r.Content, r.Encoding = &text, encoding
	return nil
}
