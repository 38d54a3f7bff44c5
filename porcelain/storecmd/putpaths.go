package storecmd

import (
	"bufio"
	"context"
	"io"
	"strings"

	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
)

// maxPath is the greatest length of a path in a list, in bytes; no system
// opens a longer one.
const maxPath = 64 << 10

// putPaths joins the arguments with the list that --paths-from names.
func putPaths(ctx context.Context, env *cli.Env, args []string, o putOptions) ([]string, error) {
	paths := args
	if o.pathsFrom == "" {
		if len(paths) == 0 {
			return nil, contract.Fail("usage/missing-argument", contract.Facts{"argument": "FILE"})
		}
	} else {
		listed, err := readPaths(ctx, env, o)
		if err != nil {
			return nil, err
		}
		paths = append(paths[:len(paths):len(paths)], listed...)
	}
	stdin := 0
	if o.pathsFrom == "-" {
		stdin++
	}
	for _, path := range args {
		if path == "-" {
			stdin++
		}
	}
	if stdin > 1 {
		return nil, contract.Failf("usage/bad-argument", contract.Facts{"argument": "FILE", "value": "-"},
			"Standard input can be read only once")
	}
	return paths, nil
}

// readPaths reads the list of --paths-from. "-" in a list is a file of that
// name, as standard input may be the list itself.
func readPaths(ctx context.Context, env *cli.Env, o putOptions) ([]string, error) {
	var in io.Reader
	if o.pathsFrom == "-" {
		in = fields.Input(ctx, env.Stdin)
	} else {
		f, err := fields.OpenFile(env, o.pathsFrom)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	end := byte('\n')
	if o.null {
		end = 0
	}
	return splitPaths(in, end)
}

// splitPaths reads paths that end with the byte; the last may lack it. Empty
// ones are refused: they come from a mistake in what made the list.
func splitPaths(r io.Reader, end byte) ([]string, error) {
	var paths []string
	in := bufio.NewReaderSize(r, maxPath)
	for {
		item, err := in.ReadSlice(end)
		if err == bufio.ErrBufferFull {
			return nil, badList("A path in the list is longer than any path can be")
		}
		if err != nil && err != io.EOF {
			return nil, err
		}
		if err == io.EOF && len(item) == 0 {
			return paths, nil
		}
		path := strings.TrimSuffix(string(item), string(rune(end)))
		switch {
		case path == "":
			return nil, badList("A path in the list is empty")
		case path == "-":
			path = "./-"
		}
		paths = append(paths, path)
	}
}

func badList(message string) error {
	return contract.Failf("usage/bad-argument", contract.Facts{"argument": "--paths-from"}, "%s", message)
}
