// Package worddiff finds the words in which changed lines differ, for people to
// see at a glance. A word is a run of letters, digits and underscores, a run of
// white space, or any other single character.
//
// Lines that were removed and lines that were added pair if they have enough in
// common, in order; in a pair, the spans that differ are given by byte.
//
// Guarantees: equal inputs give equal results. Effort is bounded: of lines or
// edits beyond the caps, less is said.
package worddiff
