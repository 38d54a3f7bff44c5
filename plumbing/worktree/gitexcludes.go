package worktree

import (
	"io"
	"os"
	"path/filepath"
	"strings"
)

// GitUser says where git looks for what its user configured.
type GitUser struct {
	Home string // for ~/ in paths; may be empty
	// Configs are the configuration files outside of repositories, weakest first.
	// None needs to exist.
	Configs []string
	// Ignore is the ignore file that counts when no file names another one.
	Ignore string
}

// GitExcludes returns the ignore file of the user that git uses in the working tree
// at root: what core.excludesFile says in the strongest configuration file that has
// it, the repository's own included. Included files are followed, those with a
// condition are not. It is empty when root is no working tree of Git. A file that is
// there and cannot be read is an *UnreadableError.
func GitExcludes(root string, user GitUser) (string, error) {
	dir := gitCommonDir(root)
	if dir == "" {
		return "", nil
	}
	c := gitConfig{home: user.Home, excludes: user.Ignore}
	for _, file := range user.Configs {
		if err := c.read(file, 0); err != nil {
			return "", err
		}
	}
	if err := c.read(filepath.Join(dir, "config"), 0); err != nil {
		return "", err
	}
	return c.path(c.excludes, root), nil
}

// gitConfig collects what is asked for, the last word counts.
type gitConfig struct {
	home     string
	excludes string
}

const (
	// maxGitConfig bounds what is read of a file, maxIncludes how deep files include
	// others, as git does.
	maxGitConfig = 1 << 20
	maxIncludes  = 10
)

func (c *gitConfig) read(file string, depth int) error {
	if file == "" || depth > maxIncludes {
		return nil
	}
	f, err := os.Open(file)
	if absent(err) {
		return nil
	}
	if err != nil {
		return &UnreadableError{Path: file, Err: err}
	}
	text, err := io.ReadAll(io.LimitReader(f, maxGitConfig))
	_ = f.Close()
	if err != nil {
		return &UnreadableError{Path: file, Err: err}
	}
	s := configScanner{text: strings.ReplaceAll(string(text), "\r\n", "\n")}
	for s.next() {
		switch s.section + "." + s.key {
		case "core.excludesfile":
			c.excludes = s.value
		case "include.path":
			if err := c.read(c.path(s.value, filepath.Dir(file)), depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// path is what a value of a configuration means, relative to dir.
func (c *gitConfig) path(value, dir string) string {
	switch rest, atHome := strings.CutPrefix(value, "~/"); {
	case value == "" || atHome && c.home == "":
		return ""
	case atHome:
		return filepath.Join(c.home, rest)
	case filepath.IsAbs(value):
		return value
	}
	return filepath.Join(dir, value)
}

// configScanner reads a configuration file of git, up to what it does not
// understand: git itself stops there.
type configScanner struct {
	text string
	// section and key are in lower case; a section with a name of its own has that
	// behind a blank.
	section, key, value string
}

// next goes to the next variable.
func (s *configScanner) next() bool {
	for {
		s.text = strings.TrimLeft(s.text, " \t\n\v\f\r\ufeff")
		switch {
		case s.text == "":
			return false
		case s.text[0] == '#' || s.text[0] == ';':
			_, s.text, _ = strings.Cut(s.text, "\n")
		case s.text[0] == '[':
			if !s.header() {
				return false
			}
		default:
			return s.variable()
		}
	}
}

// header reads [section] or [section "name"].
func (s *configScanner) header() bool {
	quoted := false
	for i := 1; i < len(s.text); i++ {
		switch c := s.text[i]; {
		case c == '\n':
			return false
		case c == '\\' && quoted:
			i++
		case c == '"':
			quoted = !quoted
		case c == ']' && !quoted:
			name, rest, named := strings.Cut(s.text[1:i], " ")
			s.section = strings.ToLower(name)
			if named {
				s.section += " " + rest
			}
			s.text = s.text[i+1:]
			return true
		}
	}
	return false
}

// variable reads "key = value", or "key" alone, which means true.
func (s *configScanner) variable() bool {
	n := strings.IndexFunc(s.text, func(c rune) bool {
		return c != '-' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z')
	})
	if n < 0 {
		n = len(s.text)
	}
	s.key = strings.ToLower(s.text[:n])
	s.text = strings.TrimLeft(s.text[n:], " \t")
	switch {
	case n == 0:
		return false
	case s.text == "" || s.text[0] == '\n':
		s.value = ""
		return true
	case s.text[0] != '=':
		return false
	}
	s.text = strings.TrimLeft(s.text[1:], " \t")
	return s.scanValue()
}

// scanValue reads up to the end of the line or a comment: blanks at the end do not
// count unless they are quoted, and a backslash continues the line.
func (s *configScanner) scanValue() bool {
	var b strings.Builder
	quoted, kept := false, 0
	for i := 0; i < len(s.text); i++ {
		c := s.text[i]
		switch {
		case c == '\n' && quoted:
			return false
		case c == '\n' || !quoted && (c == '#' || c == ';'):
			s.value, s.text = b.String()[:kept], s.text[i:]
			return true
		case c == '"':
			quoted = !quoted
			kept = b.Len()
			continue
		case c == '\\':
			if i++; i == len(s.text) {
				return false
			}
			escaped := strings.IndexByte(`ntb"\`+"\n", s.text[i])
			if escaped < 0 {
				return false
			}
			if s.text[i] == '\n' {
				continue
			}
			b.WriteByte("\n\t\b\"\\"[escaped])
			kept = b.Len()
			continue
		}
		b.WriteByte(c)
		if quoted || c != ' ' && c != '\t' {
			kept = b.Len()
		}
	}
	s.value, s.text = b.String()[:kept], ""
	return !quoted
}
