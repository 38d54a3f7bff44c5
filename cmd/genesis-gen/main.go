// Command genesis-gen writes the published documents that are made from the
// program: the catalog of diagnostics with its identity, the JSON Schemas, and
// the reference of the commands.
// `make generate` runs it at the root of the source tree.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	root := flag.String("root", ".", "the root of the source tree")
	flag.Parse()
	if err := generate(*root); err != nil {
		fmt.Fprintln(os.Stderr, "genesis-gen:", err)
		os.Exit(1)
	}
}

// generate makes every document and then writes them, so that one that cannot
// be made leaves all files alone.
func generate(root string) error {
	files, err := documents()
	if err != nil {
		return err
	}
	return write(root, files)
}
