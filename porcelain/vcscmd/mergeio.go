package vcscmd

import (
	"context"
	"io"
	"os"

	"github.com/genesis-vcs/genesis/plumbing/treemerge"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
)

// readFile reads a file that a person named, whole.
func readFile(ctx context.Context, env *cli.Env, path string) ([]byte, error) {
	f, err := fields.OpenFile(env, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(fields.Input(ctx, f), treemerge.MaxText+1))
	if err != nil {
		return nil, fields.FileFault(path, err)
	}
	if len(content) > treemerge.MaxText {
		facts := fields.PathFacts(path)
		facts["limit"] = treemerge.MaxText
		return nil, contract.Failf("store/content-too-large", facts, "The file is too large to be looked into")
	}
	return content, nil
}

// writeOut replaces a file that a person named; not in a dry run.
func writeOut(env *cli.Env, path string, content []byte) error {
	info, err := os.Stat(env.Abs(path))
	if err == nil && info.IsDir() {
		return fields.PathFault("store/is-directory", path, nil)
	}
	if env.DryRun {
		return nil
	}
	err = fields.ReplaceFile(env.Abs(path), 0, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
	if err != nil {
		return fields.FileFault(path, err)
	}
	return nil
}
