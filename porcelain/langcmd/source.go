package langcmd

import (
	"context"
	"io"
	"io/fs"
	"path/filepath"

	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/semantic"
	"github.com/genesis-vcs/genesis/semantic/coreform"
	"github.com/genesis-vcs/genesis/semantic/languages"
)

// stdin is the argument that stands for standard input.
const stdin = "-"

// maxSource is the greatest source in bytes: a text is held as a whole.
const maxSource = 256 << 20

// source is a text that a person named.
type source struct {
	path string // as the person wrote it
	name string // for spans: never absolute
	text []byte
	info fs.FileInfo // nil of standard input
}

// noteSource notes what the command works on.
func noteSource(env *cli.Env, path string) {
	if path == stdin {
		env.Target(stdin, "stdin")
		return
	}
	env.Target(env.Abs(path), "argv")
}

// readSource reads a file or standard input.
func readSource(ctx context.Context, env *cli.Env, path string) (*source, error) {
	if path == stdin {
		s := &source{path: path, name: contract.Stdin}
		return s, s.read(fields.Input(ctx, env.Stdin))
	}
	s := &source{path: path, name: path}
	if filepath.IsAbs(path) {
		s.name = filepath.Base(path)
	}
	s.name, _ = fields.Encode(s.name)
	f, err := fields.OpenFile(env, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if s.info, err = f.Stat(); err != nil {
		return nil, fields.FileFault(path, err)
	}
	return s, s.read(fields.Input(ctx, f))
}

func (s *source) read(r io.Reader) error {
	var err error
	if s.text, err = io.ReadAll(io.LimitReader(r, maxSource+1)); err != nil {
		return fields.FileFault(s.path, err)
	}
	if len(s.text) > maxSource {
		facts := fields.PathFacts(s.path)
		facts["limit"] = maxSource
		return contract.Failf("store/content-too-large", facts, "The file is too large to be looked into")
	}
	return nil
}

// coreForm is the kind of CoreForm that the source is in. ok is false where the
// name says another language.
func (s *source) coreForm() (lang coreform.Language, ok bool) {
	if s.path == stdin {
		return coreform.Language{}, true
	}
	lang, ok = languages.For(s.path, s.text).(coreform.Language)
	return lang, ok
}

// fault says of an error of a language which source it is about, and where.
func (s *source) fault(err error) error {
	if err == nil {
		return nil
	}
	e := contract.From(err)
	if e.Facts == nil {
		e.Facts = contract.Facts{}
	}
	e.Facts["source"] = s.name
	if at, ok := e.Facts["byte_offset"].(int); ok {
		line, column := semantic.LinesOf(s.text).At(at)
		end := column
		if at < len(s.text) && s.text[at] != '\n' {
			end++
		}
		return e.At(contract.Span{Source: s.name, StartLine: line, StartColumn: column, EndLine: line, EndColumn: end})
	}
	return e
}
