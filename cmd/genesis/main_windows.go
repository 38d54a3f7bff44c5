// Command genesis does not run on Windows yet.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "genesis does not run on Windows yet; use it on Linux, on macOS or in WSL")
	os.Exit(20)
}
