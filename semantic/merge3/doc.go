// Package merge3 merges two changes of one file.
//
// The three contents are the base, which both changes started from, and the left
// and the right one, which they made of it. A region is one place in all three:
// a range of lines of each. A step is a way to settle a region that both sides
// changed. Each step declines unless it can account for what either side added
// and removed, and each can be left out, so that its effect can be measured.
//
// Order of work: one side unchanged, or both equal; the lines that only one side
// changed; the steps for what both changed, from adjacent edits to tokens; units
// of the language by identity where lines leave a conflict. What nothing settles
// is a conflict for exactly that region, which the content shows with markers.
//
// Guarantees: a result without conflicts is proved (see Proof); what fails the
// proof becomes a conflict. Left and right have the same rights: swapped, they
// give the same result but for the sides of conflicts and the order of additions
// at one place, where left comes first. A side that changed nothing gives the
// other side's content byte for byte. Equal inputs give equal results; effort is
// bounded by counted steps.
package merge3
