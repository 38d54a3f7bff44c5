package cli

import (
	"slices"
	"strings"
	"unicode"
)

// Nearest is the one of the words that can have been meant by a word; ok is
// false when none is near to it, or several are.
func Nearest(word string, words []string) (near string, ok bool) {
	all := nearest(word, words)
	if len(all) != 1 {
		return "", false
	}
	return all[0], true
}

// nearest are the words that are near to a word.
func nearest(word string, words []string) []string {
	var near []string
	for _, w := range words {
		if isNear(word, w) && !slices.Contains(near, w) {
			near = append(near, w)
		}
	}
	return near
}

// isNear reports whether a word may be a slip for another one: one edit, or two
// neighbors that changed places, and in a word of six letters or more two edits.
// A word of two letters is a slip for nothing. Names in the same space, as
// refs/heads/, are compared without it. Numbers have to be the same: another
// version or year is another thing.
func isNear(word, meant string) bool {
	a, b := ownPart(word, meant)
	if !slices.Equal(numbersIn(a), numbersIn(b)) {
		return false
	}
	switch n := len(a); {
	case n < 3:
		return false
	case n < 6:
		return editDistance(a, b) <= 1 || swapped(a, b)
	default:
		return editDistance(a, b) <= 2
	}
}

// ownPart are two names without the space in which both of them are.
func ownPart(a, b string) (restA, restB []rune) {
	space := 0
	for i := 0; i < min(len(a), len(b)) && a[i] == b[i]; i++ {
		if a[i] == '/' || a[i] == '.' {
			space = i + 1
		}
	}
	return []rune(a[space:]), []rune(b[space:])
}

// numbersIn are the runs of digits in a word.
func numbersIn(word []rune) []string {
	return strings.FieldsFunc(string(word), func(r rune) bool { return !unicode.IsDigit(r) })
}

// farAway is more than any distance of words that are near.
const farAway = 3

// editDistance is the least number of characters to insert, delete or replace
// that turns a into b. A digit is none that is done with.
func editDistance(a, b []rune) int {
	row := make([]int, len(b)+1) // distances of the part of a so far to the beginnings of b
	for j, r := range b {
		row[j+1] = row[j] + editCost(r)
	}
	for _, r := range a {
		diagonal := row[0]
		row[0] += editCost(r)
		for j, s := range b {
			replaced := diagonal
			if r != s {
				replaced += max(editCost(r), editCost(s))
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+editCost(s), row[j+1]+editCost(r))
		}
	}
	return row[len(b)]
}

func editCost(r rune) int {
	if unicode.IsDigit(r) {
		return farAway
	}
	return 1
}

// swapped reports that two words differ in the order of two neighbors alone.
func swapped(a, b []rune) bool {
	if len(a) != len(b) {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && slices.Equal(a[i+2:], b[i+2:]) &&
		!unicode.IsDigit(a[i]) && !unicode.IsDigit(b[i])
}
