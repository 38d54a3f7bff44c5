package cli

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// files leaves files to the shell, which knows about ~ and quotes. With -C the
// shell would look into the wrong directory.
func (l *line) files(word string, directories bool) candidates {
	switch {
	case l.run.globals.workspace != "" && l.pendingName() != "workspace":
		return l.filesBelow(word, directories)
	case directories:
		return candidates{directive: cobra.ShellCompDirectiveFilterDirs}
	default:
		return candidates{directive: cobra.ShellCompDirectiveDefault}
	}
}

func (l *line) pendingName() string {
	if l.pending == nil {
		return ""
	}
	return l.pending.Name
}

// filesBelow lists the directory that the word leads to, from that of -C on.
func (l *line) filesBelow(word string, directories bool) candidates {
	dir, base := word[:strings.LastIndexByte(word, '/')+1], word[strings.LastIndexByte(word, '/')+1:]
	from := l.run.env.Abs(l.run.globals.workspace)
	if filepath.IsAbs(dir) {
		from = ""
	}
	entries, _ := os.ReadDir(filepath.Join(from, dir)) // what cannot be listed has nothing to offer
	var list []candidate
	for _, entry := range entries {
		name := entry.Name()
		hidden := strings.HasPrefix(name, ".") && !strings.HasPrefix(base, ".")
		if hidden || !isPlainWord(name) || directories && !entry.IsDir() {
			continue
		}
		if entry.IsDir() {
			name += "/"
		}
		list = append(list, candidate{value: dir + name})
	}
	answer := noFiles(startingWith(word, list))
	answer.directive |= cobra.ShellCompDirectiveNoSpace
	return answer
}
