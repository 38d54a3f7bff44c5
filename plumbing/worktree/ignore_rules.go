package worktree

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// The ignore files of a directory, weakest first.
var ignoreNames = [...]string{".gitignore", ".genesisignore"}

// maxIgnoreFile bounds the size of an ignore file in bytes; what is larger is
// no list of patterns that somebody wrote.
const maxIgnoreFile = 16 << 20

// rules are the ignore rules that hold in a directory: those of its own ignore
// files, then those of its parents. Nil means none.
type rules struct {
	parent *rules
	// below is the length of the directory's path with its slash, which the
	// patterns do not see.
	below int
	// lists are weakest first, and so are the patterns of each.
	lists [][]pattern
}

// ignored reports whether the last matching pattern, strongest first, ignores
// the path. The caller has asked for the parent directories already: nothing
// below an ignored directory can be taken back.
func (r *rules) ignored(path string, dir bool) bool {
	base := path[strings.LastIndexByte(path, '/')+1:]
	for ; r != nil; r = r.parent {
		below := path[r.below:]
		for i := len(r.lists) - 1; i >= 0; i-- {
			list := r.lists[i]
			for j := len(list) - 1; j >= 0; j-- {
				if list[j].match(below, base, dir) {
					return !list[j].negated
				}
			}
		}
	}
	return false
}

// push returns the rules of the directory at path (a child of r's) whose
// ignore files have these texts, weakest first.
func (r *rules) push(path string, texts []string) *rules {
	var lists [][]pattern
	for _, text := range texts {
		if list := parsePatterns(text); len(list) > 0 {
			lists = append(lists, list)
		}
	}
	if len(lists) == 0 {
		return r
	}
	below := 0
	if path != "" {
		below = len(path) + 1
	}
	return &rules{parent: r, below: below, lists: lists}
}

// outerRules reads the rules that come from outside the tree: the excludes of
// the options and the repository's own, weakest first. A file that is there
// but cannot be read is an *UnreadableError: without its rules a commit would
// take what it must not.
func outerRules(opts *Options) (*rules, error) {
	files := opts.Excludes
	if info := gitInfoExclude(opts.Root); info != "" {
		files = append(files[:len(files):len(files)], info)
	}
	var texts []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if absent(err) {
			continue
		}
		if err != nil {
			return nil, &UnreadableError{Path: file, Err: err}
		}
		texts = append(texts, string(text))
	}
	return (*rules)(nil).push("", texts), nil
}

// absent reports whether the error says that there is no such file.
func absent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNotDir)
}

// gitInfoExclude returns the path of the exclude file of the Git repository at
// root; empty when there is none.
func gitInfoExclude(root string) string {
	dir := gitCommonDir(root)
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, "info", "exclude")
}

// gitCommonDir returns the directory of the Git repository whose working tree is at
// root; empty when there is none. A linked Git worktree has a file .git that names
// its directory, which names the common one.
func gitCommonDir(root string) string {
	dir := filepath.Join(root, ".git")
	if info, err := os.Stat(dir); err != nil {
		return ""
	} else if !info.IsDir() {
		if dir = linkedDir(dir, "gitdir: ", root); dir == "" {
			return ""
		}
	}
	if common := linkedDir(filepath.Join(dir, "commondir"), "", dir); common != "" {
		dir = common
	}
	return dir
}

// linkedDir reads a file of one line, prefix and a path relative to base.
func linkedDir(file, prefix, base string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	path, ok := bytes.CutPrefix(bytes.TrimRight(text, "\r\n"), []byte(prefix))
	if !ok || len(path) == 0 {
		return ""
	}
	if filepath.IsAbs(string(path)) {
		return string(path)
	}
	return filepath.Join(base, string(path))
}
