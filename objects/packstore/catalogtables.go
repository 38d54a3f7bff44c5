package packstore

import (
	"os"
	"path/filepath"

	"github.com/dgraph-io/badger/v4/options"
	"github.com/dgraph-io/badger/v4/table"
)

// checkTables verifies every table file of the catalog before Badger opens it.
// Badger would do that in goroutines of its own, where a damaged table ends the
// process with a panic that nobody can recover, or is left out with a line in
// the log.
func checkTables(path string) error {
	names, err := filepath.Glob(filepath.Join(path, "*.sst"))
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := checkTable(name); err != nil {
			return catalogDamage("%s: %v", filepath.Base(name), trimPath(err))
		}
	}
	return nil
}

func checkTable(name string) (err error) {
	defer recoverDamage(&err)
	b, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	t, err := table.OpenInMemoryTable(b, 0, &table.Options{ReadOnly: true, ChkMode: options.OnTableRead, BlockSize: 4 << 10})
	if err != nil {
		return err
	}
	return t.VerifyChecksum()
}
