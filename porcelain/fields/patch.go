package fields

import (
	"bytes"
	"context"
	"io"
	"path/filepath"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/plumbing/patching"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/semantic/patch"
)

// maxPatch is the greatest patch in bytes that is read.
const maxPatch = 256 << 20

// ReadPatch reads what a person named as a patch: one that is stored, by its id, or
// a file in either spelling, or - for standard input.
func ReadPatch(ctx context.Context, env *cli.Env, store objects.Store, arg string) (*patch.Patch, error) {
	id, err := history.ResolveID(ctx, store, arg)
	switch {
	case err == nil:
		return patching.Load(ctx, store, id)
	case isID(arg):
		return nil, err
	}
	name, content, err := readPatch(ctx, env, arg)
	if err != nil {
		return nil, err
	}
	if unified(content) {
		return nil, contract.Fail("patch/unified", contract.Facts{"source": name})
	}
	p, err := patch.Decode(content)
	if err != nil {
		e := contract.From(err)
		e.Facts["source"] = name
		return nil, e
	}
	return p, nil
}

// isID says that a text can only be a whole id.
func isID(text string) bool {
	_, err := objects.ParseID(text)
	return err == nil
}

// readPatch reads a file or standard input. The name is for spans: never absolute.
func readPatch(ctx context.Context, env *cli.Env, arg string) (name string, content []byte, err error) {
	in, name := env.Stdin, contract.Stdin
	if arg != "-" {
		f, err := OpenFile(env, arg)
		if err != nil {
			return "", nil, err
		}
		defer f.Close()
		in, name = f, arg
		if filepath.IsAbs(arg) {
			name = filepath.Base(arg)
		}
		name, _ = Encode(name)
	}
	content, err = io.ReadAll(io.LimitReader(Input(ctx, in), maxPatch+1))
	if err != nil {
		return "", nil, FileFault(arg, err)
	}
	if len(content) > maxPatch {
		facts := PathFacts(arg)
		facts["limit"] = maxPatch
		return "", nil, contract.Failf("store/content-too-large", facts, "The patch is too large to be read")
	}
	return name, content, nil
}

// unified says that a text is a patch as git diff and diff -u write it.
func unified(content []byte) bool {
	for _, start := range []string{"diff --git ", "--- ", "Index: ", "From "} {
		if bytes.HasPrefix(content, []byte(start)) {
			return true
		}
	}
	return false
}
