package cli

import (
	"maps"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// explained is the fault with what its repair plan needs of the command line:
// where it worked, and, where exactly one word was a mistake and only one thing
// can have been meant, the corrected command line.
func (r *run) explained(fault *contract.Error) *contract.Error {
	e := *fault
	e.Place, e.DryRun = r.place(), r.env.DryRun
	e.Besides = nil
	for _, other := range fault.Besides {
		placed := *other
		placed.Place, placed.DryRun = e.Place, e.DryRun
		e.Besides = append(e.Besides, &placed)
	}
	if !e.Row().Repair.Corrects {
		return &e
	}
	fix, ok := r.mistake(&e)
	if !ok {
		return &e
	}
	if fix.right != "" && !fix.before {
		e.Facts = maps.Clone(e.Facts)
		e.Facts["suggestions"] = []string{fix.right}
	}
	e.Corrected = r.corrected(fix)
	return &e
}

// place says where and with which command the command line worked.
func (r *run) place() contract.Place {
	var p contract.Place
	for _, f := range []struct{ flag, value string }{{"-C", r.globals.workspace}, {"--store", r.globals.store}} {
		if f.value != "" {
			p.Flags = append(p.Flags, f.flag, f.value)
		}
	}
	switch {
	case r.command != nil:
		p.Command = r.command.Path
	case r.node != nil:
		p.Command = wordsOf(r.node)
	}
	p.Hidden = slices.ContainsFunc(p.Flags, hidden)
	return p
}

// fix is a mistake in a command line and what was meant.
type fix struct {
	wrong string // the argument
	right string // the word that was meant; empty when the argument is to go
	with  string // the argument in its place, unless it is to go
	// before: the word is to stand before the argument, and nothing behind it is a
	// flag.
	before bool
	// review: what the argument asked for is lost with it.
	review bool
}

// corrected is the command line with one argument replaced; nil when it is not
// certain which, when an argument may not be repeated, or when the new command
// line would not do either.
func (r *run) corrected(f fix) *contract.Correction {
	if slices.ContainsFunc(r.line, hidden) || hidden(f.with) {
		return nil
	}
	at := slices.Index(r.line, f.wrong)
	if at < 0 || slices.Contains(r.line[at+1:], f.wrong) {
		return nil
	}
	line := slices.Clone(r.line)
	switch {
	case f.before && slices.ContainsFunc(line[at:], isFlag):
		return nil
	case f.before:
		line = slices.Insert(line, at, f.right)
	case f.right == "":
		line = slices.Delete(line, at, at+1)
	default:
		line[at] = f.with
	}
	again := newRun(line, r.std, r.environ)
	if o := again.prepare(line, r.families); o.err != nil || again.destroys() {
		return nil
	}
	return &contract.Correction{Command: append([]string{"genesis"}, line...), Review: f.review || again.changes()}
}

func isFlag(arg string) bool { return strings.HasPrefix(arg, "-") }

// hidden reports that an argument may not be repeated in a document: it names
// an absolute path, or is not plain text.
func hidden(arg string) bool {
	value := arg
	if _, inline, ok := strings.Cut(arg, "="); ok && strings.HasPrefix(arg, "-") {
		value = inline
	} else if len(arg) > 2 && arg[0] == '-' && arg[1] != '-' {
		value = arg[2:] // of a shorthand
	}
	return strings.HasPrefix(value, "/") || contract.CleanText(arg) != arg
}

// changes reports that the command line changes something.
func (r *run) changes() bool { return r.command != nil && r.command.Mutates && !r.env.DryRun }

// destroys reports that the command line replaces or removes what was there.
func (r *run) destroys() bool {
	if r.command == nil || r.env.DryRun {
		return false
	}
	return r.command.Destroys || slices.ContainsFunc(r.command.DestroysWith, func(flag string) bool { return r.node.Flags().Changed(flag) })
}
