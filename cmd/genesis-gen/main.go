// Command genesis-gen writes the published documents that are made from the
// program: the catalog of diagnostics with its identity, the JSON Schemas, and
// the reference of the commands.
// `make generate` runs it at the root of the source tree. With -man it writes the
// manual pages instead, which are not kept in the source tree: `make man`.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	root := flag.String("root", ".", "the root of the source tree")
	man := flag.String("man", "", "write the manual pages into this directory, and nothing else")
	flag.Parse()
	if err := generate(*root, *man); err != nil {
		fmt.Fprintln(os.Stderr, "genesis-gen:", err)
		os.Exit(1)
	}
}

// generate makes every document and then writes them, so that one that cannot
// be made leaves all files alone.
func generate(root, man string) error {
	if man != "" {
		pages, err := manPages()
		if err != nil {
			return err
		}
		return writeAll(man, pages)
	}
	files, err := documents()
	if err != nil {
		return err
	}
	return write(root, files)
}
