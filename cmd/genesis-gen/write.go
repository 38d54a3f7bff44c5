package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/genesis-vcs/genesis/porcelain/contract/schema"
)

// write writes the files that differ and removes what belongs to nothing.
func write(root string, files []file) error {
	if err := writeAll(root, files); err != nil {
		return err
	}
	stray, err := strays(root, files)
	for _, path := range stray {
		err = errors.Join(err, os.Remove(filepath.Join(root, filepath.FromSlash(path))))
	}
	return err
}

// writeAll writes the files that differ.
func writeAll(root string, files []file) error {
	for _, f := range files {
		path := filepath.Join(root, filepath.FromSlash(f.path))
		if there, err := os.ReadFile(path); err == nil && bytes.Equal(there, f.content) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, f.content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// strays are the published schemas and pages that nothing makes: of kinds and
// families that are gone. The given schema belongs.
func strays(root string, files []file) ([]string, error) {
	found, err := fs.Glob(os.DirFS(root), schemaFile("*"))
	pages, failed := fs.Glob(os.DirFS(root), referenceDir+"*.md")
	found, err = append(found, pages...), errors.Join(err, failed)
	return slices.DeleteFunc(found, func(path string) bool {
		return path == schemaFile(schema.Surface) ||
			slices.ContainsFunc(files, func(f file) bool { return f.path == path })
	}), err
}
