// Package linediff compares two texts line by line and prints what differs.
//
// A line is a slice of bytes with its line end; Split cuts a content into lines
// so that they add up to it again. An Edit says which lines of the one text
// become which lines of the other. A script is all edits of a pair in order:
// what lies between two edits is equal on both sides, and there is at least one
// line of it, so that a script is the one way to write down a matching of lines.
//
// How a script is found:
//
//  1. equal lines get equal numbers, so that a line is hashed and compared once;
//  2. the algorithm of the options marks the lines that have no partner. The
//     histogram looks for the common run whose lines are the rarest and goes on
//     on both sides of it; patience takes the lines that occur once on each side;
//     Myers looks for the fewest changed lines. What the first two find nothing
//     rare in is left to Myers;
//  3. a run of changed lines that could as well begin a few lines earlier or later
//     is moved to where a reader would put it: next to a change on the other side,
//     or else to the boundary that blank lines and indentation suggest.
//
// The results are those of git diff with the same algorithm for nearly all pairs.
//
// Guarantees: equal inputs give equal scripts, on every machine. Applied to the
// first text, a script gives the second. Effort is bounded by counted steps and
// memory is linear in the number of lines; a pair that would need more gets a
// coarser script, which is as correct. Nothing here recurses deeper than the
// logarithm of the number of lines.
package linediff
