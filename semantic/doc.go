// Package semantic is what the languages of the product have in common: a
// Language turns the bytes of a file into a Document of units, which are its
// definitions, entries and sections, each with a name and with a hash that its
// formatting does not change.
//
// The layer is pure. It knows bytes, terms and trees, and neither stores nor
// files. Equal inputs give equal results: effort is bounded by counted steps and
// never by the clock, and no result depends on the order of a Go map.
//
// Each language is a package of its own below this one; package languages picks
// the one for a file. Packages linediff, patch and merge3 work on any of them.
package semantic
