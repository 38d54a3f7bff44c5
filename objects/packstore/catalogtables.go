package packstore

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"
	"github.com/dgraph-io/badger/v4/table"
)

// catalogFiles is what lies in the catalog's directory before Badger opens it.
type catalogFiles struct {
	path   string
	tables []string // names of the table files
	logs   []string // write-ahead logs: a process was killed
	log    int64    // size of the largest of them
	empty  []string // logs without a byte
}

func listCatalog(path string) (catalogFiles, error) {
	out := catalogFiles{path: path}
	files, err := os.ReadDir(path)
	if err != nil {
		return out, catalogFault("", err)
	}
	for _, f := range files {
		ext := filepath.Ext(f.Name())
		if ext == ".sst" {
			out.tables = append(out.tables, f.Name())
		}
		if ext != ".mem" && ext != ".vlog" {
			continue
		}
		info, err := f.Info()
		if err != nil {
			return out, catalogFault("", err)
		}
		if info.Size() == 0 {
			out.empty = append(out.empty, f.Name())
		}
		if ext == ".mem" {
			out.logs = append(out.logs, f.Name())
			out.log = max(out.log, info.Size())
		}
	}
	return out, nil
}

// removeEmpty removes logs without a byte. A process that is killed right after
// it made one, or while it removes one, leaves it, and Badger then refuses to
// open the database.
func (c catalogFiles) removeEmpty() error {
	for _, name := range c.empty {
		if err := os.Remove(filepath.Join(c.path, name)); err != nil {
			return err
		}
	}
	return nil
}

// check verifies every table that the manifest lists before Badger opens it.
// Badger would do that in goroutines of its own, where a damaged table ends the
// process with a panic that nobody can recover, or is left out with a line in
// the log. clean is false when there are remains of a killed process.
func (c catalogFiles) check(opts badger.Options) (clean bool, err error) {
	defer recoverDamage(&err)
	f, err := os.Open(filepath.Join(c.path, badger.ManifestFilename))
	if err != nil {
		return false, catalogFault("", err)
	}
	manifest, end, err := badger.ReplayManifestFile(f, opts.ExternalMagicVersion, opts)
	size, seekErr := f.Seek(0, 2)
	if err = errors.Join(err, seekErr, f.Close()); err != nil {
		return false, catalogFault(badger.ManifestFilename, err)
	}
	clean = size == end && len(c.logs)+len(c.empty) == 0 && len(c.tables) == len(manifest.Tables)
	for id := range manifest.Tables {
		name := filepath.Base(table.NewFilename(id, c.path))
		if err := checkTable(filepath.Join(c.path, name)); err != nil {
			return false, catalogFault(name, err)
		}
	}
	return clean, nil
}

func checkTable(name string) (err error) {
	defer recoverDamage(&err)
	b, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	t, err := table.OpenInMemoryTable(b, 0, &table.Options{ReadOnly: true, ChkMode: options.OnTableRead, BlockSize: 4 << 10})
	if err != nil {
		return errors.New(firstLine(err.Error()))
	}
	return t.VerifyChecksum()
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return s
}
