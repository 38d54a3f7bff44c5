package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

const (
	madeFiles  = 400
	madeLines  = 120 // of a file at first
	mergeEvery = 7
)

// madeHistory is a history of n commits as a stream for git fast-import: files of
// text that grow and change by lines, side lines that are merged, the same every
// time.
func madeHistory(n int) string {
	r := rand.New(rand.NewPCG(1, 2))
	files := make([][]string, madeFiles)
	for i := range files {
		for range madeLines {
			files[i] = append(files[i], madeLine(r))
		}
	}
	var b strings.Builder
	for c := 1; c <= n; c++ {
		fmt.Fprintf(&b, "commit refs/heads/main\nmark :%d\ncommitter Bench <bench@example.org> %d +0000\n", c, 1_600_000_000+c*600)
		message := fmt.Sprintf("Change %d\n\n%s\n", c, madeLine(r))
		fmt.Fprintf(&b, "data %d\n%s\n", len(message), message)
		if c > 1 {
			fmt.Fprintf(&b, "from :%d\n", c-1)
		}
		if c > mergeEvery && c%mergeEvery == 0 {
			fmt.Fprintf(&b, "merge :%d\n", c-1-r.IntN(mergeEvery-1))
		}
		for _, i := range changedFiles(r, c) {
			files[i] = madeEdit(r, files[i])
			text := strings.Join(files[i], "\n") + "\n"
			fmt.Fprintf(&b, "M 644 inline dir%02d/sub%d/file%03d.txt\ndata %d\n%s\n", i%20, i%4, i, len(text), text)
		}
	}
	return b.String()
}

// changedFiles are those that a commit changes, a few more often than others.
func changedFiles(r *rand.Rand, commit int) []int {
	if commit == 1 {
		all := make([]int, madeFiles)
		for i := range all {
			all[i] = i
		}
		return all
	}
	first := r.IntN(madeFiles)
	if commit%3 == 0 {
		first = r.IntN(8)
	}
	second := (first + 1 + r.IntN(madeFiles-1)) % madeFiles
	return []int{first, second}
}

// madeEdit changes a line, and adds or removes one.
func madeEdit(r *rand.Rand, lines []string) []string {
	lines = append([]string{}, lines...)
	lines[r.IntN(len(lines))] = madeLine(r)
	at := r.IntN(len(lines))
	if r.IntN(3) > 0 {
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
