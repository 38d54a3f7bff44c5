package matrix

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/packstore"
)

// state is what a command may change.
type state struct {
	read  bool   // the store can be read
	head  string // the newest operation
	rows  string // refs, HEADs, settings
	files string // of the place, without the metadata of the workspace
	left  string // what an interrupted move left behind
}

// stateOf reads the state of a place; of a store that cannot be read that is
// only the files.
func stateOf(p place) (state, error) {
	s := state{}
	var err error
	if s.files, err = hashFiles(p.base, func(path string) bool { return filepath.Base(path) == ".genesis" && filepath.Dir(path) == p.work() }); err != nil {
		return s, err
	}
	if left, _ := filepath.Glob(filepath.Join(p.work(), ".genesis", "journal*")); len(left) > 0 {
		s.left = fmt.Sprint(left)
	}
	s.head, s.rows, err = rowsOf(p.store())
	s.read = err == nil
	return s, nil
}

// rowsOf reads the newest operation and all rows.
func rowsOf(dir string) (head, rows string, err error) {
	ctx := context.Background()
	store, err := packstore.Open(ctx, dir, packstore.Options{LockTimeout: -1})
	if err != nil {
		return "", "", err
	}
	defer store.Close()
	newest, err := store.Head(ctx)
	if err != nil {
		return "", "", err
	}
	var all strings.Builder
	for _, space := range objects.Spaces {
		page, err := store.Rows(ctx, objects.RowQuery{Space: space, Limit: 1 << 20})
		if err != nil {
			return "", "", err
		}
		fmt.Fprintf(&all, "%s %x\n", space, page.Rows)
	}
	return newest.Operation.String(), all.String(), nil
}

// hashFiles hashes names, modes and contents below a directory.
func hashFiles(dir string, skip func(path string) bool) (string, error) {
	h := sha256.New()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || skip(path) {
			if err == nil && d.IsDir() {
				return filepath.SkipDir
			}
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		fmt.Fprintf(h, "%q %v\n", strings.TrimPrefix(path, dir), info.Mode())
		if !d.Type().IsRegular() {
			return nil
		}
		content, err := os.ReadFile(path)
		_, _ = h.Write(content)
		return err
	})
	return hex.EncodeToString(h.Sum(nil)), err
}
