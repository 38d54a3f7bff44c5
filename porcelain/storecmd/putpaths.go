package storecmd

import (
	"bufio"
	"context"
	"io"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
)

// maxPath is the greatest length of a path in a list, in bytes; no system
// opens a longer one.
const maxPath = 64 << 10

// putPaths joins the arguments with the list that --paths-from names, and notes
// all as what is worked on.
func putPaths(ctx context.Context, env *cli.Env, args []string, o putOptions) ([]string, error) {
	var listed []string
	if o.pathsFrom == "" {
		if len(args) == 0 {
			return nil, contract.Fail("usage/missing-argument", contract.Facts{"argument": "FILE"})
		}
	} else {
		var err error
		if listed, err = readPaths(ctx, env, o); err != nil {
			return nil, err
		}
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
	noteInputs(env, args, listed, o)
	return slices.Concat(args, listed), nil
}

// noteInputs notes the arguments and the list as what is worked on.
func noteInputs(env *cli.Env, args, listed []string, o putOptions) {
	for _, path := range args {
		if path == "-" {
			env.Target("-", "stdin")
		} else {
			env.Target(env.Abs(path), "argv")
		}
	}
	source := "argv"
	if o.pathsFrom == "-" {
		source = "stdin"
	}
	for _, path := range listed {
		env.Target(env.Abs(path), source)
	}
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
