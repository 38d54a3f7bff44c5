package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
)

const (
	madeFiles  = 400
	madeLines  = 120 // of a file at first
	mergeEvery = 7
)

// made says what a history that is made is like.
type made struct {
	commits, files int
	lines          int // of a file at first; it grows to at most twice as many
}

// madeHistory is a history as a stream for git fast-import: texts that grow and change by lines, side lines that are merged,
// the same every time. The reader is to be closed.
func madeHistory(m made) io.ReadCloser {
	r, w := io.Pipe()
	go func() {
		b := bufio.NewWriterSize(w, 1<<20)
		// A writer that fails once fails for ever, so one look at the end is enough;
		// CloseWithError of nil is the end of the stream.
		writeHistory(b, m)
		_ = w.CloseWithError(b.Flush())
	}()
	return r
}

// makeHistory makes a bare repository in an empty directory of such a history.
func (l *lab) makeHistory(ctx context.Context, repo string, m made) error {
	stream := madeHistory(m)
	defer func() { _ = stream.Close() }() // which ends the one that writes it
	c := l.git(repo, "fast-import", "--quiet")
	c.stdin = stream
	if _, err := l.all(ctx, l.git(repo, "init", "-q", "--bare"), c); err != nil {
		return err
	}
	_, err := l.all(ctx, l.git(repo, "repack", "-adq"))
	return err
}

func writeHistory(b *bufio.Writer, m made) {
	r := rand.New(rand.NewPCG(1, 2))
	files := make([][]string, m.files)
	for i := range files {
		for range m.lines {
			files[i] = append(files[i], madeLine(r))
		}
	}
	for c := 1; c <= m.commits; c++ {
		write := func(format string, args ...any) { _, _ = fmt.Fprintf(b, format, args...) }
		write("commit refs/heads/main\nmark :%d\ncommitter Bench <bench@example.org> %d +0000\n", c, 1_600_000_000+c*600)
		message := fmt.Sprintf("Change %d\n\n%s\n", c, madeLine(r))
		write("data %d\n%s\n", len(message), message)
		if c > 1 {
			write("from :%d\n", c-1)
		}
		if c > mergeEvery && c%mergeEvery == 0 {
			write("merge :%d\n", c-1-r.IntN(mergeEvery-1))
		}
		for _, i := range changedFiles(r, c, m.files) {
			files[i] = madeEdit(r, files[i], 2*m.lines)
			text := strings.Join(files[i], "\n") + "\n"
			write("M 644 inline dir%02d/sub%d/file%03d.txt\ndata %d\n%s\n", i%20, i%4, i, len(text), text)
		}
	}
}

// changedFiles are those that a commit changes, a few more often than others.
func changedFiles(r *rand.Rand, commit, files int) []int {
	if commit == 1 {
		all := make([]int, files)
		for i := range all {
			all[i] = i
		}
		return all
	}
	first := r.IntN(files)
	if commit%3 == 0 {
		first = r.IntN(8)
	}
	second := (first + 1 + r.IntN(files-1)) % files
	return []int{first, second}
}

// madeEdit changes a line, and adds or removes one.
func madeEdit(r *rand.Rand, lines []string, most int) []string {
	lines = append([]string{}, lines...)
	lines[r.IntN(len(lines))] = madeLine(r)
	at := r.IntN(len(lines))
	if r.IntN(3) > 0 && len(lines) < most {
		return append(lines[:at], append([]string{madeLine(r)}, lines[at:]...)...)
	}
	return append(lines[:at], lines[at+1:]...)
}

func madeLine(r *rand.Rand) string {
	words := make([]string, 3+r.IntN(8))
	for i := range words {
		words[i] = fmt.Sprintf("w%03d", r.IntN(900))
	}
	return strings.Join(words, " ")
}
