// Package diffview shows the difference between two trees: as records for programs,
// and for people as hunks below what became of the definitions, in two columns, by
// words, or as a table.
package diffview
