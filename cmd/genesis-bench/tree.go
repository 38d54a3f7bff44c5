package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
)

// metaDirs are the tools' own directories, which are no part of a tree.
var metaDirs = []string{".git", ".genesis"}

// eachFile calls fn for every regular file and link of a tree, in path order.
func eachFile(root string, fn func(path string, entry fs.DirEntry) error) error {
	return filepath.WalkDir(root, func(full string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains(metaDirs, entry.Name()):
			return fs.SkipDir
		case entry.Type().IsRegular() || entry.Type() == fs.ModeSymlink:
			path, err := filepath.Rel(root, full)
			if err != nil {
				return err
			}
			return fn(path, entry)
		}
		return nil
	})
}

// copyTree copies files, links and exec bits, and returns the number of files.
func copyTree(from, to string) (files int, err error) {
	err = eachFile(from, func(path string, entry fs.DirEntry) error {
		files++
		target := filepath.Join(to, path)
		if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
			return err
		}
		if entry.Type() == fs.ModeSymlink {
			link, err := os.Readlink(filepath.Join(from, path))
			if err != nil {
				return err
			}
			return os.Symlink(link, target)
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		content, err := os.ReadFile(filepath.Join(from, path))
		if err != nil {
			return err
		}
		return os.WriteFile(target, content, info.Mode().Perm()|0o200)
	})
	return files, err
}

// sameTree checks that two trees hold the same files with the same content,
// links and exec bits. Empty directories are left out, because Git has none.
func sameTree(a, b string) error {
	count := [2]int{}
	if err := eachFile(a, func(string, fs.DirEntry) error { count[0]++; return nil }); err != nil {
		return err
	}
	if err := eachFile(b, func(path string, _ fs.DirEntry) error {
		count[1]++
		return sameFile(filepath.Join(a, path), filepath.Join(b, path))
	}); err != nil {
		return err
	}
	if count[0] != count[1] {
		return fmt.Errorf("%s has %d files, %s has %d", a, count[0], b, count[1])
	}
	return nil
}

func sameFile(a, b string) error {
	x, err := os.Lstat(a)
	if err != nil {
		return err
	}
	y, err := os.Lstat(b)
	if err != nil {
		return err
	}
	if x.Mode().Type() != y.Mode().Type() || x.Mode()&0o100 != y.Mode()&0o100 {
		return fmt.Errorf("%s has mode %v, %s has %v", a, x.Mode(), b, y.Mode())
	}
	read := os.ReadFile
	if x.Mode().Type() == fs.ModeSymlink {
		read = func(path string) ([]byte, error) {
			link, err := os.Readlink(path)
			return []byte(link), err
		}
	}
	p, err := read(a)
	if err != nil {
		return err
	}
	q, err := read(b)
	if err != nil {
		return err
	}
	if !bytes.Equal(p, q) {
		return fmt.Errorf("%s and %s differ", a, b)
	}
	return nil
}

// sameStream checks two files of any size without holding them in memory.
func sameStream(a, b string) error {
	f, err := os.Open(a)
	if err != nil {
		return err
	}
	defer f.Close()
	g, err := os.Open(b)
	if err != nil {
		return err
	}
	defer g.Close()
	p, q := make([]byte, 1<<20), make([]byte, 1<<20)
	for {
		n, errA := io.ReadFull(f, p)
		m, errB := io.ReadFull(g, q)
		if !bytes.Equal(p[:n], q[:m]) {
			return fmt.Errorf("%s and %s differ", a, b)
		}
		if errA != nil || errB != nil {
			return endOfBoth(errA, errB)
		}
	}
}

// endOfBoth is nil when two reads of full buffers ended together.
func endOfBoth(errs ...error) error {
	for _, err := range errs {
		if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return err
		}
	}
	return nil
}

// allocated is what the files below a directory occupy on the disk, directories
// included, in bytes; files counts the regular ones.
func allocated(root string) (bytes uint64, files int, err error) {
	err = filepath.WalkDir(root, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if entry.Type().IsRegular() {
			files++
		}
		if stat, ok := info.Sys().(*syscall.Stat_t); ok {
			bytes += uint64(stat.Blocks) * 512
		}
		return nil
	})
	return bytes, files, err
}

// editFiles appends a line to n files of the tree, spread over all of it; the
// files and the line depend on the turn. Small files only, so that it is the
// number of edits that costs.
func editFiles(root string, n, turn int) error {
	var candidates []string
	err := eachFile(root, func(path string, entry fs.DirEntry) error {
		info, err := entry.Info()
		if err == nil && info.Mode().IsRegular() && info.Size() < 64<<10 {
			candidates = append(candidates, path)
		}
		return err
	})
	if err != nil {
		return err
	}
	if len(candidates) < n {
		return fmt.Errorf("the tree has %d files to edit and %d are needed", len(candidates), n)
	}
	step := len(candidates) / n
	for i := range n {
		path := filepath.Join(root, candidates[i*step+turn%step])
		if err := appendLine(path, fmt.Sprintf("// edit %d\n", turn)); err != nil {
			return err
		}
	}
	return nil
}

func appendLine(path, line string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	if _, err := f.WriteString(line); err != nil {
		return err
	}
	return f.Close()
}
